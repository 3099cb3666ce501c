// Explains a balance: every entry between the opening and the closing balance of a period, who requested
// it, and a proof, computed from the moves alone, that the entries add up.
import { isOperator } from '../../../../operation/caller.ts'
import { type Asset, formatDecimal } from '../../../../kernel/money.ts'
import { type PageRequest, toPage, windowOf } from '../../../../kernel/page.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../assets/index.ts'
import {
  type Account,
  type BookInPeriod,
  checkChain,
  getAccount,
  type HistoryRow,
  listBooksInPeriod,
  listMoves,
  type Side,
  sumHolds,
  sumMovesByKind,
} from '../../ledger/index.ts'
import { type Period, readPeriod } from '../period.ts'
import { toTransaction } from '../view.ts'

export interface ExplainRequest extends PageRequest {
  readonly uuid: string
  readonly asset: string
  readonly from?: string
  readonly to?: string
}

export const kinds = [
  'deposits',
  'withdrawals',
  'transfers_in',
  'transfers_out',
  'fees',
  'conversions',
  'reversals',
  'interest',
  'other',
] as const
export type Kind = (typeof kinds)[number]

const conversions: ReadonlySet<string> = new Set([
  'conversion',
  'exchange',
  'gcu_buy',
  'gcu_sell',
  'basket_compose',
  'basket_decompose',
])

export function kindOf(move: {
  readonly type: string
  readonly subtype: string | null
  readonly side: Side
}): Kind {
  if (move.subtype === 'fee') return 'fees'
  if (move.subtype === 'interest') return 'interest'
  if (move.subtype === 'reversal') return 'reversals'
  if (move.subtype !== null) return conversions.has(move.subtype) ? 'conversions' : 'other'
  if (move.type === 'deposit') return 'deposits'
  if (move.type === 'withdrawal') return 'withdrawals'
  return move.side === 'to' ? 'transfers_in' : 'transfers_out'
}

const HOLDS_SHOWN = 100

export async function explainBalance(
  request: ExplainRequest,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const account = await getAccount(ctx.tx, request.uuid, ctx.caller)
  const asset = assets.find(request.asset.toUpperCase())
  if (!asset) throw NotFound({ what: 'asset', id: request.asset })
  const period = readPeriod(request, ctx.now)
  // One snapshot for all queries: a move made meanwhile must not look like an error in the balance.
  return ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => explainIn({ ...ctx, tx }, account, asset, period, request, assets))
}

async function explainIn(
  ctx: Context,
  account: Account,
  asset: Asset,
  period: Period,
  request: ExplainRequest,
  assets: AssetCatalogue,
) {
  const found = await listBooksInPeriod(ctx.tx, account.id, period, asset.code)
  const book = found[0] ?? emptyBalance(asset.code)
  const which = {
    account: account.id,
    asset: asset.code,
    after: book.open_seq,
    until: book.close_seq,
  }
  // Sequence numbers have no gaps, so a page is a range of them.
  const start = book.open_seq + windowOf(request).offset
  const shown = {
    ...which,
    after: Math.min(start, book.close_seq),
    until: Math.min(start + request.per_page, book.close_seq),
  }
  const [chain, byKind, holds, rows] = await Promise.all([
    checkChain(ctx.tx, which, book.open_units),
    sumMovesByKind(ctx.tx, which),
    sumHolds(ctx.tx, which, period, HOLDS_SHOWN),
    listMoves(ctx.tx, shown),
  ])
  const write = (units: bigint) => formatDecimal({ units, asset })
  const sums = sumKinds(byKind)
  const sumOfKinds = [...sums.values()].reduce((sum, kind) => sum + kind.in - kind.out, 0n)
  return {
    account_uuid: account.id,
    asset_code: asset.code,
    from: toEnd(period.from, book.open_units, book.open_seq, asset),
    to: toEnd(period.to, book.close_units, book.close_seq, asset),
    entries: toPage(
      rows.map((row) => toEntry(row, account, ctx, assets)),
      book.close_seq - book.open_seq,
      request,
    ),
    sums: writeSums(sums, write),
    holds: {
      opened: { count: holds.opened.count, amount: write(holds.opened.units) },
      captured: { count: holds.captured.count, amount: write(holds.captured.units) },
      released: { count: holds.released.count, amount: write(holds.released.units) },
      held_now: { count: holds.open.count, amount: write(book.held) },
      items: holds.holds.map(({ units, captured, to_account, created_at, ...hold }) => ({
        id: hold.id,
        purpose: hold.purpose,
        status: hold.status,
        amount: write(BigInt(units)),
        captured: write(BigInt(captured)),
        reason: hold.reason,
        to_account,
        asked_by: toAsker(hold, account, ctx),
        opened_at: created_at,
        closed_at: hold.closed_at,
      })),
    },
    proof: prove({ book, chain, sumOfKinds, heldByHolds: holds.open.units }, write),
  }
}

const emptyBalance = (asset: string): BookInPeriod => ({
  asset,
  open_seq: 0,
  open_units: 0n,
  close_seq: 0,
  close_units: 0n,
  seq: 0,
  units: 0n,
  held: 0n,
})

const toEnd = (instant: Period['from'], units: bigint, sequence: number, asset: Asset) => ({
  instant: instant.toISOString(),
  balance: formatDecimal({ units, asset }),
  sequence,
})

function sumKinds(moves: Awaited<ReturnType<typeof sumMovesByKind>>) {
  const sums = new Map(kinds.map((kind) => [kind, { count: 0, in: 0n, out: 0n }]))
  for (const move of moves) {
    const sum = sums.get(kindOf(move))!
    sum.count += move.count
    if (move.units > 0n) sum.in += move.units
    else sum.out -= move.units
  }
  return sums
}

const writeSums = (sums: ReturnType<typeof sumKinds>, write: (units: bigint) => string) =>
  Object.fromEntries(
    [...sums].map(([kind, { count, ...sum }]) => [
      kind,
      { count, in: write(sum.in), out: write(sum.out), net: write(sum.in - sum.out) },
    ]),
  ) as Record<Kind, { count: number; in: string; out: string; net: string }>

interface Evidence {
  readonly book: BookInPeriod
  readonly chain: Awaited<ReturnType<typeof checkChain>>
  readonly sumOfKinds: bigint
  readonly heldByHolds: bigint
}

/** Checks each claim independently, from different rows; the balance is proven when all claims hold. */
function prove(
  { book, chain, sumOfKinds, heldByHolds }: Evidence,
  write: (units: bigint) => string,
) {
  const expected = book.open_units + chain.units
  const isNow = book.close_seq === book.seq
  const claims = {
    opening_plus_entries_is_closing: expected === book.close_units,
    kinds_sum_to_entries: sumOfKinds === chain.units,
    every_balance_follows_from_the_one_before: chain.breaks === 0,
    sequence_without_gap:
      chain.gaps === 0 &&
      chain.count === book.close_seq - book.open_seq &&
      (chain.last ?? book.close_seq) === book.close_seq,
    // If money moved after the period, the present balance cannot confirm the closing balance.
    closing_is_balance_now: isNow ? book.close_units === book.units : null,
    held_is_sum_of_open_holds: heldByHolds === book.held,
  }
  return {
    opening_balance: write(book.open_units),
    sum_of_entries: write(chain.units),
    expected_closing_balance: write(expected),
    closing_balance: write(book.close_units),
    entries: chain.count,
    first_sequence: chain.first,
    last_sequence: chain.last,
    claims,
    proven: Object.values(claims).every((claim) => claim !== false),
  }
}

function toEntry(row: HistoryRow, account: Account, ctx: Context, assets: AssetCatalogue) {
  const { uuid, direction, type, subtype, amount, reference, parent_transaction_id, ...other } =
    toTransaction(row, assets)
  const isIn = row.side === 'to'
  const asset = assets.get(row.asset)
  return {
    transaction_uuid: uuid,
    sequence: Number(row.seq),
    kind: kindOf(row),
    type,
    subtype,
    direction,
    amount,
    change: isIn ? amount : `-${amount}`,
    balance_after: formatDecimal({ units: BigInt(row.after!), asset }),
    counterparty: {
      name: other.counterparty_name,
      account_uuid: other.related_account_uuid,
      bank_account: row.other_code,
    },
    reference,
    parent_transaction_id,
    asked_by: toAsker(row, account, ctx),
    at: row.completed_at!,
  }
}

interface Asker {
  readonly user_uuid: string | null
  readonly credential_id: string | null
  readonly agent: string | null
  readonly request_id: string | null
}

/** The credential and the request of another user are hidden, except from operators. */
function toAsker(asker: Asker, account: Account, { caller }: Context): Asker {
  const own = [caller.user, account.user_uuid, account.manager_uuid]
  const isOwn = asker.user_uuid === null || own.includes(asker.user_uuid)
  const maySeeAll = isOwn || isOperator(caller)
  return {
    user_uuid: asker.user_uuid,
    credential_id: maySeeAll ? asker.credential_id : null,
    agent: asker.agent,
    request_id: maySeeAll ? asker.request_id : null,
  }
}
