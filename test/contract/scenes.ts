// A bank with a scene for each operation: somebody who may call it, and what its example needs to exist. A scene is
// made once and serves all questions that are refused or only read, because these leave it as it is.
import {
  isWrite,
  parseRoute,
  type AnyOperation,
  type Route,
} from '../../src/operation/operation.ts'
import type { Need } from '../../src/operation/operation.ts'
import { platformKey } from '../../src/domains/selling/cards/test-support.ts'
import {
  type Answer,
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'
import { examples } from './examples.ts'
import { sendTo } from './send.ts'

export const { operations } = describeForTests()
export const protectedOperations = operations.filter((op) => op.auth !== 'public')
// What has no route is asked for by a page of ours, and tested with it.
export const writes = operations.filter((op) => isWrite(op) && op.rest.length > 0)
export const needsOf = (op: AnyOperation): readonly Need[] => (op.auth === 'public' ? [] : op.auth)

export interface Routed {
  readonly name: string
  readonly op: AnyOperation
  readonly route: Route
  readonly at: string
}
export const routesOf = (list: readonly AnyOperation[]): Routed[] =>
  list.flatMap((op) => op.rest.map((route) => ({ name: op.name, op, route, at: route.route })))

export const hasId = ({ name, route }: Routed): boolean =>
  parseRoute(route.route).params.length > 0 && !examples[name]?.pathIsChoice

export interface Scene {
  readonly person: Person
  readonly valid: Record<string, unknown>
}

export class Scenes {
  readonly bank: Bank
  private readonly kept = new Map<string, Promise<unknown>>()

  constructor(bank: Bank) {
    this.bank = bank
  }

  /** The operation is called with the fields of the input where its route carries them. */
  send(
    { op, route }: Routed,
    input: Readonly<Record<string, unknown>>,
    given: CallOptions,
  ): Promise<Answer> {
    return sendTo(this.bank, op, route, input, given)
  }

  /** A new scene, for what changes it. */
  async make(op: AnyOperation): Promise<Scene> {
    const { as, input } = examples[op.name]!
    const person = await (as === 'operator' ? this.bank.operator() : this.bank.person())
    return { person, valid: await input(this.bank, person) }
  }

  /** The scene that all questions share which leave it as it is. */
  get(op: AnyOperation): Promise<Scene> {
    return this.keep(op.name, () => this.make(op))
  }

  /** Makes the scenes one after the other: some of them move the clock, or take the next period there is. */
  async prepare(list: readonly Routed[]): Promise<void> {
    for (const { op } of list) await this.get(op)
  }

  /** Somebody who owns nothing. */
  stranger(): Promise<Person> {
    return this.keep('a stranger', () => this.bank.person())
  }

  /** Makes something once. */
  keep<Thing>(name: string, make: () => Promise<Thing>): Promise<Thing> {
    if (!this.kept.has(name)) this.kept.set(name, make())
    return this.kept.get(name) as Promise<Thing>
  }

  stop(): Promise<void> {
    return this.bank.stop()
  }
}

export async function openScenes(): Promise<Scenes> {
  const bank = await startBank({
    env: {
      SMS_REPORT_SECRET: 'what only the provider knows',
      CARD_PLATFORM_PUBLIC_KEY: platformKey,
    },
  })
  // What a request wrote is asked for thousands of times here, and by nobody else.
  for (const table of ['platform.audit', 'ledger.moves', 'ledger.holds'])
    await bank.sql(`create index on ${table} (request_id)`)
  return new Scenes(bank)
}

/** What one request wrote: its audit row, or for a posting the moves and holds that name it. */
export async function countWrites(bank: Bank, answer: Answer): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(
    `select (select count(*) from platform.audit where request_id = $1)::int
       + (select count(*) from ledger.moves where request_id = $1)::int
       + (select count(*) from ledger.holds where request_id = $1)::int as n`,
    [answer.headers.get('x-request-id')],
  )
  return row!.n
}
