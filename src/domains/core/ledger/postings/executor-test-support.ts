// Support for the tests of the executor: nodes with a lane of their own on one database, payments between
// accounts without an owner, and checks of all that was written.
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createDatabase, openTestPool } from '../../../../../test/harness/bank.ts'
import { ANY_WAITING } from '../../../../../test/harness/held.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { AppError } from '../../../../operation/error.ts'
import type { IdempotentCall, Reply } from '../../../../operation/idempotency.ts'
import type { Cause, Plan } from '../../../../operation/posting.ts'
import { type Database, openDatabase } from '../../../../platform/database.ts'
import {
  type PipelinedConnection,
  openPipelinedConnection,
} from '../../../../platform/pipelined-connection.ts'
import { openAccount } from '../accounts/service.ts'
import { Executor } from './executor.ts'
import { proveAll } from '../integrity/full-proof.ts'
import { systemAccount } from '../ids.ts'
import { anonymousCaller } from '../test-support.ts'

const START = new Date('2026-03-01T12:00:00Z')
export const OUTSIDE = systemAccount('live', 'external:deposits')

export interface Node {
  readonly executor: Executor
  readonly lane: PipelinedConnection
  /** Of each batch: how many postings, and whether it was decided under locks. */
  readonly batches: { size: number; locked: boolean }[]
}

export let test: Awaited<ReturnType<typeof createDatabase>>
export let database: Database
export let pool: pg.Pool
let nodes: Node[] = []
export let one: Node
export let two: Node

export function startNode(
  wrap: (lane: PipelinedConnection, executor: () => Executor) => PipelinedConnection = (lane) =>
    lane,
): Node {
  const batches: Node['batches'] = []
  const lane = openPipelinedConnection(test.address, { name: 'ledger', onError: () => {} })
  const executor: Executor = new Executor({
    lane: wrap(lane, () => executor),
    onBatch: (size, locked) => void batches.push({ size, locked }),
  })
  const node = { executor, lane, batches }
  nodes.push(node)
  return node
}

/** Opens the database for the tests of one file, and two nodes for each of its tests. */
export function useNodes(): void {
  beforeAll(async () => {
    test = await createDatabase()
    database = openDatabase(test.address, { connectionsMax: 2, onError: () => {} })
    pool = openTestPool(test.address)
  })
  beforeEach(async () => {
    await stopNodes()
    one = startNode()
    two = startNode()
  })
  afterAll(async () => {
    await stopNodes()
    await pool.end()
    await database.close()
    await test.drop()
  })
}

async function stopNodes(): Promise<void> {
  for (const { executor, lane } of nodes) {
    await executor.close()
    await lane.close()
  }
  nodes = []
}

/** Books are sound after each of these, or the test has failed whatever else it says. */
export async function expectSound(): Promise<void> {
  expect((await proveAll(database.read)).findings).toEqual([])
  const { rows } = await pool.query(
    'select account_id from ledger.balances where overdraft is not null and units - held < 0',
  )
  expect(rows).toEqual([])
}

export async function countMoves(subtype: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from ledger.moves where subtype = $1',
    [subtype],
  )
  return rows[0]!.n
}

export async function balanceOf(account: string): Promise<number> {
  const { rows } = await pool.query<{ units: number }>(
    'select units::int as units from ledger.balances where account_id = $1',
    [account],
  )
  return rows[0]?.units ?? 0
}

const causeAt = (now: Date): Cause => ({
  caller: anonymousCaller,
  operation: 'test',
  requestId: uuidv7(now),
  maySpend: true,
  now,
})

export const cause = causeAt(START)

interface Payment {
  readonly from: string
  readonly to: string
  readonly units: number
  /** Finds the moves again. */
  readonly mark: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly simulate?: boolean
}

export const pay = ({ from, to, units, mark, metadata, simulate }: Payment): Plan<string> => ({
  books: [from, to].map((account) => ({ account, asset: 'USD' })),
  ...(simulate !== undefined && { simulate }),
  decide(ledger) {
    for (const id of [from, to])
      if (!ledger.account(id)) throw new Error(`account ${id} is not known`)
    const moves = [{ from, to, asset: 'USD', units: BigInt(units) }]
    return ledger.post({ type: 'transfer', credits: 'returned', subtype: mark, metadata, moves }).id
  },
})

export const run = (
  { executor }: Node,
  payment: Payment,
  idempotency?: IdempotentCall,
): Promise<Reply> => executor.run(pay(payment), cause, idempotency)

export const withKey = (key: string, input = 'the same'): IdempotentCall => ({
  slot: { caller: 'live:somebody', operation: 'test', key },
  inputHash: Buffer.from(input),
  isStranger: false,
})

let marks = 0
export const newMark = (): string => `mark ${++marks}`

export async function openAccounts(count: number, units = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7(START))
  await database.write.transaction().execute(async (tx) => {
    for (const id of ids)
      await openAccount(
        { tx, now: START },
        {
          id,
          environment: 'live',
          user_uuid: uuidv7(START),
          manager_uuid: null,
          tenant_uuid: null,
          holder_name: 'Somebody',
        },
      )
  })
  if (units > 0)
    await Promise.all(ids.map((id) => run(one, { from: OUTSIDE, to: id, units, mark: 'initial' })))
  return ids
}

/** How each of them ended: 'done', or the code of the refusal. */
export async function outcomesOf(runs: readonly Promise<Reply>[]): Promise<string[]> {
  const settled = await Promise.allSettled(runs)
  return settled.map((result) => {
    if (result.status === 'fulfilled') return result.value.replayed ? 'replayed' : 'done'
    if (result.reason instanceof AppError) return result.reason.def.code
    throw result.reason
  })
}

export const count = (outcomes: readonly string[], what: string): number =>
  outcomes.filter((outcome) => outcome === what).length

export const isAnyWaiting = async (): Promise<boolean> =>
  (await pool.query(ANY_WAITING)).rowCount! > 0

/** Every pair once, in an order that looks random and is the same each time. */
export const pairs = (ids: readonly string[], length: number): [string, string][] =>
  Array.from({ length }, (_, turn) => {
    const from = (turn * 7 + (turn >> 3)) % ids.length
    const to = (from + 1 + ((turn * 5) % (ids.length - 1))) % ids.length
    return [ids[from]!, ids[to]!]
  })
