// How the rows and figures of the general ledger look on the wire. A balance is shown on the normal side of its
// account: positive where accounts of its type usually are.
import { isOperator, type Caller } from '../../../operation/caller.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type { AccountRow } from './accounts/store.ts'
import { showUnits } from './amounts.ts'
import { compareText, netOf, type Position } from './balances.ts'
import { type AccountType, findFeedOf, normalSideOf } from './chart.ts'
import type { EntryRow, LineRow } from './entries/store.ts'

/** Debit less credit as a balance of an account of this type. */
export const onNormalSide = (type: AccountType, units: bigint): bigint =>
  normalSideOf(type) === 'debit' ? units : -units

/** JE-00000042 */
export const toEntryNumber = (number: string | bigint): string =>
  `JE-${String(number).padStart(8, '0')}`

/** The figures of an account by currency, its own and with those below it. */
interface Figures {
  readonly core: bigint
  readonly net: bigint
  readonly total: bigint
}

const NOTHING: Figures = { core: 0n, net: 0n, total: 0n }

/** Figures by account and currency; each position also counts for all accounts above its own. */
export type ChartFigures = ReadonlyMap<string, ReadonlyMap<string, Figures>>

export function rollUpChart(
  chart: readonly AccountRow[],
  positions: readonly Position[],
): ChartFigures {
  const parents = new Map(chart.map(({ code, parent_code }) => [code, parent_code]))
  const figures = new Map<string, Map<string, Figures>>()
  const add = (code: string, currency: string, core: bigint, net: bigint, total: bigint): void => {
    const of = figures.get(code) ?? new Map<string, Figures>()
    const before = of.get(currency) ?? NOTHING
    of.set(currency, {
      core: before.core + core,
      net: before.net + net,
      total: before.total + total,
    })
    figures.set(code, of)
  }
  for (const position of positions) {
    const { account_code, currency, core } = position
    const net = netOf(position)
    add(account_code, currency, core, net, net)
    for (let above = parents.get(account_code); above; above = parents.get(above))
      add(above, currency, 0n, 0n, net)
  }
  return figures
}

function showFigures(
  { core, net, total }: Figures,
  currency: string,
  type: AccountType,
  assets: AssetCatalogue,
) {
  const show = (units: bigint): string => showUnits(assets, currency, onNormalSide(type, units))
  return {
    balance: show(net),
    ledger_balance: show(core),
    journal_balance: show(net - core),
    total_balance: show(total),
  }
}

export function toAccount(account: AccountRow, figures: ChartFigures, assets: AssetCatalogue) {
  const { environment: _environment, ...row } = account
  const of = figures.get(row.code) ?? new Map<string, Figures>()
  return {
    ...row,
    normal_side: normalSideOf(row.type),
    feed: findFeedOf(row.code) ?? null,
    ...showFigures(of.get(row.currency) ?? NOTHING, row.currency, row.type, assets),
    balances: [...of]
      .toSorted(([a], [b]) => compareText(a, b))
      .map(([currency, one]) => ({ currency, ...showFigures(one, currency, row.type, assets) })),
  }
}

export const toLine = (line: LineRow, assets: AssetCatalogue) => ({
  account_code: line.account_code,
  currency: line.currency,
  debit: showUnits(assets, line.currency, BigInt(line.debit)),
  credit: showUnits(assets, line.currency, BigInt(line.credit)),
  narrative: line.narrative,
})

interface EntrySum {
  readonly entry_id: string
  readonly currency: string
  readonly amount: string
}

/** The user who posted an entry is shown only to operators and to that user. */
export function toEntry(
  row: EntryRow,
  sums: readonly EntrySum[],
  caller: Caller,
  assets: AssetCatalogue,
) {
  const isShown = isOperator(caller) || (row.created_by !== null && row.created_by === caller.user)
  return {
    id: row.id,
    entry_number: toEntryNumber(row.number),
    description: row.description,
    source_domain: row.source_domain,
    kind: row.kind,
    status: row.status,
    posted_at: row.posted_at,
    totals: sums
      .filter((sum) => sum.entry_id === row.id)
      .map(({ currency, amount }) => ({
        currency,
        amount: showUnits(assets, currency, BigInt(amount)),
      })),
    reverses: row.reverses,
    reversed_by: row.reversed_by,
    reason: row.reason,
    period_id: row.period_id,
    source_event: row.source_event,
    posted_by: isShown ? row.created_by : null,
    created_at: row.created_at,
  }
}
