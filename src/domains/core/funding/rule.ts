// The rule that decides who may deposit and withdraw cash. It applies to every posting against the accounts
// `external:…` that relies on the caller's statement alone: deposits, withdrawals, opening balances and their
// reversals. Payment providers and rails prove their payments, so the rule does not apply to them.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Draft, Plan } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import { FundingNotAllowed } from './errors.ts'
import { findTellers } from './store.ts'

export type FundingMode = 'open' | 'operators'

/** The accounts whose cash a caller may move: its own and those it manages, or any customer's. */
export type FundingScope = 'own' | 'any'

/** Plans with this runner are checked against the rule before the ledger decides them. */
export const CASH_RUNNER = 'funding.cash'

/** A deposit or withdrawal as a posting. The rule reads the database, so it runs before the ledger decides. */
export class CashPlan<Output> implements Plan<Output> {
  readonly runner = CASH_RUNNER
  readonly books: readonly BookName[]
  private readonly decideWithin: (ledger: Draft, reach: FundingScope) => Output

  constructor(
    books: readonly BookName[],
    decideWithin: (ledger: Draft, reach: FundingScope) => Output,
  ) {
    this.books = books
    this.decideWithin = decideWithin
  }

  decide(): Output {
    throw new Error(`a cash plan must be run by the runner ${CASH_RUNNER}, which checks the caller`)
  }

  within(reach: FundingScope): Plan<Output> {
    const { books, decideWithin } = this
    return { books, decide: (ledger) => decideWithin(ledger, reach) }
  }
}

export interface FundingOptions {
  readonly mode: FundingMode
  readonly db: Db
}

export class Funding {
  readonly mode: FundingMode
  private readonly db: Db

  constructor({ mode, db }: FundingOptions) {
    this.mode = mode
    this.db = db
  }

  /**
   * The accounts whose cash this caller may move; throws when there are none. Tellers are read from the
   * database each time, so that a removal takes effect on every node with the next call.
   */
  async reachOf(caller: Caller, tx: Db): Promise<FundingScope> {
    return (await this.readReach([caller], tx))(caller)
  }

  /** The same for many callers by one statement: the function decides for each of them. */
  async readReach(callers: readonly Caller[], tx: Db): Promise<(caller: Caller) => FundingScope> {
    const asked = callers.filter((caller) => this.reachWithoutTellers(caller) === undefined)
    const users = [...new Set(asked.filter(actsForItself).map((caller) => caller.user!))]
    const tellers = users.length > 0 ? await findTellers(tx, users) : new Set<string>()
    return (caller) => {
      const reach = this.reachWithoutTellers(caller)
      if (reach) return reach
      if (actsForItself(caller) && tellers.has(caller.user!)) return 'any'
      throw FundingNotAllowed({})
    }
  }

  private reachWithoutTellers(caller: Caller): FundingScope | undefined {
    if (isOperator(caller)) return 'any'
    return this.mode === 'open' || caller.environment === 'sandbox' ? 'own' : undefined
  }

  async mayFund(caller: Caller, tx: Db): Promise<boolean> {
    try {
      await this.reachOf(caller, tx)
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  runnerOn(ledger: PostingRunner): PostingRunner {
    return {
      run: async (plan: CashPlan<unknown>, cause, once, finish) => {
        const reach = await this.reachOf(cause.caller, this.db)
        return ledger.run(plan.within(reach), cause, once, finish)
      },
    }
  }
}

/** True for a login or an API key; an agent or OAuth client that a teller connected is not a teller. */
const actsForItself = ({ user, agent, client, credential }: Caller): boolean =>
  user !== undefined &&
  agent === undefined &&
  client === undefined &&
  (credential?.kind === 'login' || credential?.kind === 'api_key')
