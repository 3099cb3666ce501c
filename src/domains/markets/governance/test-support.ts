// Shared by the tests of governance: users with money, open proposals and polls, a clock, and a basket
// that records the weights it is given.
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'
import type { Context } from '../../../operation/operation.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { VoteSettler } from './jobs.ts'
import type { BasketPort } from './composition.ts'
import type { Shares } from './percent.ts'

export class RecordingBasket implements BasketPort {
  readonly applied: Shares[] = []
  /** Thrown instead of applying. */
  refusal: Error | undefined
  /** Called with the transaction that applies. */
  onApply: (ctx: Context) => Promise<void> = () => Promise.resolve()

  currentComposition(): Promise<Shares> {
    return Promise.resolve({ USD: 10000 })
  }

  async applyComposition(ctx: Context, composition: Shares): Promise<object> {
    if (this.refusal) throw this.refusal
    await this.onApply(ctx)
    this.applied.push(composition)
    return { rebalanced: true }
  }
}

export interface Governance {
  readonly bank: Bank
  readonly basket: RecordingBasket
  /** Signed in by `begin`. */
  readonly operator: Person
  /** The start of a test: later, with nothing left open by the ones before. */
  begin(): Promise<void>
  /** Runs the job that runs every minute. */
  settle(): Promise<void>
  /** A new user who holds this much; amounts are decimal text. */
  voter(holdings?: Readonly<Record<string, string>>): Promise<Person>
  createProposal(change?: object): Promise<Answer>
  /** A proposal that takes votes now, and for an hour. */
  openProposal(change?: object): Promise<number>
  createPoll(change?: object): Promise<Answer>
  /** A poll that takes votes now, and for an hour. */
  openPoll(change?: object): Promise<string>
  count(table: string): Promise<number>
  eventsOf(
    subject: { readonly poll_uuid: string } | { readonly proposal_id: number },
  ): Promise<{ readonly type: string; readonly data: object; readonly user_uuid: string | null }[]>
  at(seconds: number): string
  stop(): Promise<void>
}

const HOUR = 3600

export async function makeGovernance(bank: Bank): Promise<Governance> {
  const database: Database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  const basket = new RecordingBasket()
  const log = pino({ level: 'silent' })
  const closer = new VoteSettler({ basket, clock: bank.clock, log, invalidate: () => {} })
  let operator: Person
  let signInAgain: Date
  const signIn = async (): Promise<void> => {
    operator = await bank.operator()
    // A session lasts a day; a test must not outlive it.
    signInAgain = new Date(bank.clock.now().getTime() + 6 * HOUR * 1000)
  }
  await signIn()
  const at = (seconds: number) =>
    new Date(bank.clock.now().getTime() + seconds * 1000).toISOString()
  const must = (answer: Answer, status: number): Answer => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    return answer
  }
  const governance: Governance = {
    bank,
    basket,
    get operator() {
      return operator
    },
    at,
    async begin() {
      bank.clock.advance(2 * HOUR)
      if (bank.clock.now() >= signInAgain) await signIn()
      basket.refusal = undefined
      basket.onApply = () => Promise.resolve()
      await governance.settle()
      basket.applied.length = 0
    },
    settle: () => closer.run(database.write),
    async stop() {
      await database.close()
      await bank.stop()
    },
    async voter(holdings = {}) {
      const person = await bank.person()
      if (Object.keys(holdings).length === 0) return person
      const [account] = await bank.sql<{ uuid: string }>(
        'select uuid from accounts.accounts where user_uuid = $1',
        [person.uuid],
      )
      for (const [asset_code, amount] of Object.entries(holdings))
        must(
          await bank.call(
            `POST /api/v2/accounts/${account!.uuid}/deposit`,
            { amount, asset_code },
            person,
          ),
          200,
        )
      return person
    },
    createProposal: (change = {}) =>
      bank.call(
        'POST /api/v2/gcu/voting/proposals',
        {
          title: 'Less gold',
          description: 'Gold has done its work.',
          proposed_composition: { USD: 42, EUR: 30, GBP: 15, CHF: 10, JPY: 3 },
          voting_starts_at: at(1),
          voting_ends_at: at(HOUR),
          ...change,
        },
        operator,
      ),
    async openProposal(change) {
      const { body } = must(await governance.createProposal(change), 201)
      bank.clock.advance(1)
      return body.data.id
    },
    createPoll: (change = {}) =>
      bank.call(
        'POST /api/polls',
        {
          title: 'Which metal?',
          type: 'single_choice',
          options: ['silver', 'gold', 'lead'].map((id) => ({ id, label: id })),
          start_date: at(1),
          end_date: at(HOUR),
          ...change,
        },
        operator,
      ),
    async openPoll(change) {
      const { body } = must(await governance.createPoll(change), 201)
      bank.clock.advance(1)
      must(await bank.call(`POST /api/polls/${body.data.uuid}/activate`, {}, operator), 200)
      return body.data.uuid
    },
    async count(table) {
      const [row] = await bank.sql<{ n: number }>(`select count(*)::int as n from ${table}`)
      return row!.n
    },
    eventsOf: (subject) =>
      bank.sql(
        `select type, data, user_uuid from platform.events where data @> $1 order by position`,
        [JSON.stringify(subject)],
      ),
  }
  return governance
}
