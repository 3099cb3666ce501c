// The shape of every answer there is or will be, and that every write can be retried.
import { expect } from 'vitest'
import { answersSecret, isWrite, type Route } from '../../../src/operation/operation.ts'
import { shapeOf } from '../../../src/operation/shape.ts'
import type { Answer } from '../../harness/bank.ts'
import { examples } from '../examples.ts'
import { expectInvalid, expectRefusal } from '../expect-refusal.ts'
import { takeSample } from '../recorded/sample.ts'
import type { Routed, Scene, Scenes } from '../scenes.ts'
import { question } from './question.ts'

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

function expectAsDeclared(
  { op, route }: Routed,
  answer: Answer,
  { person, valid }: Scene,
  scenes: Scenes,
): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(statusOf(route))
  const output = withHeaders(route, answer, unwrap(route, answer.body))
  const shape = shapeOf(op.output)
  expect(shape.isValid(output), JSON.stringify(shape.problems(output))).toBe(true)
  expect(output).toEqual(shape.pick(output))
  if (route.envelope === 'none') return
  const { request, as } = examples[op.name]!
  const caller = { person, isOperator: as === 'operator' }
  scenes.answered(op, takeSample(scenes.bank, caller, { example: request, valid }, output))
  for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(answer.headers.get(header)).toMatch(/^\d+$/)
}

const UNKNOWN_FIELD = { an_unknown_field: 'is ignored' }

export const read = question(
  'what is read has exactly the declared shape, and is what was recorded',
  ({ op }) => !isWrite(op),
  async (one, scene, scenes) => {
    const answer = await scenes.send(one, { ...scene.valid, ...UNKNOWN_FIELD }, scene.person)
    expectAsDeclared(one, answer, scene, scenes)
  },
)

/** Everything that a caller could present as a bearer. */
async function countBearers({ bank }: Scenes): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(
    `select count(*)::int as n from identity.credentials
     where kind in ('access', 'refresh', 'api_key', 'two_factor', 'agent_session', 'agent_key')`,
  )
  return row!.n
}

/** Whether the answer must not be repeated to another credential of the same user. */
const isSecret = ({ op, isFirst }: Routed): boolean =>
  isFirst && answersSecret(op) && op.auth !== 'public'

/** It changes the scene, so that it is asked last; a further route needs a scene of its own. */
export const write = question(
  'what is written is answered in the declared shape and as recorded, and can be retried with an Idempotency-Key',
  ({ op }) => isWrite(op),
  async (one, scene, scenes) => {
    const { op } = one
    const example = examples[op.name]!
    const own = one.isFirst ? scene : await scenes.make(op)
    const { person, valid } = own
    const input = { ...valid, ...UNKNOWN_FIELD }
    const key = `contract-${one.at}`
    // A public operation is retried by a caller without a credential, or with a revoked one.
    const token = op.auth === 'public' ? undefined : person.token
    const other = isSecret(one) ? await logIn(scenes, person) : undefined
    const bearers = await countBearers(scenes)
    const first = await scenes.send(one, input, { token, key })
    expectAsDeclared(one, first, own, scenes)
    const issued = (await countBearers(scenes)) - bearers
    const said = issued > 0 ? op.issues : 'credential'
    expect(['login', 'credential'], 'it issues a credential').toContain(said)
    expect(first.headers.get('x-idempotency-replayed')).toBe('false')
    expect(first.headers.get('x-idempotency-key')).toBe(key)
    scenes.expectWritten(first, one.at)
    // A secret is repeated to the credential that asked, and to no other.
    if (other !== undefined) expectKept(await scenes.send(one, input, { token: other, key }))
    if (example.endsSession) return
    const again = await scenes.send(one, input, { token, key })
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    scenes.expectNothingWritten(again, `a retry: ${one.at}`)
    expectInvalid(op, await scenes.send(one, input, { token, key: 'k'.repeat(256) }))
    if (!example.other) return
    const conflict = await scenes.send(one, { ...input, ...example.other }, { token, key })
    expectRefusal(conflict, 409, 'IDEMPOTENCY_CONFLICT')
    scenes.expectNothingWritten(conflict, `another request with the key of one before: ${one.at}`)
  },
)

async function logIn({ bank }: Scenes, person: object): Promise<string> {
  const { body } = await bank.call('POST /api/auth/login', person)
  return body.data.access_token
}

function expectKept(answer: Answer): void {
  expect(answer.headers.get('x-idempotency-replayed')).toBe(null)
  expect([401, 403, 409]).toContain(answer.status)
  expect(answer.body.success).toBe(false)
}
