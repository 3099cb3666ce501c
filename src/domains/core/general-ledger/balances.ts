// The balances of the chart. Each is the money of the ledger core, read when it is asked for, plus the journal.
// Both parts add up to zero in every asset, so the trial balance does too, and no copy of the core can lag
// behind. Here all figures are debit less credit, in units of the journal.
import { endOfDay } from '../../../kernel/days.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { type BankBalance, listBankBalances } from '../ledger/index.ts'
import { toJournalUnits } from './amounts.ts'
import { type LedgerSource, ledgerSources, getFeed } from './chart.ts'
import { type JournalSum, sumJournal, sumJournalUntil } from './entries/store.ts'
import {
  findClosedAt,
  findLastClosed,
  listPeriodBalances,
  type PeriodBalance,
} from './periods/store.ts'

/** One asset of one account of the chart: the part of the ledger core, of the journal, and of closings. */
export type Position = PeriodBalance

export interface Books {
  readonly tx: Db
  readonly environment: Environment
  readonly assets: AssetCatalogue
}

export const netOf = ({ core, journal, closing }: Position): bigint => core + journal + closing

/** The positions at the end of a day, or now; those that are all zero are left out. */
export const readPositions = (books: Books, day?: string): Promise<Position[]> =>
  inSnapshot(books.tx, async (tx) => {
    const closed = day === undefined ? undefined : await findClosedAt(tx, books.environment, day)
    if (closed) return listPeriodBalances(tx, closed.id)
    return computePositions({ ...books, tx }, day)
  })

/** The same without the balances that were kept when a period was closed. */
export async function computePositions(
  { tx, environment, assets }: Books,
  day?: string,
): Promise<Position[]> {
  const positions = new Map<string, Position>()
  const add = (account_code: string, currency: string, part: Partial<Position>): void => {
    const key = `${account_code} ${currency}`
    const { core = 0n, journal = 0n, closing = 0n } = positions.get(key) ?? {}
    positions.set(key, {
      account_code,
      currency,
      core: core + (part.core ?? 0n),
      journal: journal + (part.journal ?? 0n),
      closing: closing + (part.closing ?? 0n),
    })
  }
  for (const { feed, currency, units } of await readCore({ tx, environment, assets }, day))
    add(ledgerSources[feed], currency, { core: units })
  const books = { tx, environment }
  for (const { account_code, currency, journal, closing } of await readJournal(books, day))
    add(account_code, currency, { journal, closing })
  return [...positions.values()]
    .filter(({ core, journal, closing }) => core !== 0n || journal !== 0n || closing !== 0n)
    .toSorted(byAccountAndCurrency)
}

type JournalPosition = Omit<Position, 'core'>

const toPosition = ({
  account_code,
  currency,
  is_closing,
  units,
}: JournalSum): JournalPosition => ({
  account_code,
  currency,
  journal: is_closing ? 0n : BigInt(units),
  closing: is_closing ? BigInt(units) : 0n,
})

/** The journal up to a day. Nothing is posted in a closed period or before, so the sum starts from its balances. */
async function readJournal(
  { tx, environment }: Omit<Books, 'assets'>,
  day: string | undefined,
): Promise<JournalPosition[]> {
  if (day === undefined) return (await sumJournal(tx, environment)).map(toPosition)
  const base = await findLastClosed(tx, environment, day)
  const since = { after: base?.ends_on, until: day }
  return [
    ...(base ? await listPeriodBalances(tx, base.id) : []),
    ...(await sumJournalUntil(tx, environment, since)).map(toPosition),
  ]
}

const byAccountAndCurrency = (a: Position, b: Position): number =>
  compareText(a.account_code, b.account_code) || compareText(a.currency, b.currency)

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface FeedBalance {
  readonly feed: LedgerSource
  readonly currency: string
  /** Debit less credit. */
  readonly units: bigint
}

/** The ledger core by feed, from the bank's own accounts: the customers' total is the negative of their sum. */
export async function readCore(
  { tx, environment, assets }: Books,
  day?: string,
): Promise<FeedBalance[]> {
  const instant = day === undefined ? undefined : endOfDay(day)
  const bank = await listBankBalances(tx, environment, instant)
  return toFeedBalances(bank, assets)
}

/** A balance of the core is what the bank owes, which is a credit. */
function toFeedBalances(bank: readonly BankBalance[], assets: AssetCatalogue): FeedBalance[] {
  return bank.flatMap(({ code, asset, units }) => {
    const debit = -toJournalUnits(units, assets.get(asset))
    return [
      { feed: getFeed(code), currency: asset, units: debit },
      { feed: 'customers' as const, currency: asset, units: -debit },
    ]
  })
}

/** A command has a transaction already; a query gets one in which all statements see the same rows. */
const inSnapshot = <Output>(tx: Db, read: (tx: Db) => Promise<Output>): Promise<Output> =>
  tx.isTransaction ? read(tx) : tx.transaction().setIsolationLevel('repeatable read').execute(read)
