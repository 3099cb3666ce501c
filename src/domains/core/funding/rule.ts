// The rule that decides who may deposit and withdraw cash. It applies to every posting against the accounts
// `external:…` that relies on the caller's statement alone: deposits, withdrawals, opening balances and their
// reversals. Payment providers and rails prove their payments, so the rule does not apply to them.
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import { FundingNotAllowed } from './errors.ts'
import { findTellers } from './store.ts'

export type FundingMode = 'open' | 'operators'

/** The accounts whose cash a caller may move: its own and those it manages, or any customer's. */
export type FundingScope = 'own' | 'any'

export class Funding {
  readonly mode: FundingMode

  constructor(mode: FundingMode) {
    this.mode = mode
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
}

/** True for a login or an API key; an agent or OAuth client that a teller connected is not a teller. */
const actsForItself = ({ user, agent, client, credential }: Caller): boolean =>
  user !== undefined &&
  agent === undefined &&
  client === undefined &&
  (credential?.kind === 'login' || credential?.kind === 'api_key')
