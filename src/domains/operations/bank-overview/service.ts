// The bank as its operators see it first: what it holds and owes by asset, what moved on each day, who moved it, and what
// waits for a decision.
import { addDays, dayOf } from '../../../kernel/days.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { QUEUE_COUNTED_MAX, type WorkQueue } from '../../../operation/work-queue.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { getFeed, type LedgerSource } from '../../core/general-ledger/index.ts'
import { type BankBalance, listBankBalances } from '../../core/ledger/index.ts'
import { countCustomers, listVolumes, type Volume } from './store.ts'

export async function describeBank(days: number, ctx: Context, assets: AssetCatalogue) {
  const { tx, now } = ctx
  const { environment } = ctx.caller
  const to = dayOf(now)
  const from = addDays(to, 1 - days)
  const since = { environment, from }
  const holdings = sumHoldings(await listBankBalances(tx, environment))
  // A transfer of tomorrow does not exist yet; a clock that was set back may have left some.
  const volumes = (await listVolumes(tx, since)).filter(({ day }) => day <= to)
  const byAsset = Map.groupBy(volumes, ({ asset }) => asset)
  const shown = [...new Set([...holdings.keys(), ...byAsset.keys()])].map((code) =>
    describeAsset(code, holdings.get(code) ?? NOTHING, byAsset.get(code) ?? [], assets),
  )
  return {
    as_of: now.toISOString(),
    from,
    to,
    customers: await countCustomers(tx, since),
    assets: shown.toSorted(
      (a, b) => countOf(b) - countOf(a) || (a.asset_code < b.asset_code ? -1 : 1),
    ),
  }
}

/** What is held outside and what is owed for payments on their way, in units. */
interface Holdings {
  readonly customers: bigint
  readonly held: bigint
  readonly in_transit: bigint
  readonly own: bigint
}

const NOTHING: Holdings = { customers: 0n, held: 0n, in_transit: 0n, own: 0n }

const HELD: ReadonlySet<LedgerSource> = new Set(['cash', 'settlement', 'tellers'])
const IN_TRANSIT: ReadonlySet<LedgerSource> = new Set(['clearing', 'escrow'])

/** All accounts add up to zero in every asset, so what the bank's own accounts lack is the customers'. */
function sumHoldings(balances: readonly BankBalance[]): ReadonlyMap<string, Holdings> {
  const sums = new Map<string, Holdings>()
  for (const { code, asset, units } of balances) {
    const before = sums.get(asset) ?? NOTHING
    const feed = getFeed(code)
    const part = HELD.has(feed)
      ? { held: before.held - units }
      : IN_TRANSIT.has(feed)
        ? { in_transit: before.in_transit + units }
        : { own: before.own + units }
    sums.set(asset, { ...before, customers: before.customers - units, ...part })
  }
  return sums
}

function describeAsset(
  code: string,
  { customers, held, in_transit, own }: Holdings,
  volumes: readonly Volume[],
  assets: AssetCatalogue,
) {
  const asset = assets.get(code)
  const show = (units: bigint): string => formatDecimal({ units, asset })
  const sumOf = (rows: readonly Volume[], kind: Volume['kind']) => {
    const some = rows.filter((row) => row.kind === kind)
    return {
      count: some.reduce((sum, { moves }) => sum + moves, 0),
      amount: show(some.reduce((sum, { units }) => sum + units, 0n)),
    }
  }
  const sumAll = (rows: readonly Volume[]) => ({
    deposits: sumOf(rows, 'deposit'),
    withdrawals: sumOf(rows, 'withdrawal'),
    payments: sumOf(rows, 'payment'),
  })
  return {
    asset_code: code,
    customers: show(customers),
    held: show(held),
    in_transit: show(in_transit),
    own: show(own),
    ...sumAll(volumes),
    days: [...Map.groupBy(volumes, ({ day }) => day)].map(([day, rows]) => ({
      day,
      ...sumAll(rows),
    })),
  }
}

const countOf = ({ deposits, withdrawals, payments }: ReturnType<typeof describeAsset>): number =>
  deposits.count + withdrawals.count + payments.count

/** One more than is shown is counted, to know whether there are more. */
export async function listQueues({ tx, caller, now }: Context, queues: readonly WorkQueue[]) {
  const most = QUEUE_COUNTED_MAX + 1
  const counted = []
  for (const queue of queues) {
    const found = await queue.count(tx, { environment: caller.environment, now, most })
    const { name, title, advice, page } = queue
    counted.push({
      name,
      title,
      advice,
      page,
      count: Math.min(found, QUEUE_COUNTED_MAX),
      has_more: found > QUEUE_COUNTED_MAX,
    })
  }
  return counted.toSorted((a, b) => (a.title < b.title ? -1 : 1))
}
