// Answers `transaction.query`: the first matching transactions in the order asked for, the sums of all that match, and
// those of another period when the sentence compares.
import { formatDecimal, toJsonDecimal } from '../../../kernel/money.ts'
import { timeOf } from '../../../kernel/uuid.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { toTransactionId } from '../../core/ledger/for-tasks.ts'
import { describeFound, formatPeriod } from './descriptions.ts'
import {
  type Question,
  type QuestionContext,
  type QuestionInput,
  readQuestion,
  showFilters,
  showParsed,
} from './question.ts'
import { LIMIT_BY_DEFAULT } from './schema.ts'
import { type MatchingRow, searchMatching, type SideSum, sumMatching } from './store.ts'
import { chooseValuation, type Valuation } from './valuation.ts'

export async function queryTransactions(
  input: QuestionInput,
  ctx: QuestionContext,
  assets: AssetCatalogue,
) {
  // Accounts, sums and rows are read from one snapshot, so that they agree.
  const { question, sums, rows, before } = await ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => search(input, { ...ctx, tx }, assets))
  // Two periods are compared in one currency.
  const valuation = chooseValuation(
    new Set([...sums, ...(before ?? [])].map(({ asset }) => asset)),
    question.filters.asset_code,
    assets,
  )
  const total = addUp(sums, valuation)
  const period = formatPeriod(question.filters)
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
    comparison: before ? compare(total, before, question, valuation) : null,
    nl_summary: describeFound({
      ...total,
      asset,
      unconverted,
      isConverted: new Set(sums.map((sum) => sum.asset)).size > 1,
      before: before && {
        ...addUp(before, valuation),
        period: sayCompared(question.filters),
      },
      period,
    }),
    query_parsed: showParsed(question),
    filters_used: showFilters(question),
  }
}

async function search(input: QuestionInput, ctx: QuestionContext, assets: AssetCatalogue) {
  const question = await readQuestion(input, ctx, assets)
  const limit = input.limit ?? question.filters.limit ?? LIMIT_BY_DEFAULT
  return {
    question,
    ...(await searchMatching(ctx.tx, question.search, limit)),
    before: question.compared && (await sumMatching(ctx.tx, question.compared)),
  }
}

const sayCompared = ({ compare_from, compare_to }: Question['filters']): string =>
  formatPeriod({
    ...(compare_from !== undefined && { date_from: compare_from }),
    ...(compare_to !== undefined && { date_to: compare_to }),
  })

function compare(
  now: Total,
  sums: readonly SideSum[],
  { filters }: Question,
  valuation: Valuation,
) {
  const { asset, unconverted } = valuation
  const before = addUp(sums, valuation)
  const write = (units: bigint) => toJsonDecimal(formatDecimal({ units, asset }))
  return {
    ...show(before, asset),
    currency: asset.code,
    period: sayCompared(filters),
    outflow_change: write(now.outflow - before.outflow),
    inflow_change: write(now.inflow - before.inflow),
    unconverted,
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
