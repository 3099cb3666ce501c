// The statement tasks of a worker thread: adding up the entries of a period, and writing a slice of them.
import { closeSync, openSync, writeSync } from 'node:fs'
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Db } from '../../../../platform/database.ts'
import type { TaskTools } from '../../../../platform/workers.ts'
import { makeDirectory } from '../../../core/account-numbers/for-tasks.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { listMoves, sumMovesByKind } from '../../../core/ledger/for-tasks.ts'
import { writeNotification, writeStatement } from '../../iso20022/for-tasks.ts'
import type { WritableEntry } from '../../iso20022/index.ts'
import type { StatementPlan } from './service.ts'
import { headerOf, toEntry } from './view.ts'

/** Sums of all entries, in decimals of the currency. */
export interface Summary {
  readonly entries: number
  readonly credits: number
  readonly credit_sum: string
  readonly debits: number
  readonly debit_sum: string
  readonly iban: string | null
}

export async function summarize(plan: StatementPlan, { db }: TaskTools): Promise<Summary> {
  const { account, currency: asset, after, until, precision } = plan
  const kinds = await sumMovesByKind(db, { account, asset, after, until })
  const sumOf = (side: 'from' | 'to') => {
    const own = kinds.filter((kind) => kind.side === side)
    const units = own.reduce((sum, kind) => sum + kind.units, 0n)
    return { count: own.reduce((sum, kind) => sum + kind.count, 0), units }
  }
  const [debit, credit] = [sumOf('from'), sumOf('to')]
  const write = (units: bigint) => formatDecimal({ units, asset: { code: asset, precision } })
  const identifiers = await makeDirectory(plan.identity).of(db, [account])
  return {
    entries: debit.count + credit.count,
    credits: credit.count,
    credit_sum: write(credit.units),
    debits: debit.count,
    // The ledger counts what leaves as negative.
    debit_sum: write(-debit.units),
    iban: identifiers.get(account)?.iban ?? null,
  }
}

/** A slice takes some seconds, far less than a task may take. */
const ENTRIES_IN_SLICE = 50_000
const ROWS_AT_ONCE = 1_000
const BUFFER_LENGTH = 262_144

export interface Slice {
  readonly plan: StatementPlan
  readonly summary: Summary
  readonly path: string
  /** The number of the last move that is written already. */
  readonly from: number
  /** The most entries to write. */
  readonly length?: number
}

/** Appends the next entries to the file; returns where to go on, or undefined when the document is complete. */
export async function writeSlice(
  { plan, summary, path, from, length = ENTRIES_IN_SLICE }: Slice,
  { db }: TaskTools,
): Promise<number | undefined> {
  const until = Math.min(from + length, plan.until)
  const isFirst = from === plan.after
  const isLast = until === plan.until
  const entries = readEntries(plan, from, until, db)
  const header = headerOf(plan, summary)
  const pieces =
    plan.kind === 'camt.053' ? writeStatement(header, entries) : writeNotification(header, entries)
  const file = openSync(path, isFirst ? 'wx' : 'a', 0o600)
  try {
    // The first piece is the part before the entries, and the last one the part after them.
    let held: string | undefined
    let waiting = ''
    let number = 0
    for await (const piece of pieces) {
      if (held !== undefined && (number > 0 || isFirst)) waiting += held
      if (held !== undefined) number++
      held = piece
      if (waiting.length >= BUFFER_LENGTH) {
        writeSync(file, waiting)
        waiting = ''
      }
    }
    writeSync(file, waiting + (isLast ? held : ''))
  } finally {
    closeSync(file)
  }
  return isLast ? undefined : until
}

async function* readEntries(
  plan: StatementPlan,
  from: number,
  to: number,
  db: Db,
): AsyncGenerator<WritableEntry> {
  const ibans = new Ibans(makeDirectory(plan.identity), db)
  const { account, currency: asset } = plan
  for (let after = from; after < to; after += ROWS_AT_ONCE) {
    const until = Math.min(after + ROWS_AT_ONCE, to)
    const moves = await listMoves(db, { account, asset, after, until })
    const known = await ibans.find([account, ...moves.map((move) => move.other_account)])
    for (const move of moves) yield toEntry(move, plan, known)
  }
}

/** The IBANs of accounts, each looked up once for a slice. */
class Ibans {
  private readonly known = new Map<string, string>()
  private readonly asked = new Set<string>()
  private readonly directory: AccountDirectory
  private readonly db: Db

  constructor(directory: AccountDirectory, db: Db) {
    this.directory = directory
    this.db = db
  }

  async find(accounts: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const fresh = new Set<string>()
    for (const account of accounts)
      if (account !== null && !this.asked.has(account)) fresh.add(account)
    if (fresh.size === 0) return this.known
    for (const [account, { iban }] of await this.directory.of(this.db, [...fresh]))
      if (iban !== null) this.known.set(account, iban)
    for (const account of fresh) this.asked.add(account)
    return this.known
  }
}
