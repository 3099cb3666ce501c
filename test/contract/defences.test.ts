// Checks that followed an attack on one operation, applied to every operation there is or will be: how value may leave
// an account, which answers hold a secret, and how long an input may be.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { displayName } from '../../src/kernel/text.ts'
import { SESSION_KINDS } from '../../src/domains/people/identity/credentials/service.ts'
import { bearerKinds, delegatedKinds } from '../../src/domains/people/identity/store.ts'
import {
  type AnyOperation,
  isWrite,
  type Need,
  needsConfirmedEmail,
  needsFreshProof,
} from '../../src/operation/operation.ts'
import { type JsonSchema, shapeOf } from '../../src/operation/shape.ts'
import { compare, STRUCK } from '../../src/operation/changes.ts'
import { isOfInterest, recordsAnswer } from '../../src/operation/subject.ts'
import { type Spends } from '../../src/operation/spending.ts'
import { describeForTests } from '../harness/describe.ts'
import { exemptFrom } from './exemptions.ts'

const { operations, domains } = describeForTests()
const named = (list: readonly AnyOperation[]) => list.map((op) => ({ name: op.name, op }))

const needsOf = (op: AnyOperation): readonly Need[] => (op.auth === 'public' ? [] : op.auth)

describe('an operation that pays another party asks the guards of transfers', () => {
  const isGuarded = (op: AnyOperation): boolean =>
    op.errors.some(({ code }) => code === 'TRANSFER_BLOCKED')

  it('unless there is a reason', () => {
    const silent = operations.filter((op) => op.spends !== undefined && !isGuarded(op))
    expect(silent.map((op) => op.name).toSorted()).toEqual(exemptFrom('guards'))
  })
})

describe('an operation by which value can leave an account refuses an owner who owes the bank', () => {
  it('unless there is a reason', () => {
    const canRefuse = ({ errors }: AnyOperation) =>
      errors.some(({ code }) => code === 'DEBT_OUTSTANDING')
    const silent = operations.filter((op) => op.spends !== undefined && !canRefuse(op))
    expect(silent.map(({ name }) => name).toSorted()).toEqual(exemptFrom('debt'))
  })
})

describe('an operation by which value can leave an account says how that is limited', () => {
  const spending = operations.filter((op) => op.spends !== undefined)

  it.each(named(spending))('$name, for every kind of caller', ({ op }) => {
    const spends = op.spends!
    const words = (kind: keyof Spends) => Object.values(spends[kind]).join('')
    expect(isWrite(op)).toBe(true)
    for (const kind of ['people', 'keys', 'agents', 'programs'] as const)
      expect(spends[kind] === 'refused' || /^[A-Z].*\.$/.test(words(kind)), kind).toBe(true)
    const takesAgents = needsOf(op).some((need) => need.by === 'agent' || need.or?.by === 'agent')
    expect(spends.agents !== 'refused').toBe(takesAgents)
    const takesKeys = op.rest.length > 0 && needsOf(op).every((need) => need.via !== 'login')
    expect(spends.keys !== 'refused').toBe(takesKeys)
    expect(spends.people !== 'refused').toBe(op.rest.length > 0)
  })
})

describe('a job that takes money of customers says how', () => {
  const jobs = domains.flatMap((domain) => domain.jobs)
  it.each(jobs.filter((job) => job.spends))('$name, in a sentence', ({ spends }) => {
    expect(Object.values(spends!).join()).toMatch(/^[A-Z].*\.$/)
  })
})

/** Fields that hold a credential or another secret, whatever else an answer calls a key or a token. */
const SECRET = /^(api_key|private_key|secret|recovery_codes|password|(\w+_)?token)$/

describe('a command of operators, or one that gives access, says what it changed', () => {
  it('unless there is a reason', () => {
    const silent = operations.filter(
      (op) =>
        op.kind === 'command' &&
        isOfInterest(op) &&
        op.issues !== 'login' &&
        op.subject === undefined &&
        !recordsAnswer(op),
    )
    expect(silent.map(({ name }) => name).toSorted()).toEqual(exemptFrom('subject'))
  })

  it('without the secrets of its answer', () => {
    const answers = operations.filter((op) => recordsAnswer(op) || op.subject !== undefined)
    expect(answers.length).toBeGreaterThan(60)
    const secrets = answers.flatMap(({ output }) =>
      [...leaves(output as JsonSchema, '')]
        .map(([path]) => path.split('.').at(-1)!.replace('[]', ''))
        .filter((name) => SECRET.test(name)),
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const name of secrets)
      expect(compare(undefined, { [name]: 'x' })[0]?.after, name).toBe(STRUCK)
  })
})

describe('an operation whose answer holds a secret says so', () => {
  const holdsSecret = (op: AnyOperation): boolean =>
    [...leaves(op.output as JsonSchema, '')].some(
      ([path, leaf]) =>
        SECRET.test(path.split('.').at(-1)!.replace('[]', '')) &&
        leaf.type !== 'boolean' &&
        leaf.type !== 'null' &&
        // A token of a chain is one of a few symbols, or at least shorter than anything secret.
        leaf.enum === undefined &&
        (leaf.maxLength ?? Infinity) > 20,
    )

  it.each(named(operations.filter(holdsSecret)))('$name', ({ op }) => {
    expect(op.issues).toMatch(/^(login|credential|secret)$/)
    expect(isWrite(op)).toBe(true)
  })
})

/** The kinds of access that outlive a login, and by which operations each comes about. */
const ACCESS: Readonly<Record<string, readonly string[]>> = {
  api_key: ['api_key.create', 'api_key.regenerate', 'api_key.update'],
  agent_did_key: ['agent.register', 'agent.rotate_key'],
  agent_key: ['agent_key.create'],
  // Opened with a key of the agent, which ends with its owner's access.
  agent_session: [],
  agent_endpoint: ['agent.set_endpoints'],
  webhook: ['webhook.create', 'webhook.rotate_secret', 'webhook.update'],
  connected_programs: ['grant.create'],
  interledger_grants: ['interledger_grant.create'],
  open_banking_consents: ['consent.authorize'],
  agent_mandates: ['mandate.create'],
  direct_debit_mandates: ['direct_debit_mandate.create'],
  // By `payment_file.execute` and `batch.execute`, which spend and so need as much.
  scheduled_payments: [],
  scheduled_batches: [],
  standing_orders: ['standing_order.change', 'standing_order.create', 'standing_order.resume'],
  cards: ['issued_card.create', 'issued_card.unfreeze', 'issued_card.update'],
  passkeys: ['passkey.register'],
  devices: ['biometric.enable', 'device.register'],
  'the second factor': ['two_factor.enable', 'two_factor.recovery_codes'],
  'keys of a partner': [
    'partner.onboard',
    'partner.reissue',
    'partner_key.rotate',
    'partner_webhook_secret.rotate',
  ],
  'none: it is for being paid, or to show one receipt': [
    'interledger_connection.open',
    'interledger_incoming.create',
    'receipt.share',
  ],
  'none: it tells who an erased person was': ['erasure.disclose'],
}

describe('access that outlives a login', () => {
  const lasting = operations.filter(
    (op) => op.issues !== undefined && op.issues !== 'login' && op.auth !== 'public',
  )

  it('comes about by these operations, each of which needs a confirmed e-mail address', () => {
    expect(lasting.map((op) => op.name).toSorted()).toEqual(Object.values(ACCESS).flat().toSorted())
    expect(lasting.filter((op) => !needsConfirmedEmail(op))).toEqual([])
  })

  it('that could lock its owner out needs a fresh proof', () => {
    const locking = [...ACCESS['passkeys']!, ...ACCESS['devices']!, ...ACCESS['the second factor']!]
    const stale = lasting.filter((op) => locking.includes(op.name) && !needsFreshProof(op))
    // A device only gets messages until biometric sign-in is enabled on it.
    expect(stale.map((op) => op.name)).toEqual(['device.register'])
  })

  it('is of every kind that there is', () => {
    const signOut = operations.find((op) => op.name === 'auth.logout_all')!
    const counted = signOut.output.properties.still_active.properties as object
    const stored = [...bearerKinds, ...delegatedKinds].filter(
      (kind) => !(SESSION_KINDS as readonly string[]).includes(kind),
    )
    // What is counted has the kind in the plural, unless it is stored elsewhere.
    const isStored = (name: string) => stored.some((kind) => kind.startsWith(name.slice(0, -1)))
    const elsewhere = Object.keys(counted).filter((name) => !isStored(name))
    expect(Object.keys(ACCESS)).toEqual(expect.arrayContaining([...stored, ...elsewhere]))
  })
})

describe('an operation is cheap, or does its work in a worker thread and says so', () => {
  it.each(named(operations.filter((op) => op.heavy)))('$name is a question', ({ op }) => {
    expect(op.kind).toBe('query')
  })
})

describe('a name under which others see a person, a business or an agent', () => {
  const names = operations
    .filter(isWrite)
    .flatMap((op) =>
      [...leaves(op.input as JsonSchema, '')]
        .filter(([path, leaf]) => /name$/i.test(path) && leaf.type === 'string')
        .map(([path, leaf]) => ({ at: `${op.name} ${path}`, leaf })),
    )

  it('is bounded to what names are, unless it is of something else', () => {
    const others = names.filter(({ leaf }) => leaf.format !== 'display-name' && !leaf.enum)
    const stated = operations.flatMap(({ name, exempt }) =>
      Object.keys(exempt?.names ?? {}).map((path) => `${name} ${path}`),
    )
    const remedy = 'declare the format display-name, or say in exempt.names what it names'
    expect(others.map(({ at }) => at).toSorted(), remedy).toEqual(stated.toSorted())
  })

  it.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'María-José O’Connor d’Arc',
    'Łukasz Żółć',
    '山田 太郎',
    'محمد علی',
    'می‌نا',
    'ஸ்ரீ. கி. ராமன்',
    'Nguyễn Thị Minh Khai',
    'Dr. h. c. Karl-Theodor zu Guttenberg, Jr.',
    'A. P. Møller - Mærsk A/S',
    '1&1 AG',
    'H&M (Hennes & Mauritz)',
  ])('may be %s', (name) => expect(isName(name)).toBe(true))

  it.each([
    'https://evil.example',
    'Locked! See evil.example/now',
    'www.evil.example',
    't.co',
    'help@evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil。example',
    '//evil',
    'Ada\nYour account is locked',
    'Ada\u2028Your account is locked',
    'Ada\u202eevil',
    'e\u00advil',
    '\u200d',
    '   ',
    '. . .',
  ])('may not be %j', (name) => expect(isName(name)).toBe(false))
})

const isName = (name: string): boolean => shapeOf(Type.String(displayName(255))).isValid(name)

/** Every text, list and object in a schema, with the path to it. */
function* leaves(schema: JsonSchema, path: string): Generator<[string, Leaf]> {
  for (const branch of schema.anyOf ?? []) yield* leaves(branch, path)
  if (schema.anyOf) return
  yield [path, schema]
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    yield* leaves(inner, `${path}.${name}`)
  if (schema.items) yield* leaves(schema.items, `${path}[]`)
}

interface Leaf extends JsonSchema {
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly maxItems?: number
  readonly maximum?: number
  readonly 'x-bytes-max'?: number
}

/** These have a length of their own; `date-time` is held to one in `kernel/schema.ts`. */
const SHORT_FORMATS = new Set(['uuid', 'date', 'date-time'])

/** Anchored at both ends, and nothing in it repeats without end. */
const isShortPattern = (pattern: string): boolean =>
  pattern.startsWith('^') &&
  pattern.endsWith('$') &&
  !/(?<!\\)[*+]|\{\d+,\}/.test(pattern.replace(/\[[^\]]*\]/g, '.'))

function isBounded(leaf: Leaf): boolean {
  if (leaf.enum !== undefined || leaf.const !== undefined) return true
  switch (leaf.type) {
    case 'string':
      return (
        leaf.maxLength !== undefined ||
        SHORT_FORMATS.has(leaf.format ?? '') ||
        (leaf.pattern !== undefined && isShortPattern(leaf.pattern))
      )
    case 'array':
      return leaf.maxItems !== undefined
    case 'object':
      return leaf.properties !== undefined || leaf['x-bytes-max'] !== undefined
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return true
    default:
      return false
  }
}

describe('every text, list and object that a caller sends has a bound', () => {
  it.each(named(operations))('$name', ({ op }) => {
    const open = [...leaves(op.input as JsonSchema, '')].filter(([, leaf]) => !isBounded(leaf))
    expect(open.map(([path]) => path)).toEqual([])
  })
})
