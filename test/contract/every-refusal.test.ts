// Refusals that hold for every operation there is or will be: one question each, asked of all of them. A refusal writes
// nothing, so all questions share one scene for each operation.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerAgent, signIn } from '../../src/domains/agents/agents/test-support.ts'
import { Forbidden } from '../../src/operation/error.ts'
import { headerOf, isRawBody } from '../../src/operation/input-source.ts'
import { type AnyOperation, parseRoute, type Route } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import type { Answer, Person } from '../harness/bank.ts'
import { askAll, askInTurn } from './ask-all.ts'
import { examples } from './examples.ts'
import { expectInvalid, expectNotFound, expectRefusal } from './expect-refusal.ts'
import {
  countWrites,
  hasId,
  needsOf,
  openScenes,
  operations,
  protectedOperations,
  type Routed,
  routesOf,
  type Scenes,
  writes,
} from './scenes.ts'
import { fieldsOf } from './send.ts'

/** Some questions are hundreds of calls. */
const MINUTES = 600_000

let scenes: Scenes
beforeAll(async () => {
  scenes = await openScenes()
})
afterAll(() => scenes.stop())

const expectNothingWritten = async (answer: Answer): Promise<void> =>
  expect(await countWrites(scenes.bank, answer), 'it wrote something').toBe(0)

/** Any text stands in for path fields when the call must fail before they matter. */
const placeholders = (route: Route) =>
  Object.fromEntries(parseRoute(route.route).params.map((name) => [name, 'some-id']))

async function keyWithout(person: Person, scope: string): Promise<string> {
  const permissions = ['read', 'write', 'delete'].filter((one) => one !== scope)
  const request = { name: 'Key', permissions }
  const { body } = await scenes.bank.call('POST /api/v2/api-keys', request, person)
  return body.data.api_key
}

it('401 without a good bearer', { timeout: MINUTES }, () =>
  askAll(routesOf(protectedOperations), async (one) => {
    for (const token of [undefined, 'fak_00000000000000000000000000000000', '%00'])
      expectRefusal(await scenes.send(one, placeholders(one.route), { token }), 401, 'UNAUTHORIZED')
  }),
)

it('403 without the permission', { timeout: MINUTES }, () =>
  askAll(routesOf(protectedOperations), async (one) => {
    const person = await scenes.stranger()
    const need = needsOf(one.op)[0]!
    const scope = need.scope ?? 'none'
    const token =
      scope === 'admin'
        ? person.token
        : await scenes.keep(`a key without ${scope}`, () => keyWithout(person, scope))
    const code = need.scope ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN'
    const answer = await scenes.send(one, placeholders(one.route), { token })
    expectRefusal(answer, 403, code)
    await expectNothingWritten(answer)
  }),
)

it('403 for a key where a person must be signed in', { timeout: MINUTES }, () => {
  const forPeople = protectedOperations.filter((op) =>
    needsOf(op).some((need) => need.via === 'login'),
  )
  return askAll(routesOf(forPeople), async (one) => {
    const token = await scenes.keep('a key', async () =>
      keyWithout(await scenes.stranger(), 'none'),
    )
    const answer = await scenes.send(one, placeholders(one.route), { token })
    expectRefusal(answer, 403, 'FORBIDDEN')
    await expectNothingWritten(answer)
  })
})

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

it('422 with a message for each bad field, and nothing changed', { timeout: MINUTES }, async () => {
  const cases = routesOf(operations).flatMap(badFieldsOf)
  await scenes.prepare(cases)
  await askAll(cases, async (one) => {
    const { op, field, wrong } = one
    const { person, valid } = await scenes.get(op)
    const answer = await scenes.send(one, { ...valid, [field]: wrong }, person)
    expectInvalid(op, answer)
    const fields = Object.keys(answer.body.errors)
    expect(fields.map((name) => name.split('.')[0])).toContain(field)
    await expectNothingWritten(answer)
    const isRequired = (op.input as JsonSchema).required?.includes(field)
    if (!isRequired || fieldsOf(op)[field]!.default !== undefined) return
    const { [field]: _left, ...rest } = valid
    const missing = await scenes.send(one, rest, person)
    expectInvalid(op, missing)
    await expectNothingWritten(missing)
    expect(missing.body.errors[field]).toEqual([
      `The ${field.replaceAll('_', ' ')} field is required.`,
    ])
  })
})

/** A name of an agent is judged by its form first: what is no DID is not looked for. */
const isDidFirst = (route: Route): boolean => parseRoute(route.route).params[0] === 'did'
/** So is the reference of a report, as the specification says. */
const isNoReference = (op: AnyOperation, id: string): boolean =>
  op.errors.some(({ code }) => code === 'INVALID_REFERENCE') && !/^[\w-]+$/.test(id)
const UNKNOWN_DID = 'did:florin:agent:00000000000000000000000000000000'

it('404 for an unknown id', { timeout: MINUTES }, async () => {
  const withIds = routesOf(operations).filter(hasId)
  await scenes.prepare(withIds)
  await askAll(withIds, async (one) => {
    const { op, route } = one
    const { person, valid } = await scenes.get(op)
    for (const id of ['0197a000-0000-7000-8000-000000000000', 'nonsense', '..%2f', 'é']) {
      const ids = Object.fromEntries(parseRoute(route.route).params.map((name) => [name, id]))
      const answer = await scenes.send(one, { ...valid, ...ids }, person)
      if (isDidFirst(route)) expectRefusal(answer, 400, 'INVALID_DID')
      else if (isNoReference(op, id)) expectRefusal(answer, 422, 'INVALID_REFERENCE')
      else expectNotFound(op, route, answer)
      await expectNothingWritten(answer)
    }
    if (!isDidFirst(route)) return
    for (const did of parseRoute(route.route).params.filter((name) => name.includes('did')))
      expectNotFound(op, route, await scenes.send(one, { ...valid, [did]: UNKNOWN_DID }, person))
  })
})

/** A third party without a consent of its own is told so, whatever it asks for. */
const needsConsent = (op: AnyOperation): boolean =>
  op.errors.some(({ code }) => code === 'CONSENT_MISSING')

/** Things that belong to somebody; an operator sees everybody's, so that nothing is somebody else's. */
const owned = routesOf(protectedOperations).filter((one) => {
  const { as, isShared } = examples[one.name]!
  return hasId(one) && as !== 'operator' && !isShared
})

it('403 or 404 for a thing of somebody else', { timeout: MINUTES }, async () => {
  await scenes.prepare(owned)
  await askAll(owned, async (one) => {
    const { op, route } = one
    const { valid: theirs } = await scenes.get(op)
    const answer = await scenes.send(one, theirs, await scenes.stranger())
    if (needsConsent(op)) expectRefusal(answer, 403, 'CONSENT_INVALID')
    else if (op.errors.includes(Forbidden)) expectRefusal(answer, 403, 'FORBIDDEN')
    else expectNotFound(op, route, answer)
    await expectNothingWritten(answer)
  })
})

it('403 or 404 for a thing of somebody else, asked for by an agent of one’s own', {
  timeout: MINUTES,
}, async () => {
  const forAgents = routesOf(protectedOperations).filter(
    (one) =>
      hasId(one) &&
      !examples[one.name]!.isShared &&
      needsOf(one.op).some((need) => need.or?.by === 'agent'),
  )
  await scenes.prepare(forAgents)
  const agent = await registerAgent(scenes.bank, await scenes.stranger())
  const headers = await signIn(scenes.bank, agent)
  await askAll(forAgents, async (one) => {
    const { valid: theirs } = await scenes.get(one.op)
    const answer = await scenes.send(one, theirs, { headers })
    expect([403, 404], JSON.stringify(answer.body)).toContain(answer.status)
    expectRefusal(answer, answer.status)
    await expectNothingWritten(answer)
  })
})

/** All that a key may do, in the environment where nothing is real. */
async function sandboxKeyOf(person: Person): Promise<string> {
  const { body } = await scenes.bank.call(
    'POST /api/v2/api-keys',
    { name: 'Play', environment: 'sandbox', permissions: ['read', 'write', 'delete'] },
    person,
  )
  return body.data.api_key
}

it('a thing of the live environment is not there for a sandbox key of its owner', {
  timeout: MINUTES,
}, async () => {
  await scenes.prepare(owned)
  await askAll(owned, async (one) => {
    const { person, valid: live } = await scenes.get(one.op)
    const token = await scenes.keep(`a sandbox key for ${one.name}`, () => sandboxKeyOf(person))
    const answer = await scenes.send(one, live, { token })
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(one.op, one.route, answer)
    await expectNothingWritten(answer)
  })
})

it('a thing of the sandbox is not there for its owner’s live login', {
  timeout: MINUTES,
}, async () => {
  /** Their examples deal with somebody who is live, or with what only a person makes. */
  const liveOnly = new Set(
    [
      ['api_key.get', 'grant.revoke', 'card.get', 'vote.get', 'vote.verify', 'x402_payment.get'],
      ['mandate.get', 'mandate.accept', 'mandate.execute', 'mandate.complete', 'mandate.dispute'],
      ['mandate.revoke', 'reputation.give_feedback'],
      ['partner_invoice.get', 'partner_invoice.pay'],
    ].flat(),
  )
  const withIds = owned.filter(
    ({ op, name }) => !needsOf(op).some((need) => need.via === 'login') && !liveOnly.has(name),
  )
  await askInTurn(withIds, async (one) => {
    const { person, played } = await scenes.keep(`a game of ${one.name}`, async () => {
      const player = await scenes.bank.person()
      const token = await sandboxKeyOf(player)
      const input = await examples[one.name]!.input(scenes.bank, { ...player, token })
      return { person: player, played: input }
    })
    const answer = await scenes.send(one, played, person)
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(one.op, one.route, answer)
    await expectNothingWritten(answer)
  })
})

it('422 without an Idempotency-Key where one is required', { timeout: MINUTES }, async () => {
  const requiring = routesOf(writes.filter((op) => op.idempotency === 'required'))
  await scenes.prepare(requiring)
  await askAll(requiring, async (one) => {
    const { person, valid } = await scenes.get(one.op)
    const answer = await scenes.send(one, valid, { token: person.token, key: '' })
    expectInvalid(one.op, answer)
    expect(answer.body.errors).toHaveProperty('Idempotency-Key')
    await expectNothingWritten(answer)
  })
})
