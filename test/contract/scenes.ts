// A bank with a scene for each operation: a caller with the right to it, and the records that its example needs. A
// scene serves all checks that are refused or only read, because these leave it as it is, and then one that changes it.
import { expect } from 'vitest'
import {
  type AnyOperation,
  type Need,
  parseRoute,
  type Route,
} from '../../src/operation/operation.ts'
import { platformKey } from '../../src/domains/commerce/cards/test-support.ts'
import {
  type Answer,
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { examples } from './examples.ts'
import { differencesFrom } from './recorded/compare.ts'
import type { Sample } from './recorded/sample.ts'
import { differingFields } from './same-fields.ts'
import { sendTo } from './send.ts'

export const { operations } = describeForTests()
// What has no route is asked for by a page of ours, and tested with it.
export const routedOperations = operations.filter((op) => op.rest.length > 0)
export const isProtected = ({ op }: Pick<Routed, 'op'>): boolean => op.auth !== 'public'
export const needsOf = (op: AnyOperation): readonly Need[] => (op.auth === 'public' ? [] : op.auth)

export interface Routed {
  readonly name: string
  readonly op: AnyOperation
  readonly route: Route
  /** Aliases are further routes. */
  readonly isFirst: boolean
  readonly at: string
}
export const routesOf = (op: AnyOperation): Routed[] =>
  op.rest.map((route, index) => ({
    name: op.name,
    op,
    route,
    isFirst: index === 0,
    at: route.route,
  }))

export const hasId = ({ name, route }: Routed): boolean =>
  parseRoute(route.route).params.length > 0 && !examples[name]?.pathIsChoice

export interface Scene {
  readonly person: Person
  readonly valid: Record<string, unknown>
}

export class Scenes {
  readonly bank: Bank
  /** Judges the answer to the request of an example. */
  readonly answered: (op: AnyOperation, sample: Sample) => void
  private readonly kept = new Map<string, Promise<unknown>>()
  /** The requests that must have written something, and those that must not, with what they were about. */
  private readonly writing = new Map<string, string>()
  private readonly silent = new Map<string, string>()

  constructor(bank: Bank, onAnswer: (op: AnyOperation, sample: Sample) => void) {
    this.answered = onAnswer
    // Nothing that is asked here depends on how often the operator has signed in.
    this.bank = { ...bank, operator: () => this.keep('the operator', () => bank.operator()) }
  }

  /** The operation is called with the fields of the input where its route carries them. */
  send(
    { op, route }: Routed,
    input: Readonly<Record<string, unknown>>,
    given: CallOptions,
  ): Promise<Answer> {
    return sendTo(this.bank, op, route, input, given)
  }

  async make(op: AnyOperation): Promise<Scene> {
    const example = examples[op.name]!
    const isOperators = example.as === 'operator'
    const person = await (isOperators ? this.bank.operator() : this.bank.person())
    return { person, valid: await example.input(this.bank, person) }
  }

  /** The scene, or a new one where it only serves a few calls: a consent allows four accesses a day. */
  async renew(op: AnyOperation, scene: Scene): Promise<Scene> {
    return op.errors.some(({ code }) => code === 'ACCESS_EXCEEDED') ? this.make(op) : scene
  }

  /** A user who owns nothing. */
  stranger(): Promise<Person> {
    return this.keep('a stranger', () => this.bank.person())
  }

  /** A key of this user without one permission. */
  keyWithout(person: Person, scope: string): Promise<string> {
    const permissions = ['read', 'write', 'delete'].filter((one) => one !== scope)
    return this.makeKey(person, { name: 'Key', permissions })
  }

  /** A key of this user with all permissions, in the sandbox environment. */
  sandboxKey(person: Person): Promise<string> {
    return this.makeKey(person, { environment: 'sandbox' })
  }

  private makeKey(person: Person, request: object): Promise<string> {
    return this.keep(
      `${person.uuid} ${JSON.stringify(request)}`,
      async () => (await this.bank.apiKey(person, request)).token,
    )
  }

  /** Makes something once. */
  keep<Thing>(name: string, make: () => Promise<Thing>): Promise<Thing> {
    if (!this.kept.has(name)) this.kept.set(name, make())
    return this.kept.get(name) as Promise<Thing>
  }

  /** What was asked must have written something; `findSilent` lists those that did not. */
  expectWritten(answer: Answer, about: string): void {
    this.writing.set(requestOf(answer), about)
  }

  /** What was asked must have written nothing; `findWriting` lists those that did. */
  expectNothingWritten(answer: Answer, about: string): void {
    this.silent.set(requestOf(answer), about)
  }

  async findSilent(): Promise<string[]> {
    const wrote = await this.findWrites([...this.writing.keys()])
    return [...this.writing].filter(([id]) => !wrote.has(id)).map(([, about]) => about)
  }

  async findWriting(): Promise<string[]> {
    const wrote = await this.findWrites([...this.silent.keys()])
    return [...this.silent].filter(([id]) => wrote.has(id)).map(([, about]) => about)
  }

  /** The requests that wrote: an audit row, or for a posting the moves and holds that name it. */
  private async findWrites(requests: readonly string[]): Promise<Set<string>> {
    expect(requests.length, 'there is nothing to ask').toBeGreaterThan(0)
    const rows = await this.bank.sql<{ request_id: string }>(
      `select request_id from platform.audit where request_id = any($1)
       union select request_id from ledger.moves where request_id = any($1)
       union select request_id from ledger.holds where request_id = any($1)`,
      [requests],
    )
    return new Set(rows.map((row) => row.request_id))
  }

  stop(): Promise<void> {
    return this.bank.stop()
  }
}

function requestOf({ headers }: Answer): string {
  const id = headers.get('x-request-id')
  expect(id, 'the answer names its request').toBeTruthy()
  return id!
}

/** The answer must be the recorded one, and have its fields where values vary. */
function expectRecorded(op: AnyOperation, sample: Sample): void {
  const example = examples[op.name]!
  const differences = differencesFrom(example, sample)
  if (differences.length > 0)
    throw new Error(
      `The answer differs from the recorded one; if it should, \`npm run examples\` records it anew.\n${differences.join('\n')}`,
    )
  expect(differingFields(op.output, example.output, sample.output)).toEqual([])
}

export const openScenes = async (onAnswer = expectRecorded): Promise<Scenes> =>
  new Scenes(
    await startBank({
      jobs: 'none',
      env: {
        SMS_REPORT_SECRET: 'what only the provider knows',
        CARD_PLATFORM_PUBLIC_KEY: platformKey,
      },
    }),
    onAnswer,
  )
