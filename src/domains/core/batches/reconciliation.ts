// Checks every balance against its moves. At the end of a day (UTC) each balance must be the sum of its
// moves, and its reserved amount the sum of its open holds. Over all accounts, the bank's own included,
// the moves of each asset must add up to zero. For the current day, moves up to half a minute ago count.
import { type BookCheck, type BookCursor, checkBooks } from '../ledger/index.ts'
import { endOf } from './days.ts'
import type { ParametersOf } from './parameters.ts'
import { type StepResult, type StepContext, writeUnits } from './step.ts'

interface Mismatch {
  readonly account_uuid: string
  readonly asset_code: string
  readonly what: 'balance' | 'balance_at_date' | 'reserved'
  readonly recorded: string
  readonly computed: string
}

interface State extends BookCursor {
  readonly at: string
  readonly balances: number
  readonly mismatches_total: number
  readonly mismatches: readonly Mismatch[]
  /** Units at the end of the day, by asset, for customers and for the bank. */
  readonly sums: Readonly<Record<string, { readonly customers: string; readonly bank: string }>>
}

const BEFORE_ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'
const MISMATCHES_SHOWN = 1_000

export async function reconcile(work: StepContext): Promise<StepResult> {
  const { ctx, batch, operation, chunkSize } = work
  const { date } = operation.parameters as ParametersOf<'balance_reconciliation'>
  const state = (operation.state as State | null) ?? begin(date, ctx.now)
  const filter = { environment: batch.environment, at: new Date(state.at) }
  const books = await checkBooks(ctx.tx, filter, state, chunkSize)
  const found = books.flatMap((book) => mismatchesOf(book, work))
  const last = books.at(-1)
  const next: State = {
    at: state.at,
    account: last?.account_id ?? state.account,
    asset: last?.asset ?? state.asset,
    balances: state.balances + books.length,
    mismatches_total: state.mismatches_total + found.length,
    mismatches: [...state.mismatches, ...found].slice(0, MISMATCHES_SHOWN),
    sums: addUp(state.sums, books),
  }
  return {
    processed: books.length,
    state: next,
    ...(books.length < chunkSize && { result: toResult(date, next, work) }),
  }
}

/** No SQL statement lasts longer than this, so a move dated earlier is committed by now or never will be. */
const SETTLED_MS = 30_000

/** The check takes many SQL statements, which must all see the same moves: the settled ones. */
function begin(date: string, now: Date): State {
  const settled = new Date(now.getTime() - SETTLED_MS)
  const end = endOf(date)
  return {
    at: (end > settled ? settled : end).toISOString(),
    account: BEFORE_ALL_ACCOUNTS,
    asset: '',
    balances: 0,
    mismatches_total: 0,
    mismatches: [],
    sums: {},
  }
}

function mismatchesOf(book: BookCheck, { assets }: StepContext): Mismatch[] {
  const pairs = [
    ['balance', book.units, book.moved],
    ['balance_at_date', book.units_then, book.moved_then],
    ['reserved', book.held, book.open],
  ] as const
  return pairs
    .filter(([, recorded, computed]) => recorded !== computed)
    .map(([what, recorded, computed]) => ({
      account_uuid: book.account_id,
      asset_code: book.asset,
      what,
      recorded: writeUnits(assets, book.asset, recorded),
      computed: writeUnits(assets, book.asset, computed),
    }))
}

function addUp(sums: State['sums'], books: readonly BookCheck[]): State['sums'] {
  const added = new Map(Object.entries(sums))
  for (const { asset, code, moved_then } of books) {
    const { customers, bank } = added.get(asset) ?? { customers: '0', bank: '0' }
    added.set(asset, {
      customers: String(BigInt(customers) + (code === null ? moved_then : 0n)),
      bank: String(BigInt(bank) + (code === null ? 0n : moved_then)),
    })
  }
  return Object.fromEntries(added)
}

function toResult(date: string, state: State, { assets }: StepContext) {
  const totals = Object.entries(state.sums)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([asset, { customers, bank }]) => ({
      asset_code: asset,
      customers: writeUnits(assets, asset, BigInt(customers)),
      bank: writeUnits(assets, asset, BigInt(bank)),
      sum: writeUnits(assets, asset, BigInt(customers) + BigInt(bank)),
      balanced: BigInt(customers) + BigInt(bank) === 0n,
    }))
  return {
    date,
    as_of: state.at,
    balances_checked: state.balances,
    mismatches_total: state.mismatches_total,
    mismatches: state.mismatches,
    totals,
    is_sound: state.mismatches_total === 0 && totals.every(({ balanced }) => balanced),
  }
}
