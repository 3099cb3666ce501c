// Answers `ai_transaction.query`: matching transactions with risk scores and flags, and figures about them.
import { formatDecimal } from '../../../../kernel/money.ts'
import { timeOf } from '../../../../kernel/uuid.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { toTransactionId } from '../../../core/ledger/for-tasks.ts'
import { type QuestionContext, type Question, readQuestion } from '../question.ts'
import { type RiskFacts, scoreRisk } from './risk.ts'
import { countOnDays, findFirstPayments } from './risk-store.ts'
import { type MatchingRow, searchMatching, type SideSum } from '../store.ts'
import { chooseValuation } from '../valuation.ts'

export interface InsightInput {
  readonly query: string
  readonly account_uuid?: string
  readonly include_analytics: boolean
  readonly include_risk_scores: boolean
  readonly max_results: number
  readonly format: 'detailed' | 'summary'
}

/** Words that ask for flagged transactions only. */
const FLAGGED = /\b(?:flagged|suspicious|risky|compliance flags?)\b/i

export async function findInsights(
  input: InsightInput,
  ctx: QuestionContext,
  assets: AssetCatalogue,
) {
  const { query, account_uuid, max_results } = input
  const { question, sums, rows, firsts, days } = await ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const asked = await readQuestion(
        { query, ...(account_uuid !== undefined && { account_uuid }) },
        { ...ctx, tx },
        assets,
      )
      const limit = Math.min(asked.filters.limit ?? max_results, max_results)
      const found = await searchMatching(tx, asked.search, limit)
      return {
        question: asked,
        ...found,
        firsts: await findFirstPayments(tx, asked.search, found.rows),
        days: await countOnDays(tx, asked.search, found.rows),
      }
    })
  const scored = rows.map((row) => ({
    row,
    ...scoreRisk({
      cents: toCents(row, assets),
      isNew: row.side === 'from' && firsts.has(row.position),
      onDay: days.get(`${row.account_id} ${row.booked_at.slice(0, 10)}`) ?? 1,
    } satisfies RiskFacts),
  }))
  const flaggedOnly = FLAGGED.test(query)
  const shown = scored.filter((one) => !flaggedOnly || one.compliance_flags.length > 0)
  return {
    original_query: query,
    interpreted_query: toInterpreted(question, flaggedOnly),
    interpretation_confidence: question.parsed?.confidence ?? 0.2,
    total_results: flaggedOnly ? shown.length : countOf(sums),
    transactions:
      input.format === 'summary'
        ? []
        : shown.map((one) => toTransaction(one, input.include_risk_scores, assets)),
    analytics: input.include_analytics ? analyse(shown, question, assets) : null,
  }
}

const countOf = (sums: readonly SideSum[]): number =>
  sums.reduce((all, { count }) => all + count, 0)

interface Scored extends ReturnType<typeof scoreRisk> {
  readonly row: MatchingRow
}

const DOLLAR = 'USD'

/** The value in dollar cents at current rates; nothing without a rate. */
function toCents(row: MatchingRow, assets: AssetCatalogue): bigint {
  const units = BigInt(row.units)
  if (row.asset === DOLLAR) return units
  const valuation = chooseValuation(new Set([row.asset, DOLLAR]), undefined, assets)
  return valuation.unconverted.includes(row.asset)
    ? 0n
    : valuation.toUnits(valuation.toValue(row.asset, units))
}

function toInterpreted({ filters, parsed }: Question, flaggedOnly: boolean) {
  const { direction, date_from = null, date_to = null } = filters
  return {
    type: direction === undefined ? (['debit', 'credit'] as const) : [direction],
    amount_min: filters.amount_min ?? null,
    amount_max: filters.amount_max ?? null,
    currency: filters.asset_code ?? null,
    date_range: { from: date_from, to: date_to },
    has_compliance_flags: flaggedOnly,
    explanation: parsed?.explanation ?? '',
    not_understood: [...(parsed?.not_understood ?? [])],
  }
}

function toTransaction(
  { row, risk_score, compliance_flags }: Scored,
  showsRisk: boolean,
  assets: AssetCatalogue,
) {
  const asset = assets.get(row.asset)
  return {
    uuid: toTransactionId({ entry_id: row.id, line: row.line, side: row.side }),
    account_uuid: row.account_id,
    type: row.side === 'from' ? ('debit' as const) : ('credit' as const),
    amount: formatDecimal({ units: BigInt(row.units), asset }),
    currency: asset.code,
    status: 'completed' as const,
    description: row.reference,
    category: row.category,
    merchant: row.merchant,
    // Transactions of the bank's own books cross no chain.
    source_chain: null,
    destination_chain: null,
    bridge_protocol: null,
    ...(showsRisk && { risk_score }),
    compliance_flags,
    created_at: timeOf(row.id).toISOString(),
  }
}

/** Figures about the transactions that were found, up to the limit, in one currency; assets without a rate are left out. */
function analyse(list: readonly Scored[], { filters }: Question, assets: AssetCatalogue) {
  const codes = new Set(list.map(({ row }) => row.asset))
  const { asset, toValue, toUnits, unconverted } = chooseValuation(
    codes,
    filters.asset_code,
    assets,
  )
  const values = list
    .filter(({ row }) => !unconverted.includes(row.asset))
    .map(({ row }) => toValue(row.asset, BigInt(row.units)))
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const write = (units: bigint) => formatDecimal({ units, asset })
  const total = values.reduce((all, value) => all + value, 0n)
  const middle = values.slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1)
  const median = middle.reduce((all, value) => all + value, 0n)
  const risk = list.reduce((all, { risk_score }) => all + Math.round(risk_score * 100), 0)
  return {
    currency: asset.code,
    total_volume: write(toUnits(total)),
    avg_amount: write(values.length === 0 ? 0n : toUnits(total, BigInt(values.length))),
    median_amount: write(values.length === 0 ? 0n : toUnits(median, BigInt(middle.length))),
    flagged_count: list.filter(({ compliance_flags }) => compliance_flags.length > 0).length,
    avg_risk_score: list.length === 0 ? 0 : Math.round(risk / list.length) / 100,
    chains_involved: [],
    bridges_used: [],
    unconverted,
  }
}
