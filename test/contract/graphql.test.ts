// GraphQL and REST say the same: every operation that GraphQL shows is asked both ways, and the answers are compared.
import { readdirSync } from 'node:fs'
import { buildSchema, type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { platformKey } from '../../src/domains/selling/cards/test-support.ts'
import { type AnyOperation, isWrite } from '../../src/operation/operation.ts'
import { isPaged } from '../../src/transport/graphql/fields.ts'
import { toFieldName } from '../../src/transport/graphql/names.ts'
import { live } from '../../src/transport/graphql/live.ts'
import { projectGraphql } from '../../src/transport/graphql/project.ts'
import { relations } from '../../src/transport/graphql/relations.ts'
import { listFields, type ShownField, toGraphqlSchema } from '../../src/transport/graphql/schema.ts'
import { findShown, leftOut, schemas } from '../../src/transport/graphql/schemas.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { examples } from './examples.ts'
import { type Selection, writeQuery } from './graphql-query.ts'
import { needsPartner, partnerHeaders } from './partner-keys.ts'
import { sendTo } from './send.ts'

const registry = describeForTests()
const { operations } = registry
const files = projectGraphql(registry)
// The files are parts of one schema; only all of them together are valid.
const schema = buildSchema(Object.values(files).join('\n'))
const fields = listFields(operations)

const domains = [
  'account asset exchange-rate transaction transfer ledger exchange basket gcu governance poll webhook event user',
  'api-key workflow ai spending agent agent-credential escrow agent-message agent-payment agent-protocol reputation',
  'subscription card sms x402 mpp wallet ramp crosschain defi regtech travel-rule mobile mobile-payment partner',
  'iso20022 open-banking payment-rails interledger microfinance monitoring',
].flatMap((line) => line.split(' '))

let bank: Bank
beforeAll(async () => {
  bank = await startBank({
    env: {
      SMS_REPORT_SECRET: 'what only the provider knows',
      CARD_PLATFORM_PUBLIC_KEY: platformKey,
    },
  })
})
afterAll(() => bank.stop())

const callerOf = (op: AnyOperation): Promise<Person> =>
  examples[op.name]!.as === 'operator' ? bank.operator() : bank.person()

async function askGraph(field: ShownField, input: Readonly<Record<string, unknown>>, by: Person) {
  const { query, variables, selection } = writeQuery(schema, field, input)
  const headers = {
    ...(needsPartner(field.op) ? await partnerHeaders(bank, by.token) : {}),
    ...(field.op.idempotency === 'required' ? { 'Idempotency-Key': 'by-graph' } : {}),
  }
  const { body } = await bank.call(
    'POST /api/graphql',
    { query, variables },
    { token: by.token, headers },
  )
  return { data: body.data?.[field.name], errors: body.errors, selection }
}

/** The answer of REST in the form of GraphQL. */
function toGraph(op: AnyOperation, body: Readonly<Record<string, unknown>>): unknown {
  const { envelope } = op.rest[0]!
  const { data, meta } = body as { data: unknown; meta: Record<string, unknown> }
  if (isPaged(op)) {
    const { links: _links, success: _success, meta: _meta, ...others } = body
    return { ...others, paginatorInfo: { total: meta.total, currentPage: meta.current_page } }
  }
  if (envelope === 'none') return true
  if (envelope === 'data' || envelope === 'success') return data
  const extra = Object.keys(body).filter((name) => !['data', 'message', 'success'].includes(name))
  return 'data' in body && extra.length === 0 ? data : body
}

/** What differs between two answers of REST changes by itself, so it is not compared. */
function compare(
  first: unknown,
  second: unknown,
  graph: unknown,
  selection: Selection | null,
  path: string,
): void {
  if (Array.isArray(first)) {
    if (!Array.isArray(second) || second.length !== first.length) return
    expect(Array.isArray(graph) && graph.length, path).toBe(first.length)
    for (const [index, item] of first.entries())
      compare(item, second[index], (graph as unknown[])[index], selection, `${path}[${index}]`)
    return
  }
  if (selection === null || first === null || typeof first !== 'object') {
    if (JSON.stringify(first) === JSON.stringify(second))
      expect([path, graph]).toEqual([path, first ?? null])
    return
  }
  for (const [name, inner] of Object.entries(selection)) {
    const record = first as Record<string, unknown>
    const key = Object.keys(record).find((one) => toFieldName(one) === name) ?? name
    if (key === 'id' && record.id === undefined) continue
    if (path.endsWith('.paginatorInfo') && record[key] === undefined) continue
    const other = (second as Record<string, unknown> | null)?.[key]
    compare(
      record[key],
      other,
      (graph as Record<string, unknown>)?.[name],
      inner,
      `${path}.${name}`,
    )
  }
}

describe('the domain schemas', () => {
  it('are the forty-five, each with a file and at least one query', () => {
    expect(Object.keys(schemas).toSorted()).toEqual(domains.toSorted())
    expect(readdirSync(new URL('../../api/graphql', import.meta.url)).toSorted()).toEqual(
      domains.map((name) => `${name}.graphql`).toSorted(),
    )
    for (const name of domains)
      expect(files[`graphql/${name}.graphql`]).toContain('extend type Query')
  })

  it('are together the schema that the bank runs', () => {
    const resolve = () => Promise.resolve(undefined)
    const whole = toGraphqlSchema({ operations, relations, live, resolve })
    const sorted = (one: GraphQLSchema) => printSchema(lexicographicSortSchema(one))
    expect(sorted(schema)).toBe(sorted(whole))
  })

  it('decide about every operation with a route', () => {
    const open = operations.filter((op) => op.rest.length > 0 && findShown(op.name) === undefined)
    expect(open.map((op) => op.name)).toEqual([])
    const nouns = new Set(operations.flatMap((op) => [op.name, op.name.split('.')[0]!]))
    expect(Object.keys(leftOut).filter((name) => !nouns.has(name))).toEqual([])
    const listed = Object.values(schemas).flatMap((list) =>
      list.map((entry) => (typeof entry === 'string' ? entry : entry[0])),
    )
    expect(listed.filter((name) => !nouns.has(name))).toEqual([])
  })

  it('have names of arguments that GraphQL allows', () => {
    const names = fields.flatMap(({ op }) => Object.keys(op.input.properties))
    expect(names.filter((name) => !/^[A-Za-z_]\w*$/.test(name))).toEqual([])
  })
})

const reads = fields.filter(({ op }) => !isWrite(op))
const writes = fields.filter(({ op }) => isWrite(op))

describe('a read by GraphQL', () => {
  it.each(reads)('answers as REST does: $name', async (field) => {
    const { op } = field
    const by = await callerOf(op)
    const sent = await examples[op.name]!.input(bank, by)
    // Both ways have a default of their own for the length of a page.
    const input = isPaged(op) ? { per_page: 20, ...sent } : sent
    const rest = async () => {
      const { status, body } = await sendTo(bank, op, op.rest[0]!, input, { token: by.token })
      expect([status, body.error]).toEqual([200, undefined])
      return toGraph(op, body)
    }
    // A figure of the whole bank may change at any moment; then all of it is asked again.
    await vi.waitFor(async () => {
      const first = await rest()
      const { data, errors, selection } = await askGraph(field, input, by)
      expect(errors).toBeUndefined()
      compare(first, await rest(), data, selection, field.name)
    }, 30_000)
  })
})

describe('a write by GraphQL', () => {
  it.each(writes)('does what REST does: $name', async (field) => {
    const by = await callerOf(field.op)
    const input = await examples[field.op.name]!.input(bank, by)
    const { data, errors } = await askGraph(field, input, by)
    expect(errors).toBeUndefined()
    expect(data).not.toBeNull()
  })
})
