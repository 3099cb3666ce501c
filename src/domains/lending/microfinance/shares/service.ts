// Shares of members: bought and redeemed at the price that was fixed when the account was opened. The ledger's account
// `member-shares` holds exactly what all share accounts are worth.
import { DAY_MS } from '../../../../kernel/durations.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetCatalogue, readAsset } from '../../../core/assets/index.ts'
import { post, systemAccount } from '../../../core/ledger/index.ts'
import { getGroup, isMember, viewerOf } from '../access.ts'
import { readAccount } from '../account-lookup.ts'
import { emitToRecipients } from '../event-recipients.ts'
import {
  NothingToPay,
  ShareAccountExists,
  ShareAccountNotEmpty,
  TooFewShares,
  TooManyShares,
} from '../errors.ts'
import * as events from '../events.ts'
import { listActiveMembers } from '../groups/store.ts'
import { shareLife } from '../life-cycle.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as store from './store.ts'
import type { MovementRow, ShareRow } from './store.ts'

export const SHARES_MAX = 1_000

export const toAccountNumber = ({ number }: Pick<ShareRow, 'number'>): string =>
  `SHA-${number.padStart(8, '0')}`

export async function openShareAccount(
  request: { readonly group_id?: string; readonly currency: string },
  ctx: Context,
  { assets, shareNominal }: MicrofinanceOptions,
): Promise<ShareRow> {
  const asset = readAsset(assets, request.currency, 'currency')
  const user_uuid = ctx.caller.user!
  const { environment } = ctx.caller
  const group = request.group_id === undefined ? undefined : await getGroup(request.group_id, ctx)
  // Only members hold shares of a group, although the organiser and operators see it too.
  if (group && !isMember(group, user_uuid)) throw NotFound({ what: 'group', id: group.row.uuid })
  const which = { environment, user_uuid, group_uuid: group?.row.uuid ?? null, asset: asset.code }
  const row = await store.insertShareAccount(ctx.tx, {
    ...which,
    uuid: uuidv7(ctx.now),
    status: 'active',
    nominal: BigInt(shareNominal) * 10n ** BigInt(asset.precision),
    created_at: ctx.now,
  })
  if (!row) {
    const open = await store.findOpenShareAccount(ctx.tx, which)
    throw ShareAccountExists({ account_number: open ? toAccountNumber(open) : 'of the same kind' })
  }
  emitShareEvent(ctx, events.ShareAccountOpened, row, assets)
  return row
}

/** The owner and operators see a share account; 404 for other callers. */
export async function getShareAccount(
  id: string,
  ctx: Context,
  options: { readonly lock?: boolean } = {},
): Promise<ShareRow> {
  const read = options.lock ? store.lockShareAccount : store.findShareAccount
  const row = isUuid(id) ? await read(ctx.tx, id) : undefined
  const isSeen =
    row !== undefined &&
    row.environment === ctx.caller.environment &&
    (row.user_uuid === ctx.caller.user || isOperator(ctx.caller))
  if (!isSeen) throw NotFound({ what: 'share account', id })
  return row
}

/** Only the owner moves shares; an operator cannot. */
async function lockOwn(id: string, ctx: Context): Promise<ShareRow> {
  const row = await getShareAccount(id, ctx, { lock: true })
  if (row.user_uuid !== ctx.caller.user) throw NotFound({ what: 'share account', id })
  return row
}

export const listShareAccounts = ({ caller, tx }: Context, page: PageRequest) =>
  store.listShareAccounts(tx, { environment: caller.environment, viewer: viewerOf(caller) }, page)

export interface ShareRequest {
  readonly shares: number
  readonly account_id?: string
}

export async function purchaseShares(
  id: string,
  { shares, account_id }: ShareRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<ShareRow> {
  const row = await lockOwn(id, ctx)
  const { to: status } = shareLife.check(row.status, 'move')
  await checkStillMember(row, ctx)
  if (row.shares + shares > SHARES_MAX)
    throw TooManyShares({ held: row.shares, wanted: shares, most: SHARES_MAX })
  const from = (await readAccount(account_id, ctx)).id
  const units = BigInt(row.nominal) * BigInt(shares)
  const pool = systemAccount(row.environment, 'member-shares')
  await bookMovement(row, { type: 'purchase', shares, units, from, to: pool }, ctx)
  const change = { shares: row.shares + shares, status, last_moved_at: ctx.now }
  return saveMovement(row, change, events.SharesPurchased, ctx, assets)
}

/** A former member keeps and redeems shares, but buys no more. */
async function checkStillMember({ group_uuid, user_uuid }: ShareRow, ctx: Context): Promise<void> {
  if (group_uuid === null) return
  const members = await listActiveMembers(ctx.tx, group_uuid)
  if (!members.some(({ user_id }) => user_id === user_uuid))
    throw Invalid({
      errors: {
        shares: ['You are no longer a member of the group, so you cannot buy its shares.'],
      },
    })
}

export async function redeemShares(
  id: string,
  { shares, account_id }: ShareRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<ShareRow> {
  const row = await lockOwn(id, ctx)
  const { to: status } = shareLife.check(row.status, 'move')
  if (shares > row.shares) throw TooFewShares({ held: row.shares, wanted: shares })
  const to = (await readAccount(account_id, ctx)).id
  const units = BigInt(row.nominal) * BigInt(shares)
  const pool = systemAccount(row.environment, 'member-shares')
  await bookMovement(row, { type: 'redemption', shares, units, from: pool, to }, ctx)
  const change = { shares: row.shares - shares, status, last_moved_at: ctx.now }
  return saveMovement(row, change, events.SharesRedeemed, ctx, assets)
}

/** Pays all dividends of the account out. */
export async function withdrawDividends(
  id: string,
  account_id: string | undefined,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<ShareRow> {
  const row = await lockOwn(id, ctx)
  const { to: status } = shareLife.check(row.status, 'move')
  const units = BigInt(row.dividends)
  if (units === 0n) throw NothingToPay({ sentence: 'The share account has no dividends.' })
  const to = (await readAccount(account_id, ctx)).id
  const pool = systemAccount(row.environment, 'member-shares')
  await bookMovement(row, { type: 'payout', shares: 0, units, from: pool, to }, ctx)
  const change = { dividends: 0n, status, last_moved_at: ctx.now }
  return saveMovement(row, change, events.DividendPaid, ctx, assets)
}

export async function closeShareAccount(
  id: string,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<ShareRow> {
  const row = await lockOwn(id, ctx)
  const { to: status } = shareLife.check(row.status, 'close')
  const dividends = BigInt(row.dividends)
  if (row.shares > 0 || dividends > 0n)
    throw ShareAccountNotEmpty({
      shares: row.shares,
      dividends: formatDecimal({ units: dividends, asset: assets.get(row.asset) }),
    })
  const change = { status, closed_at: ctx.now }
  return saveMovement(row, change, events.ShareAccountClosed, ctx, assets)
}

interface Movement extends Pick<MovementRow, 'type' | 'shares'> {
  readonly units: bigint
  readonly from: string
  readonly to: string
}

async function bookMovement(
  row: ShareRow,
  { type, shares, units, from, to }: Movement,
  ctx: Context,
): Promise<void> {
  const { asset } = row
  const entry = await post(ctx, {
    books: [from, to].map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: `share_${type}`,
        // Of the member's own account: what they paid for the shares, and their dividend.
        credits: 'returned',
        reference: `Share account ${toAccountNumber(row)}`,
        metadata: { share_account_id: row.uuid },
        moves: [{ from, to, asset, units }],
      }),
  })
  const movement = {
    uuid: uuidv7(ctx.now),
    share_account_uuid: row.uuid,
    type,
    shares,
    units,
    entry_id: entry.id,
    created_at: ctx.now,
  }
  await store.insertMovements(ctx.tx, [movement])
}

async function saveMovement(
  { uuid }: ShareRow,
  change: Parameters<typeof store.updateShareAccount>[2],
  event: typeof events.SharesPurchased,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<ShareRow> {
  const row = await store.updateShareAccount(ctx.tx, uuid, change)
  emitShareEvent(ctx, event, row, assets)
  return row
}

export async function listMovements(
  id: string,
  ctx: Context,
  page: PageRequest,
  { assets }: MicrofinanceOptions,
) {
  const row = await getShareAccount(id, ctx)
  const { rows, total } = await store.listMovements(ctx.tx, row.uuid, page)
  const asset = assets.get(row.asset)
  const movements = rows.map((one) => ({
    id: one.uuid,
    type: one.type,
    shares: one.shares,
    amount: formatDecimal({ units: BigInt(one.units), asset }),
    created_at: one.created_at,
  }))
  return { movements, total }
}

const IDLE_MAX = 200

/** Marks accounts without a movement for the days of dormancy as dormant; returns how many. */
export async function markDormantBatch(
  ctx: Context,
  { assets, dormancyDays }: MicrofinanceOptions,
): Promise<number> {
  const before = new Date(ctx.now.getTime() - dormancyDays * DAY_MS)
  const which = { environment: ctx.caller.environment, before, limit: IDLE_MAX }
  const idle = await store.lockIdleAccounts(ctx.tx, which)
  for (const row of idle) {
    const { to: status } = shareLife.check(row.status, 'become_dormant')
    await saveMovement(row, { status }, events.ShareAccountDormant, ctx, assets)
  }
  return idle.length
}

export function emitShareEvent(
  ctx: Context,
  event: typeof events.SharesPurchased,
  row: ShareRow,
  assets: AssetCatalogue,
): void {
  const data = {
    share_account_id: row.uuid,
    account_number: toAccountNumber(row),
    shares: row.shares,
    dividend_balance: formatDecimal({
      units: BigInt(row.dividends),
      asset: assets.get(row.asset),
    }),
    currency: row.asset,
    status: row.status,
  }
  emitToRecipients(ctx, event, data, [row.user_uuid])
}
