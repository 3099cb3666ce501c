// Compares the general ledger with the ledger core, feed by feed and currency by currency. The general ledger shows
// the core by rule, so a variance is a manual line on an account that the core feeds, or a fault.
import { parseDecimal } from '../../../../kernel/money.ts'
import { singleFlight } from '../../../../kernel/single-flight.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAsset } from '../../assets/index.ts'
import { listTrialBalance } from '../../ledger/index.ts'
import { requireBookkeeper } from '../access.ts'
import { getAccount } from '../accounts/service.ts'
import { inJournal, showUnits, toJournalUnits } from '../amounts.ts'
import { type Books, compareText, type Position, readCore, readPositions } from '../balances.ts'
import {
  type AccountType,
  type LedgerSource,
  feedNames,
  ledgerSources,
  findFeed,
} from '../chart.ts'
import { VarianceChanged } from '../errors.ts'
import { VarianceResolved } from '../events.ts'
import type { LedgerOptions } from '../options.ts'
import { getPeriod } from '../periods/service.ts'
import {
  insertResolution,
  listResolutions,
  type PeriodRow,
  type ResolutionRow,
} from '../periods/store.ts'
import { refuse } from '../days.ts'
import { onNormalSide } from '../view.ts'

export interface ReconciliationRequest {
  readonly domain: string
  readonly period_id?: string
}

function readFeed(name: string): LedgerSource {
  const feed = findFeed(name)
  if (!feed)
    throw NotFound({
      what: 'part of the ledger core',
      id: `${name}; there are ${feedNames.join(', ')}`,
    })
  return feed
}

interface Compared {
  readonly currency: string
  /** Debit less credit: the general ledger without closings, the core, manual lines, and closings. */
  readonly gl: bigint
  readonly core: bigint
  readonly adjustments: bigint
  readonly closed: bigint
}

export async function reconcile(
  request: ReconciliationRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const feed = readFeed(request.domain)
  const period =
    request.period_id === undefined ? undefined : await getPeriod(request.period_id, ctx)
  const { type } = await getAccount(ctx, ledgerSources[feed])
  const compared = await compare(feed, period, ctx, options)
  const resolutions = await listResolutions(ctx.tx, ctx.caller.environment, feed)
  return compared.map((one) => toReport(one, { feed, period, type, resolutions }, options))
}

/** An open period is compared as of now. Everything is read in one snapshot, while postings continue. */
const compare = (
  feed: LedgerSource,
  period: PeriodRow | undefined,
  { caller }: Context,
  { db, assets }: LedgerOptions,
): Promise<Compared[]> =>
  compareOnce(
    { tx: db, environment: caller.environment, assets },
    feed,
    period?.status === 'closed' ? period.ends_on : undefined,
  )

/** Adding up all customers is slow, so concurrent requests share one computation. */
const compareOnce = singleFlight(
  ({ environment }: Books, feed: LedgerSource, day: string | undefined) =>
    `${environment} ${feed} ${day ?? 'now'}`,
  ({ tx: db, environment, assets }, feed, day) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => compareIn({ tx, environment, assets }, feed, day)),
)

async function compareIn(
  books: Books,
  feed: LedgerSource,
  day: string | undefined,
): Promise<Compared[]> {
  const account = ledgerSources[feed]
  const positions = new Map<string, Position>(
    (await readPositions(books, day))
      .filter((one) => one.account_code === account)
      .map((one) => [one.currency, one]),
  )
  const core =
    feed === 'customers' && day === undefined
      ? await sumCustomers(books)
      : sumFeed(await readCore(books, day), feed)
  return [...new Set([...positions.keys(), ...core.keys()])]
    .toSorted(compareText)
    .map((currency) => {
      const position = positions.get(currency)
      const adjustments = position?.journal ?? 0n
      return {
        currency,
        gl: (position?.core ?? 0n) + adjustments,
        core: core.get(currency) ?? 0n,
        adjustments,
        closed: position?.closing ?? 0n,
      }
    })
}

function sumFeed(
  core: Awaited<ReturnType<typeof readCore>>,
  feed: LedgerSource,
): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { feed: of, currency, units } of core)
    if (of === feed) sums.set(currency, (sums.get(currency) ?? 0n) + units)
  return sums
}

/** Adds up every account of every customer, which the general ledger does not. */
async function sumCustomers({ tx, environment, assets }: Books): Promise<Map<string, bigint>> {
  const rows = await listTrialBalance(tx, environment)
  return new Map(
    rows
      .filter(({ account }) => account === 'customers')
      .map(({ asset, units }) => [asset, -toJournalUnits(BigInt(units), assets.get(asset))]),
  )
}

function toReport(
  { currency, gl, core, adjustments, closed }: Compared,
  about: {
    readonly feed: LedgerSource
    readonly period: PeriodRow | undefined
    readonly type: AccountType
    readonly resolutions: readonly ResolutionRow[]
  },
  { assets }: LedgerOptions,
) {
  const { feed, period, type, resolutions } = about
  const show = (units: bigint): string => showUnits(assets, currency, onNormalSide(type, units))
  const variance = gl - core
  const resolution = resolutions.find(
    (one) => one.currency === currency && BigInt(one.variance) === variance && variance !== 0n,
  )
  return {
    period: period?.name ?? null,
    domain: feed,
    account_code: ledgerSources[feed],
    currency,
    gl_balance: show(gl),
    domain_balance: show(core),
    adjustments: show(adjustments),
    closed_to_equity: show(closed),
    variance: show(variance),
    status: statusOf(variance, resolution, period),
    resolution: resolution ? { note: resolution.note, resolved_at: resolution.resolved_at } : null,
  }
}

function statusOf(
  variance: bigint,
  resolution: ResolutionRow | undefined,
  period: PeriodRow | undefined,
) {
  if (period?.status === 'open') return 'pending' as const
  if (variance === 0n) return 'matched' as const
  return resolution ? ('resolved' as const) : ('discrepancy' as const)
}

export interface ResolveRequest {
  readonly domain: string
  readonly currency: string
  readonly variance: string | number
  readonly note: string
}

/** Records why there is a variance. The caller names it, so that no other variance is explained by mistake. */
export async function resolveVariance(
  request: ResolveRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { assets } = options
  const feed = readFeed(request.domain)
  const { type } = await getAccount(ctx, ledgerSources[feed])
  const asset = readAsset(assets, request.currency, 'currency')
  const stated = parseDecimal(String(request.variance), inJournal(asset))
  if (!stated) throw refuse('variance', 'The variance must be a decimal number such as "-12.50".')
  const compared = await compare(feed, undefined, ctx, options)
  const found = compared.find((one) => one.currency === asset.code)
  const variance = found ? found.gl - found.core : 0n
  const shown = showUnits(assets, asset.code, onNormalSide(type, variance))
  if (stated.units !== onNormalSide(type, variance))
    throw VarianceChanged({ domain: feed, currency: asset.code, variance: shown })
  if (!found || variance === 0n) throw refuse('variance', 'There is no variance to resolve.')
  const resolution = await insertResolution(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    domain: feed,
    currency: asset.code,
    variance,
    note: request.note,
    resolved_by: ctx.caller.user ?? null,
    resolved_at: ctx.now,
  })
  ctx.emit(
    VarianceResolved,
    { domain: feed, currency: asset.code, variance: shown, note: request.note },
    { user_uuid: ctx.caller.user },
  )
  return toReport(found, { feed, period: undefined, type, resolutions: [resolution] }, options)
}
