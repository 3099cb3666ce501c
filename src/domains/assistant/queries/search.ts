// Answers `transaction.query`: the newest matching transactions, and the sums of all that match.
import { formatDecimal, toJsonDecimal } from '../../../kernel/money.ts'
import { timeOf } from '../../../kernel/uuid.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { toTransactionId } from '../../core/ledger/index.ts'
import { describeFound, sayPeriod } from './describe.ts'
import {
  type QuestionContext,
  type QuestionInput,
  readQuestion,
  showFilters,
  showParsed,
} from './question.ts'
import { type MatchingRow, searchMatching, type SideSum } from './store.ts'
import { chooseValuation, type Valuation } from './valuation.ts'

export async function queryTransactions(
  input: QuestionInput,
  limit: number,
  ctx: QuestionContext,
  assets: AssetCatalogue,
) {
  const question = await readQuestion(input, ctx, assets)
  // Sums and rows are read from one snapshot, so that they agree.
  const { sums, rows } = await ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => searchMatching(tx, question.search, limit))
  const valuation = chooseValuation(
    new Set(sums.map(({ asset }) => asset)),
    question.filters.asset_code,
    assets,
  )
  const total = addUp(sums, valuation)
  const period = sayPeriod(question.filters)
  const { asset, unconverted } = valuation
  return {
    transactions: rows.map((row) => toRow(row, assets)),
    summary: {
      ...show(total, asset),
      currency: asset.code,
      period,
      by_asset: toByAsset(sums, assets),
      unconverted,
    },
    total_count: total.count,
    nl_summary: describeFound({
      ...total,
      asset,
      unconverted,
      isConverted: new Set(sums.map((sum) => sum.asset)).size > 1,
      period,
    }),
    query_parsed: showParsed(question),
    filters_used: showFilters(question),
  }
}

interface Total {
  /** The number of all transactions, including those of unconverted assets. */
  readonly count: number
  readonly inflow: bigint
  readonly outflow: bigint
  readonly average: bigint
  readonly largest: bigint
  readonly smallest: bigint
}

function addUp(sums: readonly SideSum[], { toValue, toUnits, unconverted }: Valuation): Total {
  const valued = sums.filter(({ asset }) => !unconverted.includes(asset))
  const valueOf = (list: readonly SideSum[]) =>
    list.reduce((all, sum) => all + toValue(sum.asset, sum.units), 0n)
  const countOf = (list: readonly SideSum[]) => list.reduce((all, sum) => all + sum.count, 0)
  const edges = (which: 'largest' | 'smallest') =>
    valued.map((sum) => toValue(sum.asset, sum[which]))
  return {
    count: countOf(sums),
    inflow: toUnits(valueOf(valued.filter(({ side }) => side === 'to'))),
    outflow: toUnits(valueOf(valued.filter(({ side }) => side === 'from'))),
    average: valued.length === 0 ? 0n : toUnits(valueOf(valued), BigInt(countOf(valued))),
    largest: toUnits(edges('largest').reduce((a, b) => (a > b ? a : b), 0n)),
    smallest: toUnits(edges('smallest').reduce((a, b) => (a === 0n || b < a ? b : a), 0n)),
  }
}

function show(total: Total, asset: Valuation['asset']) {
  const write = (units: bigint) => toJsonDecimal(formatDecimal({ units, asset }))
  return {
    total_inflow: write(total.inflow),
    total_outflow: write(total.outflow),
    net_change: write(total.inflow - total.outflow),
    transaction_count: total.count,
    average_transaction: write(total.average),
    largest_transaction: write(total.largest),
    smallest_transaction: write(total.smallest),
  }
}

/** The exact sums of each asset in its own units. */
function toByAsset(sums: readonly SideSum[], assets: AssetCatalogue) {
  const codes = [...new Set(sums.map(({ asset }) => asset))]
  return codes.map((code) => {
    const own = sums.filter(({ asset }) => asset === code)
    const valuation = chooseValuation(new Set([code]), undefined, assets)
    return { asset_code: code, ...show(addUp(own, valuation), valuation.asset) }
  })
}

function toRow(row: MatchingRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const isOut = row.side === 'from'
  const units = isOut ? -BigInt(row.units) : BigInt(row.units)
  const uuid = toTransactionId({ entry_id: row.id, line: row.line, side: row.side })
  return {
    id: uuid,
    uuid,
    account_uuid: row.account_id,
    date: row.booked_at,
    created_at: timeOf(row.id).toISOString(),
    amount: toJsonDecimal(formatDecimal({ units, asset })),
    asset: asset.code,
    asset_code: asset.code,
    category: row.category,
    merchant: row.merchant,
    type: isOut ? ('debit' as const) : ('credit' as const),
    // Pending and failed transactions have moved nothing and are not searched.
    status: 'completed' as const,
    description: row.reference,
  }
}
