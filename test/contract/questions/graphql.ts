// GraphQL and REST say the same: every operation that GraphQL shows is asked both ways, and the answers are compared.
import { buildSchema } from 'graphql'
import { expect, vi } from 'vitest'
import { type AnyOperation, isWrite } from '../../../src/operation/operation.ts'
import { isPaged } from '../../../src/transport/graphql/fields.ts'
import { toFieldName } from '../../../src/transport/graphql/names.ts'
import { writeSchemaFiles } from '../../../src/transport/graphql/schema-files.ts'
import { listFields, type PlacedField } from '../../../src/transport/graphql/placement.ts'
import type { Bank, Person } from '../../harness/bank.ts'
import { describeForTests } from '../../harness/describe.ts'
import { type Selection, writeQuery } from '../graphql-query.ts'
import { needsPartner, partnerHeaders } from '../partner-keys.ts'
import type { Routed } from '../scenes.ts'
import { questionAbout } from './question.ts'

const registry = describeForTests()
// The files are parts of one schema; only all of them together are valid.
const schema = buildSchema(Object.values(writeSchemaFiles(registry)).join('\n'))
const fields = listFields(registry.domains)

interface Shown extends Routed {
  readonly field: PlacedField
}

/** The fields of GraphQL that show an operation. */
const fieldsOf = (one: Routed): Shown[] =>
  one.isFirst
    ? fields
        .filter(({ op }) => op.name === one.name)
        .map((field) => ({ ...one, at: field.name, field }))
    : []

async function askGraph(
  bank: Bank,
  field: PlacedField,
  input: Readonly<Record<string, unknown>>,
  by: Person,
) {
  const { query, variables, selection } = writeQuery(schema, field, input)
  const headers = {
    ...(needsPartner(field.op) ? await partnerHeaders(bank, by.token) : {}),
    ...(field.op.idempotency === 'required' ? { 'Idempotency-Key': `by-graph-${field.name}` } : {}),
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

export const readByGraph = questionAbout(
  'a read by GraphQL answers as REST does',
  (one) => (isWrite(one.op) ? [] : fieldsOf(one)),
  async (one, { person, valid }, scenes) => {
    const { op, field } = one
    // Both ways have a default of their own for the length of a page.
    const input = isPaged(op) ? { per_page: 20, ...valid } : valid
    const rest = async () => {
      const { status, body } = await scenes.send(one, input, { token: person.token })
      expect([status, body.error]).toEqual([200, undefined])
      return toGraph(op, body)
    }
    // A figure of the whole bank may change at any moment; then all of it is asked again.
    await vi.waitFor(async () => {
      const first = await rest()
      const { data, errors, selection } = await askGraph(scenes.bank, field, input, person)
      expect(errors).toBeUndefined()
      compare(first, await rest(), data, selection, field.name)
    }, 120_000)
  },
)

/** It needs a scene of its own, because the write by REST has changed the first one. */
export const writeByGraph = questionAbout(
  'a write by GraphQL does what REST does',
  (one) => (isWrite(one.op) ? fieldsOf(one) : []),
  async ({ op, field }, _scene, scenes) => {
    const { person, valid } = await scenes.make(op)
    const { data, errors } = await askGraph(scenes.bank, field, valid, person)
    expect(errors).toBeUndefined()
    expect(data).not.toBeNull()
  },
)
