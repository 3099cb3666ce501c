// What the tests of the ledger share: a connection of their own beside the bank's, on which decisions
// are run that no operation offers yet, and the books can be broken.
import { pino } from 'pino'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank, Person } from '../../../../test/harness/bank.ts'
import type { Caller } from '../../../operation/caller.ts'
import { Horizon } from '../../../operation/horizon.ts'
import type { Plan } from '../../../operation/posting.ts'
import { type Database, type Db, openDatabase } from '../../../platform/database.ts'
import { checkOwners } from '../accounts/index.ts'
import { post } from './post.ts'
import { Prover } from './prover.ts'

export interface Workbench {
  readonly database: Database
  /** Decides in a transaction of its own, for a caller who may do everything. */
  decide<Output>(plan: Plan<Output>): Promise<Output>
  /** The same, in a transaction that stays open until it is told. */
  decideIn<Output>(tx: Db, plan: Plan<Output>): Promise<Output>
  openAccount(person: Person, cents?: number): Promise<string>
  transfer(person: Person, from: string, to: string, amount: string): ReturnType<Bank['call']>
  /** Changes what nobody may change. */
  tamper(statement: string): Promise<void>
}

export const anybody: Caller = { scopes: new Set(), environment: 'live', address: 'test' }

export function openWorkbench(bank: Bank): Workbench {
  const database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  const decideIn = <Output>(tx: Db, plan: Plan<Output>): Promise<Output> => {
    const now = bank.clock.now()
    const cause = { caller: anybody, operation: 'test', requestId: uuidv7(now), now }
    return post({ ...cause, tx, invalidate: () => {} }, plan)
  }
  return {
    database,
    decideIn,
    decide: (plan) => database.write.transaction().execute((tx) => decideIn(tx, plan)),
    async openAccount(person, cents = 0) {
      const { status, body } = await bank.call(
        'POST /api/accounts',
        { user_uuid: person.uuid, name: 'Test', initial_balance: cents },
        person,
      )
      if (status !== 201) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
      return body.data.uuid
    },
    transfer: (person, from, to, amount) =>
      bank.call(
        'POST /api/v2/transfers',
        {
          from_account: from,
          to_account: to,
          amount,
          asset_code: 'USD',
          workflow_enabled: false,
        },
        person,
      ),
    async tamper(statement) {
      await bank.sql(
        `set session_replication_role = replica; ${statement}; set session_replication_role = default`,
      )
    },
  }
}

/** A prover beside the bank's own, which passes when the test says so. */
export function makeProver(bank: Bank, { database }: Workbench) {
  const horizon = new Horizon(database)
  const prover = new Prover({
    db: database.write,
    clock: bank.clock,
    log: pino({ level: 'silent' }),
    horizon,
    invalidate: () => {},
    onState: () => {},
    witnesses: [checkOwners],
  })
  return { horizon, prover }
}
