// The rules of resources (paths that operators sell for payments on any rail): which paths may have a price, in
// which currencies, and that each path has one price only.
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { ResourceExists } from '../errors.ts'
import { findPathError } from '../paywall/sellable-paths.ts'
import { overlappingPaths, trimPath } from '../paywall/paths.ts'
import type { PricedPath } from '../paywall/price.ts'
import { findPrice, type ResourcePriceOptions } from './price.ts'
import * as store from './store.ts'

export const RESOURCES_CHANGED = 'machine_payments.resources_changed'

export interface ResourceOptions extends Pick<ResourcePriceOptions, 'assets'> {
  /** Whether the path has a price of another kind. */
  readonly isSoldElsewhere: (tx: Db, at: PricedPath) => Promise<boolean>
}

/** Whether a resource shares an address with this path. */
export const isResourceAt = (
  tx: Db,
  { environment, method, path }: PricedPath,
  except?: string,
): Promise<boolean> =>
  store.isAnyAt(tx, { environment, method, paths: overlappingPaths(path), except })

export async function createResource(
  fields: store.ResourceFields,
  ctx: Context,
  options: ResourceOptions,
): Promise<store.ResourceRow> {
  const wanted = normalize(fields)
  const { environment, user } = ctx.caller
  await store.lockPrices(ctx.tx)
  await check({ ...wanted, environment }, undefined, ctx, options)
  const id = uuidv7(ctx.now)
  const row = { ...wanted, id, environment, created_by: user!, now: ctx.now }
  const inserted = await store.insertResource(ctx.tx, row)
  ctx.invalidate(RESOURCES_CHANGED, id)
  return inserted
}

export async function updateResource(
  id: string,
  change: {
    readonly [Name in keyof store.ResourceFields]?: store.ResourceFields[Name] | undefined
  },
  ctx: Context,
  options: ResourceOptions,
): Promise<store.ResourceRow> {
  await store.lockPrices(ctx.tx)
  const row = await getResource(id, ctx)
  const wanted = normalize({
    method: change.method ?? row.method,
    path: change.path ?? row.path,
    amount_cents: change.amount_cents ?? row.amount_cents,
    currency: change.currency ?? row.currency,
    available_rails: change.available_rails ?? row.available_rails,
    description: change.description === undefined ? row.description : change.description,
    mime_type: change.mime_type ?? row.mime_type,
  })
  await check({ ...wanted, environment: row.environment }, row.id, ctx, options)
  const updated = await store.updateResource(ctx.tx, row.id, wanted, ctx.now)
  ctx.invalidate(RESOURCES_CHANGED, row.id)
  return updated
}

export async function deleteResource(id: string, ctx: Context): Promise<void> {
  const row = await getResource(id, ctx)
  await store.deleteResource(ctx.tx, row.id)
  ctx.invalidate(RESOURCES_CHANGED, row.id)
}

export async function getResource(id: string, { tx, caller }: Context): Promise<store.ResourceRow> {
  const row = isUuid(id) ? await store.findResource(tx, id, caller.environment) : undefined
  if (!row) throw NotFound({ what: 'resource', id })
  return row
}

/** Adds a missing leading slash. */
const normalize = (fields: store.ResourceFields): store.ResourceFields => ({
  ...fields,
  path: trimPath(fields.path.startsWith('/') ? fields.path : `/${fields.path}`),
  currency: fields.currency.toUpperCase(),
  available_rails: [...new Set(fields.available_rails)],
})

async function check(
  wanted: store.ResourceFields & PricedPath,
  except: string | undefined,
  { tx }: Context,
  options: ResourceOptions,
): Promise<void> {
  const { method, path } = wanted
  const fault = findPathError(path)
  const errors: Record<string, string[]> = {
    ...(fault !== undefined && { path: [fault] }),
    ...(findPrice(wanted, options.assets) === undefined && {
      currency: ['The currency field must be USD, USDC or an asset with a dollar rate.'],
    }),
  }
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
  const isTaken =
    (await isResourceAt(tx, wanted, except)) || (await options.isSoldElsewhere(tx, wanted))
  if (isTaken) throw ResourceExists({ resource: `${method} ${path}` })
}
