// Refusals that hold for every operation there is or will be. None of them writes anything.
import { registerAgent, signIn } from '../../../src/domains/agents/agents/test-support.ts'
import { expect } from 'vitest'
import { Forbidden } from '../../../src/operation/error.ts'
import { headerOf, isRawBody } from '../../../src/operation/input-source.ts'
import {
  type AnyOperation,
  isWrite,
  parseRoute,
  type Route,
} from '../../../src/operation/operation.ts'
import type { JsonSchema } from '../../../src/operation/shape.ts'
import { examples } from '../examples.ts'
import { expectInvalid, expectNotFound, expectRefusal } from '../expect-refusal.ts'
import { hasId, isProtected, needsOf, type Routed } from '../scenes.ts'
import { fieldsOf } from '../send.ts'
import { question, questionAbout } from './question.ts'

/** Any text stands in for path fields when the call must fail before they matter. */
const placeholders = (route: Route) =>
  Object.fromEntries(parseRoute(route.route).params.map((name) => [name, 'some-id']))

const withoutBearer = question(
  '401 without a good bearer',
  isProtected,
  async (one, _scene, scenes) => {
    for (const token of [undefined, 'fak_00000000000000000000000000000000', '%00'])
      expectRefusal(await scenes.send(one, placeholders(one.route), { token }), 401, 'UNAUTHORIZED')
  },
)

const withoutPermission = question(
  '403 without the permission',
  isProtected,
  async (one, _scene, scenes) => {
    const person = await scenes.stranger()
    const need = needsOf(one.op)[0]!
    const scope = need.scope ?? 'none'
    const token = scope === 'admin' ? person.token : await scenes.keyWithout(person, scope)
    const answer = await scenes.send(one, placeholders(one.route), { token })
    expectRefusal(answer, 403, need.scope ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN')
    scenes.expectNothingWritten(answer, `403 without the permission: ${one.at}`)
  },
)

const isForPeople = ({ op }: Routed): boolean => needsOf(op).some((need) => need.via === 'login')

const withKey = question(
  '403 for a key where a login is required',
  isForPeople,
  async (one, _scene, scenes) => {
    const token = await scenes.keyWithout(await scenes.stranger(), 'none')
    const answer = await scenes.send(one, placeholders(one.route), { token })
    expectRefusal(answer, 403, 'FORBIDDEN')
    scenes.expectNothingWritten(answer, `403 for a key: ${one.at}`)
  },
)

/** A value of another type than the schema's, for each field that travels in the body or query. */
const wrongValue = (schema: JsonSchema, inQuery: boolean): unknown => {
  if (inQuery) return 'certainly not a number'
  return schema.type === 'object' ? 'text' : { an: 'object' }
}

interface BadField extends Routed {
  readonly field: string
  readonly wrong: unknown
}

function badFieldsOf(one: Routed): BadField[] {
  const { method, params } = parseRoute(one.route.route)
  const inQuery = method === 'GET' || method === 'DELETE'
  const fields = fieldsOf(one.op)
  // Beside a raw body there are only texts in the address, and a text is never wrong.
  if (Object.values(fields).some(isRawBody)) return []
  return Object.entries(fields)
    .filter(([name, schema]) => !params.includes(name) && !(inQuery && schema.type === 'string'))
    .filter(([, schema]) => headerOf(schema) === undefined)
    .map(([field, schema]) => ({
      ...one,
      at: `${one.at} ${field}`,
      field,
      wrong: wrongValue(schema, inQuery),
    }))
}

const withBadField = questionAbout(
  '422 with a message for each bad field',
  badFieldsOf,
  async (one, { person, valid }, scenes) => {
    const { op, field, wrong } = one
    const answer = await scenes.send(one, { ...valid, [field]: wrong }, person)
    expectInvalid(op, answer)
    const fields = Object.keys(answer.body.errors)
    expect(fields.map((name) => name.split('.')[0])).toContain(field)
    scenes.expectNothingWritten(answer, `422 for a bad field: ${one.at}`)
  },
)

const needsField = ({ op, field }: BadField): boolean =>
  ((op.input as JsonSchema).required?.includes(field) ?? false) &&
  fieldsOf(op)[field]!.default === undefined

const withoutField = questionAbout(
  '422 with a message for each missing field',
  (one) => badFieldsOf(one).filter(needsField),
  async (one, { person, valid }, scenes) => {
    const { op, field } = one
    const { [field]: _left, ...rest } = valid
    const missing = await scenes.send(one, rest, person)
    expectInvalid(op, missing)
    expect(missing.body.errors[field]).toEqual([
      `The ${field.replaceAll('_', ' ')} field is required.`,
    ])
    scenes.expectNothingWritten(missing, `422 for a missing field: ${one.at}`)
  },
)

/** A name of an agent is judged by its form first: what is no DID is not looked for. */
const isDidFirst = (route: Route): boolean => parseRoute(route.route).params[0] === 'did'
/** So is the reference of a report, as the specification says. */
const isNoReference = (op: AnyOperation, id: string): boolean =>
  op.errors.some(({ code }) => code === 'INVALID_REFERENCE') && !/^[\w-]+$/.test(id)
const UNKNOWN_DID = 'did:florin:agent:00000000000000000000000000000000'

const withUnknownId = question(
  '404 for an unknown id',
  hasId,
  async (one, { person, valid }, scenes) => {
    const { op, route } = one
    const { params } = parseRoute(route.route)
    for (const id of ['0197a000-0000-7000-8000-000000000000', 'nonsense', '..%2f', 'é']) {
      const ids = Object.fromEntries(params.map((name) => [name, id]))
      const answer = await scenes.send(one, { ...valid, ...ids }, person)
      if (isDidFirst(route)) expectRefusal(answer, 400, 'INVALID_DID')
      else if (isNoReference(op, id)) expectRefusal(answer, 422, 'INVALID_REFERENCE')
      else expectNotFound(op, route, answer)
      scenes.expectNothingWritten(answer, `404 for ${id}: ${one.at}`)
    }
    if (!isDidFirst(route)) return
    for (const did of params.filter((name) => name.includes('did'))) {
      const answer = await scenes.send(one, { ...valid, [did]: UNKNOWN_DID }, person)
      expectNotFound(op, route, answer)
      scenes.expectNothingWritten(answer, `404 for an unknown DID: ${one.at}`)
    }
  },
)

/** A third party without a consent of its own gets the same error, whatever it asks for. */
const needsConsent = (op: AnyOperation): boolean =>
  op.errors.some(({ code }) => code === 'CONSENT_MISSING')

/** Records that belong to a user; an operator sees those of all users, so that none is another user's. */
export function isOwned(one: Routed): boolean {
  const { as, isShared } = examples[one.name]!
  return isProtected(one) && hasId(one) && as !== 'operator' && !isShared
}

const ofAnotherUser = question(
  '403 or 404 for another user’s record',
  isOwned,
  async (one, { valid: theirs }, scenes) => {
    const { op, route } = one
    const answer = await scenes.send(one, theirs, await scenes.stranger())
    if (needsConsent(op)) expectRefusal(answer, 403, 'CONSENT_INVALID')
    else if (op.errors.includes(Forbidden)) expectRefusal(answer, 403, 'FORBIDDEN')
    else expectNotFound(op, route, answer)
    scenes.expectNothingWritten(answer, `another user’s record: ${one.at}`)
  },
)

const isForAgents = (one: Routed): boolean =>
  hasId(one) &&
  !examples[one.name]!.isShared &&
  needsOf(one.op).some((need) => need.or?.by === 'agent')

const byAgent = question(
  '403 or 404 for another user’s record, requested by an agent of the caller',
  isForAgents,
  async (one, { valid: theirs }, scenes) => {
    const headers = await scenes.keep('the agent of another user', async () =>
      signIn(scenes.bank, await registerAgent(scenes.bank, await scenes.stranger())),
    )
    const answer = await scenes.send(one, theirs, { headers })
    expect([403, 404], JSON.stringify(answer.body)).toContain(answer.status)
    expectRefusal(answer, answer.status)
    scenes.expectNothingWritten(answer, `another user’s record, by an agent: ${one.at}`)
  },
)

const withSandboxKey = question(
  'a thing of the live environment is not there for a sandbox key of its owner',
  isOwned,
  async (one, { person, valid: live }, scenes) => {
    const answer = await scenes.send(one, live, { token: await scenes.sandboxKey(person) })
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(one.op, one.route, answer)
    scenes.expectNothingWritten(answer, `a live thing, by a sandbox key: ${one.at}`)
  },
)

const withoutIdempotencyKey = question(
  '422 without an Idempotency-Key where one is required',
  ({ op }) => isWrite(op) && op.idempotency === 'required',
  async (one, { person, valid }, scenes) => {
    const answer = await scenes.send(one, valid, { token: person.token, key: '' })
    expectInvalid(one.op, answer)
    expect(answer.body.errors).toHaveProperty('Idempotency-Key')
    scenes.expectNothingWritten(answer, `without an Idempotency-Key: ${one.at}`)
  },
)

export const refusals = [
  withoutBearer,
  withoutPermission,
  withKey,
  withBadField,
  withoutField,
  withUnknownId,
  ofAnotherUser,
  byAgent,
  withSandboxKey,
  withoutIdempotencyKey,
]
