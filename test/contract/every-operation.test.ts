// Promises that hold for every operation there is or will be, when it is called as it should be: the shape of its answer,
// and that every write can be retried.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWrite, type Route } from '../../src/operation/operation.ts'
import { shapeOf } from '../../src/operation/shape.ts'
import type { Answer } from '../harness/bank.ts'
import { askInTurn } from './ask-all.ts'
import { examples, preparations } from './examples.ts'
import { expectInvalid, expectRefusal } from './expect-refusal.ts'
import { publicOperations } from './public-operations.ts'
import { differingFields } from './same-fields.ts'
import {
  countWrites,
  openScenes,
  operations,
  type Routed,
  routesOf,
  type Scenes,
  writes,
} from './scenes.ts'

/** Some questions are hundreds of calls. */
const MINUTES = 600_000

let scenes: Scenes
beforeAll(async () => {
  scenes = await openScenes()
})
afterAll(() => scenes.stop())

const statusOf = (route: Route): number => route.status ?? (route.envelope === 'none' ? 204 : 200)

function unwrap(route: Route, body: unknown): unknown {
  if (route.envelope === 'none') return null
  if (route.envelope === 'data' || route.envelope === 'success')
    return (body as { data: unknown }).data
  if (route.envelope === 'page' || route.envelope === 'success_page') {
    const { links: _links, success, ...page } = body as { links: object; success?: unknown }
    // It belongs to the envelope of one kind and to the answer of a few of the other.
    return route.envelope === 'success_page' || success === undefined ? page : { ...page, success }
  }
  return body
}

/** Fields that left as headers, back among the others. */
const withHeaders = ({ headers }: Route, answer: Answer, output: unknown): unknown =>
  headers
    ? {
        ...(output as object),
        ...Object.fromEntries(
          Object.entries(headers).map(([field, name]) => [field, answer.headers.get(name)]),
        ),
      }
    : output

/** Everything that somebody could present as a bearer. */
async function countBearers(): Promise<number> {
  const [row] = await scenes.bank.sql<{ n: number }>(
    `select count(*)::int as n from identity.credentials
     where kind in ('access', 'refresh', 'api_key', 'two_factor', 'agent_session', 'agent_key')`,
  )
  return row!.n
}

describe('the list of operations', () => {
  it('has an example for each that has a route, and nothing else', () => {
    const routed = operations.filter((op) => op.rest.length > 0)
    expect(Object.keys(examples).toSorted()).toEqual(routed.map((op) => op.name).toSorted())
    expect(Object.keys(preparations).filter((name) => !examples[name])).toEqual([])
  })

  it('has exactly the public operations that are pinned', () => {
    const found = operations.filter((op) => op.auth === 'public').map((op) => op.name)
    expect(found.toSorted()).toEqual([...publicOperations])
  })

  it('sums each up in a sentence', () => {
    const unclear = operations.filter((op) => !/^[A-Z].*\.$/.test(op.summary))
    expect(unclear.map((op) => op.name)).toEqual([])
  })
})

function expectDeclaredShape({ op, route }: Routed, answer: Answer): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(statusOf(route))
  const output = withHeaders(route, answer, unwrap(route, answer.body))
  const shape = shapeOf(op.output)
  expect(shape.isValid(output), JSON.stringify(shape.problems(output))).toBe(true)
  expect(output).toEqual(shape.pick(output))
  expect(differingFields(op.output, examples[op.name]!.output, output)).toEqual([])
  for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(answer.headers.get(header)).toMatch(/^\d+$/)
}
const UNKNOWN_FIELD = { an_unknown_field: 'is ignored' }

it(
  'what is read has exactly the declared shape, and the fields of the example',
  {
    timeout: MINUTES,
  },
  () =>
    askInTurn(routesOf(operations.filter((op) => !isWrite(op))), async (one) => {
      const { person, valid } = await scenes.get(one.op)
      expectDeclaredShape(one, await scenes.send(one, { ...valid, ...UNKNOWN_FIELD }, person))
    }),
)

it(
  'what is written is answered in the declared shape, and can be retried with an Idempotency-Key',
  {
    timeout: MINUTES,
  },
  () =>
    askInTurn(routesOf(writes), async (one) => {
      const { op } = one
      const example = examples[op.name]!
      const { person, valid } = await scenes.make(op)
      const input = { ...valid, ...UNKNOWN_FIELD }
      const key = `contract-${one.at}`
      // A public operation is retried by whoever has no credential, or none any more.
      const token = op.auth === 'public' ? undefined : person.token
      const bearers = await countBearers()
      const first = await scenes.send(one, input, { token, key })
      expectDeclaredShape(one, first)
      const issued = (await countBearers()) - bearers
      expect(issued > 0 ? op.issues : 'credential', 'it issues a credential').toBe('credential')
      expect(first.headers.get('x-idempotency-replayed')).toBe('false')
      expect(first.headers.get('x-idempotency-key')).toBe(key)
      expect(await countWrites(scenes.bank, first)).toBeGreaterThan(0)
      if (example.endsSession) return
      const again = await scenes.send(one, input, { token, key })
      expect(again.headers.get('x-idempotency-replayed')).toBe('true')
      expect(again.body).toEqual(first.body)
      expectInvalid(op, await scenes.send(one, input, { token, key: 'k'.repeat(256) }))
      if (!example.other) return
      const conflict = await scenes.send(one, { ...input, ...example.other }, { token, key })
      expectRefusal(conflict, 409, 'IDEMPOTENCY_CONFLICT')
    }),
)

it('an answer that holds a secret is repeated to the credential that asked, and to no other', {
  timeout: MINUTES,
}, () => {
  const issuing = writes.filter((op) => op.issues !== undefined && op.auth !== 'public')
  const first = issuing.map((op) => routesOf([op])[0]!)
  return askInTurn(first, async (one) => {
    const { op, route } = one
    const { person, valid } = await scenes.make(op)
    const key = `secret-${op.name}`
    const login = await scenes.bank.call('POST /api/auth/login', person)
    const other = login.body.data.access_token as string
    const answer = await scenes.send(one, valid, { token: person.token, key })
    expect(answer.status).toBe(statusOf(route))
    const stolen = await scenes.send(one, valid, { token: other, key })
    expect(stolen.headers.get('x-idempotency-replayed')).toBe(null)
    expect([401, 403, 409]).toContain(stolen.status)
    expect(stolen.body.success).toBe(false)
  })
})
