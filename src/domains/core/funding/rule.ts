// Who may bring cash in or take it out. Everything that posts against the accounts `external:…` on
// somebody's word asks here: deposits, withdrawals, the money an account is opened with, and the
// reversal of these. Providers and rails do not: they prove their payments.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Draft, Plan } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import { FundingNotAllowed } from './errors.ts'
import { isTeller } from './store.ts'

export type FundingMode = 'open' | 'operators'

/** Into and out of whose accounts: those that the caller may use anyway, or any customer's. */
export type Reach = 'own' | 'any'

/** Plans that carry this name are asked about before the ledger decides them. */
export const CASH_RUNNER = 'funding.cash'

/** Cash in or out as a posting. The rule needs the database, so it is asked before the ledger decides. */
export class CashPlan<Output> implements Plan<Output> {
  readonly runner = CASH_RUNNER
  readonly books: readonly BookName[]
  private readonly decideWithin: (ledger: Draft, reach: Reach) => Output

  constructor(books: readonly BookName[], decideWithin: (ledger: Draft, reach: Reach) => Output) {
    this.books = books
    this.decideWithin = decideWithin
  }

  decide(): Output {
    throw new Error('nobody has asked yet whether the caller may move cash')
  }

  within(reach: Reach): Plan<Output> {
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
   * How far this caller may move cash; throws where it may not. Tellers are read from the database each
   * time: a removal counts on every node from the next call on.
   */
  async reachOf(caller: Caller, tx: Db): Promise<Reach> {
    if (isOperator(caller)) return 'any'
    if (this.mode === 'open' || caller.environment === 'sandbox') return 'own'
    if (actsForItself(caller) && (await isTeller(tx, caller.user!))) return 'any'
    throw FundingNotAllowed({})
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

/** A teller signed in, or a key of theirs; a program or an agent that a teller connected is no teller. */
const actsForItself = ({ user, agent, client, credential }: Caller): boolean =>
  user !== undefined &&
  agent === undefined &&
  client === undefined &&
  (credential?.kind === 'login' || credential?.kind === 'api_key')
