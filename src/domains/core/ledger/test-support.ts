// Support for the tests of the ledger: a second connection to the bank's database, on which a test can run
// decisions that no operation offers and break balances on purpose.
import { type Logger, pino } from 'pino'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank, Person } from '../../../../test/harness/bank.ts'
import type { Caller } from '../../../operation/caller.ts'
import { Horizon } from '../../../operation/horizon.ts'
import type { Plan } from '../../../operation/posting.ts'
import { type Database, type Db, openDatabase } from '../../../platform/database.ts'
import { checkOwners } from '../accounts/index.ts'
import { post } from './postings/service.ts'
import type { OwnerCheck } from './integrity/opening-proof.ts'
import { Prover } from './integrity/prover.ts'

export interface Fixture {
  readonly database: Database
  /** Decides in a new transaction, for a caller who may do everything. */
  decide<Output>(plan: Plan<Output>): Promise<Output>
  /** Decides in a transaction that the test ends itself. */
  decideIn<Output>(tx: Db, plan: Plan<Output>): Promise<Output>
  openAccount(person: Person, cents?: number): Promise<string>
  transfer(person: Person, from: string, to: string, amount: string): ReturnType<Bank['call']>
  /** Runs a statement with the database's triggers off, to change rows that must never change. */
  tamper(statement: string): Promise<void>
}

export const anonymousCaller: Caller = { scopes: new Set(), environment: 'live', address: 'test' }

export function openWorkbench(bank: Bank): Fixture {
  const database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  const decideIn = <Output>(tx: Db, plan: Plan<Output>): Promise<Output> => {
    const now = bank.clock.now()
    const cause = {
      caller: anonymousCaller,
      operation: 'test',
      requestId: uuidv7(now),
      now,
      maySpend: true,
    }
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

interface ProverParts {
  readonly log?: Logger
  readonly ownerChecks?: readonly OwnerCheck[]
  readonly proveAllSoon?: () => Promise<void>
}

/** A second prover, which makes a pass only when the test calls for it. */
export function makeProver(
  bank: Bank,
  { database }: Fixture,
  db: Db = database.write,
  { log = pino({ level: 'silent' }), ownerChecks = [], proveAllSoon }: ProverParts = {},
) {
  const horizon = new Horizon(database)
  const prover = new Prover({
    db,
    clock: bank.clock,
    log,
    horizon,
    invalidate: () => {},
    onState: () => {},
    ownerChecks: { handlers: [checkOwners, ...ownerChecks] },
    proveAllSoon: proveAllSoon ?? (() => Promise.resolve()),
    pauseMs: 0,
  })
  return { horizon, prover }
}
