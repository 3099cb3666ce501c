// Promises that hold for every operation there is or will be: one body each, run for all of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnyOperation,
  isWrite,
  type Need,
  parseRoute,
  type Route,
} from '../../src/operation/operation.ts'
import { registerAgent, signIn } from '../../src/domains/agents/agents/test-support.ts'
import { platformKey } from '../../src/domains/selling/cards/test-support.ts'
import { headerOf, isRawBody } from '../../src/operation/input-source.ts'
import { type AnyErrorDef, type AppError, Forbidden, Invalid } from '../../src/operation/error.ts'
import { type JsonSchema, shapeOf } from '../../src/operation/shape.ts'
import {
  type Answer,
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { examples, preparations } from './examples.ts'
import { publicOperations } from './public-operations.ts'
import { differingFields } from './same-fields.ts'
import { fieldsOf, sendTo } from './send.ts'

const { operations } = describeForTests()
const needsOf = (op: AnyOperation): readonly Need[] => (op.auth === 'public' ? [] : op.auth)
const protectedOperations = operations.filter((op) => op.auth !== 'public')
// What has no route is asked for by a page of ours, and tested with it.
const writes = operations.filter((op) => isWrite(op) && op.rest.length > 0)
const routesOf = (list: readonly AnyOperation[]) =>
  list.flatMap((op) => op.rest.map((route) => ({ name: op.name, op, route, at: route.route })))

const hasId = ({ name, route }: { readonly name: string; readonly route: Route }): boolean =>
  parseRoute(route.route).params.length > 0 && !examples[name]?.pathIsChoice

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

/** Whoever the example is called by. */
const callerOf = (op: AnyOperation): Promise<Person> =>
  examples[op.name]!.as === 'operator' ? bank.operator() : bank.person()

const operationAt = new Map(routesOf(operations).map(({ op, at }) => [at, op]))

const send = (route: Route, input: Readonly<Record<string, unknown>>, given: CallOptions) =>
  sendTo(bank, operationAt.get(route.route)!, route, input, given)

/** Any text stands in for path fields when the call must fail before they matter. */
const placeholders = (route: Route) =>
  Object.fromEntries(parseRoute(route.route).params.map((name) => [name, 'some-id']))

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

async function keyWithout(person: Person, scope: string): Promise<string> {
  const permissions = ['read', 'write', 'delete'].filter((one) => one !== scope)
  const { body } = await bank.call('POST /api/v2/api-keys', { name: 'Key', permissions }, person)
  return body.data.api_key
}

function expectRefusal(answer: Answer, status: number, code?: string): void {
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({
    success: false,
    error: { message: expect.any(String), ...(code && { code }) },
    message: expect.any(String),
    request_id: answer.headers.get('x-request-id'),
  })
}

/** Two routes show their 404 as two texts, all others in the envelope; some operations have codes of their own for it. */
function expectNotFound(op: AnyOperation, route: Route, answer: Answer): void {
  if (!route.plainNotFound) {
    const own = op.errors.filter(({ status }) => status === 404).map(({ code }) => code)
    expectRefusal(answer, 404)
    return expect(own).toContain(answer.body.error.code)
  }
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ message: expect.any(String), error: expect.any(String) })
}

/** The error of this operation's own for bad input, where the specification gives it one. */
const invalidOf = (op: AnyOperation): AnyErrorDef =>
  op.invalid ? (op.invalid({}) as AppError).def : Invalid

const expectInvalid = (op: AnyOperation, answer: Answer): void =>
  expectRefusal(answer, invalidOf(op).status, invalidOf(op).code)

/** What one request wrote: its audit row, or for a posting the moves and holds that name it. */
async function countWrites(answer: Answer): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(
    `select (select count(*) from platform.audit where request_id = $1)::int
       + (select count(*) from ledger.moves where request_id = $1)::int
       + (select count(*) from ledger.holds where request_id = $1)::int as n`,
    [answer.headers.get('x-request-id')],
  )
  return row!.n
}

/** Everything that somebody could present as a bearer. */
async function countBearers(): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(
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

  it.each(operations.map((op) => ({ name: op.name, op })))(
    '$name is summed up in a sentence',
    ({ op }) => {
      expect(op.summary).toMatch(/^[A-Z].*\.$/)
    },
  )
})

describe('401 without a good bearer', () => {
  it.each(routesOf(protectedOperations))('$at', async ({ route }) => {
    for (const token of [undefined, 'fak_00000000000000000000000000000000', '%00'])
      expectRefusal(await send(route, placeholders(route), { token }), 401, 'UNAUTHORIZED')
  })
})

describe('403 without the permission', () => {
  it.each(routesOf(protectedOperations))('$at', async ({ op, route }) => {
    const person = await bank.person()
    const need = needsOf(op)[0]!
    const token =
      need.scope === 'admin' ? person.token : await keyWithout(person, need.scope ?? 'none')
    const code = need.scope ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN'
    expectRefusal(await send(route, placeholders(route), { token }), 403, code)
  })
})

describe('403 for a key where a person must be signed in', () => {
  const forPeople = protectedOperations.filter((op) =>
    needsOf(op).some((need) => need.via === 'login'),
  )
  it.each(routesOf(forPeople))('$at', async ({ route }) => {
    const token = await keyWithout(await bank.person(), 'none')
    expectRefusal(await send(route, placeholders(route), { token }), 403, 'FORBIDDEN')
  })
})

/** A value of another type than the schema's, for each field that travels in the body or query. */
const wrongValue = (schema: JsonSchema, inQuery: boolean): unknown => {
  if (inQuery) return 'certainly not a number'
  return schema.type === 'object' ? 'text' : { an: 'object' }
}

describe('422 with a message for each bad field, and nothing changed', () => {
  const cases = routesOf(operations).flatMap(({ op, route, at }) => {
    const { method, params } = parseRoute(route.route)
    const inQuery = method === 'GET' || method === 'DELETE'
    return (
      Object.entries(fieldsOf(op))
        .filter(
          ([name, schema]) => !params.includes(name) && !(inQuery && schema.type === 'string'),
        )
        .filter(([, schema]) => headerOf(schema) === undefined)
        // Beside a raw body there are only texts in the address, and a text is never wrong.
        .filter(() => !Object.values(fieldsOf(op)).some(isRawBody))
        .map(([field, schema]) => ({ op, route, at, field, wrong: wrongValue(schema, inQuery) }))
    )
  })
  it.each(cases)('$at $field', async ({ op, route, field, wrong }) => {
    const person = await callerOf(op)
    const valid = await examples[op.name]!.input(bank, person)
    const answer = await send(route, { ...valid, [field]: wrong }, person)
    expectInvalid(op, answer)
    const fields = Object.keys(answer.body.errors)
    expect(fields.map((name) => name.split('.')[0])).toContain(field)
    if (
      (op.input as JsonSchema).required?.includes(field) &&
      fieldsOf(op)[field]!.default === undefined
    ) {
      const { [field]: _left, ...rest } = valid
      const missing = await send(route, rest, person)
      expectInvalid(op, missing)
      expect(await countWrites(missing)).toBe(0)
      expect(missing.body.errors[field]).toEqual([
        `The ${field.replaceAll('_', ' ')} field is required.`,
      ])
    }
    expect(await countWrites(answer)).toBe(0)
  })
})

/** A name of an agent is judged by its form first: what is no DID is not looked for. */
const isDidFirst = (route: Route): boolean => parseRoute(route.route).params[0] === 'did'
/** So is the reference of a report, as the specification says. */
const isNoReference = (op: AnyOperation, id: string): boolean =>
  op.errors.some(({ code }) => code === 'INVALID_REFERENCE') && !/^[\w-]+$/.test(id)
const UNKNOWN_DID = 'did:florin:agent:00000000000000000000000000000000'

describe('404 for an unknown id', () => {
  const withIds = routesOf(operations).filter(hasId)
  it.each(withIds)('$at', async ({ op, route }) => {
    const person = await callerOf(op)
    const valid = await examples[op.name]!.input(bank, person)
    for (const id of ['0197a000-0000-7000-8000-000000000000', 'nonsense', '..%2f', 'é']) {
      const ids = Object.fromEntries(parseRoute(route.route).params.map((name) => [name, id]))
      const answer = await send(route, { ...valid, ...ids }, person)
      if (isDidFirst(route)) expectRefusal(answer, 400, 'INVALID_DID')
      else if (isNoReference(op, id)) expectRefusal(answer, 422, 'INVALID_REFERENCE')
      else expectNotFound(op, route, answer)
    }
    if (!isDidFirst(route)) return
    for (const did of parseRoute(route.route).params.filter((name) => name.includes('did')))
      expectNotFound(op, route, await send(route, { ...valid, [did]: UNKNOWN_DID }, person))
  })
})

/** A third party without a consent of its own is told so, whatever it asks for. */
const needsConsent = (op: AnyOperation): boolean =>
  op.errors.some(({ code }) => code === 'CONSENT_MISSING')

describe('403 or 404 for a thing of somebody else', () => {
  // An operator sees everybody's: nothing is somebody else's.
  const withIds = routesOf(protectedOperations).filter((one) => {
    const { as, isShared } = examples[one.name]!
    return hasId(one) && as !== 'operator' && !isShared
  })
  it.each(withIds)('$at', async ({ op, route }) => {
    const theirs = await examples[op.name]!.input(bank, await bank.person())
    const answer = await send(route, theirs, await bank.person())
    if (needsConsent(op)) expectRefusal(answer, 403, 'CONSENT_INVALID')
    else if (op.errors.includes(Forbidden)) expectRefusal(answer, 403, 'FORBIDDEN')
    else expectNotFound(op, route, answer)
  })
})

describe('403 or 404 for a thing of somebody else, asked for by an agent of one’s own', () => {
  const forAgents = routesOf(protectedOperations).filter(
    (one) =>
      hasId(one) &&
      !examples[one.name]!.isShared &&
      needsOf(one.op).some((need) => need.or?.by === 'agent'),
  )
  it.each(forAgents)('$at', async ({ op, route }) => {
    const theirs = await examples[op.name]!.input(bank, await bank.person())
    const stranger = await registerAgent(bank, await bank.person())
    const headers = await signIn(bank, stranger)
    const answer = await send(route, theirs, { headers })
    expect([403, 404], JSON.stringify(answer.body)).toContain(answer.status)
    expectRefusal(answer, answer.status)
    expect(await countWrites(answer)).toBe(0)
  })
})

/** All that a key may do, in the environment where nothing is real. */
async function sandboxKeyOf(person: Person): Promise<string> {
  const { body } = await bank.call(
    'POST /api/v2/api-keys',
    { name: 'Play', environment: 'sandbox', permissions: ['read', 'write', 'delete'] },
    person,
  )
  return body.data.api_key
}

describe('a thing of the live environment is not there for a sandbox key of its owner', () => {
  const withIds = routesOf(protectedOperations).filter((one) => {
    const { as, isShared } = examples[one.name]!
    return hasId(one) && as !== 'operator' && !isShared
  })
  it.each(withIds)('$at', async ({ op, route }) => {
    const person = await bank.person()
    const live = await examples[op.name]!.input(bank, person)
    const answer = await send(route, live, { token: await sandboxKeyOf(person) })
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(op, route, answer)
  })
})

describe('a thing of the sandbox is not there for its owner’s live login', () => {
  /** Their examples deal with somebody who is live, or with what only a person makes. */
  const liveOnly = new Set(
    [
      ['api_key.get', 'grant.revoke', 'card.get', 'vote.get', 'vote.verify', 'x402_payment.get'],
      ['mandate.get', 'mandate.accept', 'mandate.execute', 'mandate.complete', 'mandate.dispute'],
      ['mandate.revoke', 'reputation.give_feedback'],
      ['partner_invoice.get', 'partner_invoice.pay'],
    ].flat(),
  )
  const withIds = routesOf(protectedOperations).filter((one) => {
    const { as, isShared } = examples[one.name]!
    const isForPeople = needsOf(one.op).some((need) => need.via === 'login')
    const isMade = as !== 'operator' && !isShared && !isForPeople && !liveOnly.has(one.name)
    return hasId(one) && isMade
  })
  it.each(withIds)('$at', async ({ op, route }) => {
    const person = await bank.person()
    const player = { ...person, token: await sandboxKeyOf(person) }
    const played = await examples[op.name]!.input(bank, player)
    const answer = await send(route, played, person)
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(op, route, answer)
  })
})

describe('the answer has exactly the declared shape, and the fields of the example', () => {
  it.each(routesOf(operations))('$at', async ({ op, route }) => {
    const person = await callerOf(op)
    const input = await examples[op.name]!.input(bank, person)
    const answer = await send(route, { ...input, an_unknown_field: 'is ignored' }, person)
    expect(answer.status).toBe(statusOf(route))
    const output = withHeaders(route, answer, unwrap(route, answer.body))
    const shape = shapeOf(op.output)
    expect(shape.isValid(output), JSON.stringify(shape.problems(output))).toBe(true)
    expect(output).toEqual(shape.pick(output))
    expect(differingFields(op.output, examples[op.name]!.output, output)).toEqual([])
    for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
      expect(answer.headers.get(header)).toMatch(/^\d+$/)
  })
})

describe('every write can be retried with an Idempotency-Key', () => {
  it.each(writes.map((op) => ({ name: op.name, op })))('$name', async ({ op }) => {
    const example = examples[op.name]!
    const person = await callerOf(op)
    const input = await example.input(bank, person)
    const route = op.rest[0]!
    const key = `contract-${op.name}`
    // A public operation is retried by whoever has no credential, or none any more.
    const token = op.auth === 'public' ? undefined : person.token
    const bearers = await countBearers()
    const first = await send(route, input, { token, key })
    expect(first.status).toBe(statusOf(route))
    const issued = (await countBearers()) - bearers
    expect(issued > 0 ? op.issues : 'credential', 'it issues a credential').toBe('credential')
    expect(first.headers.get('x-idempotency-replayed')).toBe('false')
    expect(first.headers.get('x-idempotency-key')).toBe(key)
    expect(await countWrites(first)).toBeGreaterThan(0)
    if (example.endsSession) return
    const again = await send(route, input, { token, key })
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const tooLong = await send(route, input, { token, key: 'k'.repeat(256) })
    expectInvalid(op, tooLong)
    if (!example.other) return
    const conflict = await send(route, { ...input, ...example.other }, { token, key })
    expectRefusal(conflict, 409, 'IDEMPOTENCY_CONFLICT')
  })
})

describe('an answer that holds a secret is repeated to the credential that asked, and to no other', () => {
  const issuing = writes.filter((op) => op.issues !== undefined && op.auth !== 'public')
  it.each(issuing.map((op) => ({ name: op.name, op })))('$name', async ({ op }) => {
    const person = await callerOf(op)
    const input = await examples[op.name]!.input(bank, person)
    const route = op.rest[0]!
    const key = `secret-${op.name}`
    const login = await bank.call('POST /api/auth/login', person)
    const other = login.body.data.access_token as string
    expect((await send(route, input, { token: person.token, key })).status).toBe(statusOf(route))
    const stolen = await send(route, input, { token: other, key })
    expect(stolen.headers.get('x-idempotency-replayed')).toBe(null)
    expect([401, 403, 409]).toContain(stolen.status)
    expect(stolen.body.success).toBe(false)
  })
})

describe('422 without an Idempotency-Key where one is required', () => {
  const requiring = routesOf(writes.filter((op) => op.idempotency === 'required'))
  it.each(requiring)('$at', async ({ op, route }) => {
    const person = await callerOf(op)
    const input = await examples[op.name]!.input(bank, person)
    const answer = await send(route, input, { token: person.token, key: '' })
    expectInvalid(op, answer)
    expect(answer.body.errors).toHaveProperty('Idempotency-Key')
    expect(await countWrites(answer)).toBe(0)
  })
})
