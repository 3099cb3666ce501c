// The rules of endpoints (paths that any user may sell by x402): which paths may have a price, and who may set it.
import { isOperator, ownerOf } from '../../../../operation/caller.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7, isUuid } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { EndpointExists, PathReserved, TooManyEndpoints } from './errors.ts'
import * as store from './store.ts'
import { findPathError, isSellable, type Seller } from '../paywall/sellable-paths.ts'
import { findNetwork } from '../x402/networks.ts'
import { addressesOf, overlappingPaths, trimPath } from '../paywall/paths.ts'
import type { PricedPath } from '../paywall/price.ts'
import { lockPrices } from '../resources/store.ts'
import { isResourceAt } from '../resources/service.ts'

export const ENDPOINTS_CHANGED = 'x402.endpoints_changed'

const ENDPOINTS_MAX = 100

export interface EndpointOptions {
  /** Whether one of the bank's own routes serves the path. */
  readonly isServed: (method: string, path: string) => boolean
}

export interface EndpointRequest {
  readonly method: string
  readonly path: string
  readonly price_usd_cents: number
  readonly network: string
  readonly asset: string
  readonly description: string | null
  readonly mime_type: string
  readonly is_active: boolean
}

const sellerOf = ({ caller }: Context): Seller => (isOperator(caller) ? 'operator' : 'customer')

export async function createEndpoint(
  request: EndpointRequest,
  ctx: Context,
  options: EndpointOptions,
): Promise<store.EndpointRow> {
  const row = { ...request, path: trimPath(request.path) }
  checkEndpoint(row, ctx, options)
  await lockPrices(ctx.tx)
  await checkRoom(ctx)
  await checkUnsold({ ...row, ...ownerOf(ctx) }, ctx)
  const inserted = await store.insertEndpoint(ctx.tx, {
    ...row,
    ...ownerOf(ctx),
    seller: sellerOf(ctx),
    id: uuidv7(ctx.now),
    now: ctx.now,
  })
  if (!inserted) throw EndpointExists({ endpoint: `${row.method} ${row.path}` })
  ctx.invalidate(ENDPOINTS_CHANGED, inserted.id)
  return inserted
}

/** Every node holds all prices in memory, so the number per customer is limited. */
async function checkRoom(ctx: Context): Promise<void> {
  if (isOperator(ctx.caller)) return
  const { total } = await listEndpoints({ page: 1, per_page: 1 }, ctx)
  if (total >= ENDPOINTS_MAX) throw TooManyEndpoints({ maximum: ENDPOINTS_MAX })
}

export const listEndpoints = (page: PageRequest, ctx: Context) =>
  store.listEndpoints(ctx.tx, ownerOf(ctx), page)

export async function getEndpoint(id: string, ctx: Context): Promise<store.EndpointRow> {
  const row = isUuid(id) ? await store.findEndpoint(ctx.tx, id, ownerOf(ctx)) : undefined
  if (!row) throw NotFound({ what: 'endpoint', id })
  return row
}

export async function updateEndpoint(
  id: string,
  change: Partial<EndpointRequest>,
  ctx: Context,
  options: EndpointOptions,
): Promise<store.EndpointRow> {
  await lockPrices(ctx.tx)
  const row = await getEndpoint(id, ctx)
  const given = change.path === undefined ? change : { ...change, path: trimPath(change.path) }
  const wanted = { ...row, ...given }
  checkEndpoint(wanted, ctx, options)
  await checkUnsold(wanted, ctx)
  if (await store.isTaken(ctx.tx, wanted))
    throw EndpointExists({ endpoint: `${wanted.method} ${wanted.path}` })
  const fields = { ...given, seller: sellerOf(ctx) }
  const updated = await store.updateEndpoint(ctx.tx, row.id, fields, ctx.now)
  ctx.invalidate(ENDPOINTS_CHANGED, row.id)
  return updated
}

export async function deleteEndpoint(id: string, ctx: Context): Promise<void> {
  const row = await getEndpoint(id, ctx)
  await store.deleteEndpoint(ctx.tx, row.id)
  ctx.invalidate(ENDPOINTS_CHANGED, row.id)
}

/** Whether a path has an endpoint, active or not. */
export const isEndpointAt = (tx: Db, { environment, method, path }: PricedPath): Promise<boolean> =>
  store.isAnyAt(tx, { environment, method, paths: overlappingPaths(path) })

/**
 * A path has one price and one seller: it must not be an operator's resource as well, and no other user may
 * sell it by an overlapping method.
 */
async function checkUnsold(
  row: Pick<store.EndpointRow, 'environment' | 'method' | 'path' | 'user_uuid'>,
  { tx }: Context,
): Promise<void> {
  const { environment, method, path, user_uuid } = row
  const others = { environment, method, paths: overlappingPaths(path), notOf: user_uuid }
  if ((await isResourceAt(tx, row)) || (await store.isAnyAt(tx, others)))
    throw EndpointExists({ endpoint: `${method} ${path}` })
}

function checkEndpoint(
  { path, network, asset }: EndpointRequest,
  ctx: Context,
  { isServed }: EndpointOptions,
): void {
  const fault = findPathError(path)
  const errors: Record<string, string[]> = {
    ...(fault !== undefined && { path: [fault] }),
    ...(!findNetwork(network) && {
      network: ['The network field must be one of those listed at /api/v2/x402/supported.'],
    }),
    ...(asset !== 'USDC' && { asset: ['The asset field must be USDC.'] }),
  }
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
  const seller = sellerOf(ctx)
  if (seller === 'operator') return
  // Any method counts: a 402 in place of the bank's 405 would change the bank's own answers as well.
  const isOurs = addressesOf(path).some((address) => isServed('*', address))
  if (isOurs || !isSellable(path, seller)) throw PathReserved({})
}
