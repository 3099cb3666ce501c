// The tellers themselves: operators create them and set the limits of their vaults.
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetRecord, readAsset, readUnits } from '../../../core/assets/index.ts'
import { isVisibleTo } from '../../../people/identity/index.ts'
import { viewerOf } from '../access.ts'
import { emitToRecipients } from '../event-recipients.ts'
import * as events from '../events.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as store from './store.ts'
import type { TellerRow, VaultRow } from './store.ts'
import { getTeller } from './vaults.ts'

interface LimitRequest {
  readonly currency: string
  readonly vault_limit?: string | null
  readonly vault_minimum?: string | null
}

export interface TellerRequest extends LimitRequest {
  readonly name: string
  readonly branch?: string
  readonly user_id?: string
}

export interface TellerWithVaults {
  readonly row: TellerRow
  readonly vaults: readonly VaultRow[]
}

export async function createTeller(
  request: TellerRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<TellerWithVaults> {
  const asset = readAsset(assets, request.currency, 'currency')
  const limits = readLimits(request, asset)
  const user_uuid = request.user_id?.toLowerCase() ?? null
  if (user_uuid !== null && !(await isVisibleTo(ctx, user_uuid)))
    throw Invalid({ errors: { user_id: [`There is no registered user ${user_uuid}.`] } })
  const row = await store.insertTeller(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    name: request.name,
    branch: request.branch ?? null,
    currency: asset.code,
    user_uuid,
    is_implicit: false,
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  const name = { teller_uuid: row.uuid, asset: asset.code }
  const vault = await store.setVaultLimits(ctx.tx, name, limits)
  const data = { teller_id: row.uuid, name: row.name, currency: asset.code }
  emitToRecipients(ctx, events.TellerCreated, data, [user_uuid, ctx.caller.user])
  return { row, vaults: [vault] }
}

function readLimits({ vault_limit, vault_minimum }: LimitRequest, asset: AssetRecord) {
  const read = (text: string | null | undefined, field: string): bigint | null => {
    if (text === null || text === undefined) return null
    return /^0+(\.0+)?$/.test(text) ? 0n : readUnits(text, asset, field)
  }
  const limits = {
    minimum: read(vault_minimum, 'vault_minimum') ?? 0n,
    maximum: read(vault_limit, 'vault_limit'),
  }
  if (limits.maximum !== null && limits.maximum < limits.minimum)
    throw Invalid({ errors: { vault_limit: ['The limit must be at least the minimum.'] } })
  return limits
}

/** Opens a vault for a currency, or changes its limits. */
export async function setVault(
  id: string,
  request: LimitRequest,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<TellerWithVaults> {
  const row = await getTeller(id, ctx)
  const asset = readAsset(assets, request.currency, 'currency')
  const limits = readLimits(request, asset)
  await store.setVaultLimits(ctx.tx, { teller_uuid: row.uuid, asset: asset.code }, limits)
  const show = (units: bigint) => formatDecimal({ units, asset })
  const data = {
    teller_id: row.uuid,
    currency: asset.code,
    minimum: show(limits.minimum),
    limit: limits.maximum === null ? null : show(limits.maximum),
  }
  emitToRecipients(ctx, events.VaultChanged, data, [row.user_uuid, ctx.caller.user])
  return { row, vaults: await store.listVaults(ctx.tx, [row.uuid]) }
}

export async function showTeller(id: string, ctx: Context): Promise<TellerWithVaults> {
  const row = await getTeller(id, ctx)
  return { row, vaults: await store.listVaults(ctx.tx, [row.uuid]) }
}

const filterOf = ({ caller }: Context) => ({
  environment: caller.environment,
  viewer: viewerOf(caller),
})

export async function listTellers(ctx: Context, page: PageRequest) {
  const { rows, total } = await store.listTellers(ctx.tx, filterOf(ctx), page)
  const vaults = await store.listVaults(
    ctx.tx,
    rows.map(({ uuid }) => uuid),
  )
  const tellers = rows.map((row) => ({
    row,
    vaults: vaults.filter(({ teller_uuid }) => teller_uuid === row.uuid),
  }))
  return { tellers, total }
}

export async function listTransactions(
  teller_id: string | undefined,
  ctx: Context,
  page: PageRequest,
) {
  const teller_uuid = teller_id === undefined ? undefined : (await getTeller(teller_id, ctx)).uuid
  return store.listTellerTransactions(ctx.tx, { ...filterOf(ctx), teller_uuid }, page)
}

export async function listReconciliations(id: string, ctx: Context, page: PageRequest) {
  const { uuid } = await getTeller(id, ctx)
  return store.listReconciliations(ctx.tx, uuid, page)
}
