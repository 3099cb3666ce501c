// Dividends on the shares of a group. A share earns them for the time it was held: what is bought shortly before a
// dividend earns next to nothing, so buying for the day and redeeming after it gains nothing.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAmount } from '../../../core/assets/index.ts'
import { post, systemAccount } from '../../../core/ledger/index.ts'
import { checkLends, getGroup } from '../access.ts'
import { NothingToPay } from '../errors.ts'
import * as events from '../events.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as store from './store.ts'
import type { ShareRow } from './store.ts'
import { emitShareEvent } from './service.ts'

export interface DividendRequest {
  readonly amount_per_share: string | number
  readonly currency: string
}

/** A dividend is paid from the bank's interest on loans, to the shares of the group by how long they were held. */
export async function declareDividend(
  group_id: string,
  request: DividendRequest,
  ctx: Context,
  { assets, lending }: MicrofinanceOptions,
) {
  const group = await getGroup(group_id, ctx, { lock: true })
  checkLends(group, lending, ctx.caller)
  const { asset, units: perShare } = readAmount(
    assets,
    { amount: request.amount_per_share, asset_code: request.currency },
    { amount: 'amount_per_share', asset: 'currency' },
  )
  const accounts = await store.lockOpenAccounts(ctx.tx, group.row.uuid, asset.code)
  const earned = await shareOut(accounts, group.row.uuid, asset.code, perShare, ctx)
  if (earned.length === 0)
    throw NothingToPay({ sentence: `No shares of this group in ${asset.code} earn a dividend.` })
  const total = earned.reduce((sum, { units }) => sum + units, 0n)
  const entry_id = await bookDividend(group.row.uuid, asset.code, total, ctx)
  await store.insertMovements(
    ctx.tx,
    earned.map(({ row, units }) => ({
      uuid: uuidv7(ctx.now),
      share_account_uuid: row.uuid,
      type: 'dividend' as const,
      shares: row.shares,
      units,
      entry_id,
      created_at: ctx.now,
    })),
  )
  for (const { row, units } of earned) {
    const dividends = BigInt(row.dividends) + units
    const changed = await store.updateShareAccount(ctx.tx, row.uuid, { dividends })
    emitShareEvent(ctx, events.DividendCredited, changed, assets)
  }
  const dividend = await store.insertDividend(ctx.tx, {
    uuid: uuidv7(ctx.now),
    group_uuid: group.row.uuid,
    asset: asset.code,
    per_share: perShare,
    total,
    entry_id,
    declared_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  return {
    dividend_id: dividend.uuid,
    group_id: group.row.uuid,
    currency: asset.code,
    amount_per_share: formatDecimal({ units: perShare, asset }),
    total_amount: formatDecimal({ units: total, asset }),
    shares: earned.reduce((sum, { row }) => sum + row.shares, 0),
    accounts: earned.length,
    created_at: dividend.created_at,
  }
}

/** A second dividend soon after another counts the holdings of this long, so that buying in between gains nothing. */
const PERIOD_MS_MIN = 30 * DAY_MS

interface Earned {
  readonly row: ShareRow
  readonly units: bigint
}

/**
 * What each account earns: the dividend of a share for the shares it held on average since the previous dividend, or
 * since the first share of the group was bought. Parts of the smallest unit stay with the bank.
 */
async function shareOut(
  accounts: readonly ShareRow[],
  group_uuid: string,
  asset: string,
  perShare: bigint,
  { tx, now }: Context,
): Promise<Earned[]> {
  const { first, last } = await store.findPeriod(tx, group_uuid, asset)
  if (first === undefined) return []
  const before = Math.min(last?.getTime() ?? 0, now.getTime() - PERIOD_MS_MIN)
  const start = new Date(Math.max(first.getTime(), before))
  const period = BigInt(now.getTime() - start.getTime())
  const missed = await store.sumUnheldTime(tx, group_uuid, asset, start)
  return accounts.flatMap((row) => {
    const shares = BigInt(row.shares)
    // All shares were bought at this very moment.
    if (period <= 0n) return shares > 0n ? [{ row, units: perShare * shares }] : []
    const held = shares * period - (missed.get(row.uuid) ?? 0n)
    const units = (perShare * held) / period
    return units > 0n ? [{ row, units }] : []
  })
}

async function bookDividend(group_id: string, asset: string, units: bigint, ctx: Context) {
  const { environment } = ctx.caller
  const from = systemAccount(environment, 'loan-interest')
  const to = systemAccount(environment, 'member-shares')
  const { id } = await post(ctx, {
    books: [from, to].map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: 'share_dividend',
        reference: `Dividend of group ${group_id}`,
        metadata: { group_id },
        moves: [{ from, to, asset, units }],
      }),
  })
  return id
}
