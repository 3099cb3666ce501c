// Field officers, who visit groups and collect what is due.
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { isVisibleTo } from '../../../people/identity/index.ts'
import { isLendingOpen, viewerOf } from '../access.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { LendingNotAllowed } from '../errors.ts'
import * as events from '../events.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as store from './store.ts'
import type { OfficerRow } from './store.ts'

export interface OfficerRequest {
  readonly name: string
  readonly territory?: string | null
  readonly user_id?: string
}

/** Operators appoint officers; where lending is open, every user appoints their own. */
export async function createOfficer(
  request: OfficerRequest,
  ctx: Context,
  { lending }: MicrofinanceOptions,
): Promise<OfficerRow> {
  if (!isOperator(ctx.caller) && !isLendingOpen(lending, ctx.caller)) throw LendingNotAllowed({})
  const user_uuid = request.user_id?.toLowerCase() ?? null
  if (user_uuid !== null && !(await isVisibleTo(ctx, user_uuid)))
    throw Invalid({ errors: { user_id: [`There is no registered user ${user_uuid}.`] } })
  const row = await store.insertOfficer(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    name: request.name,
    territory: request.territory ?? null,
    user_uuid,
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  const data = { officer_id: row.uuid, name: row.name }
  emitToRecipients(ctx, events.OfficerCreated, data, [row.created_by, user_uuid])
  return row
}

/** An officer whom the caller appointed or is; operators see all; 404 for other callers. */
export async function getOfficer(id: string, ctx: Context): Promise<OfficerRow> {
  const row = isUuid(id) ? await store.findOfficer(ctx.tx, id) : undefined
  const { caller } = ctx
  const isSeen =
    row !== undefined &&
    row.environment === caller.environment &&
    (isOperator(caller) || row.created_by === caller.user || row.user_uuid === caller.user)
  if (!isSeen) throw NotFound({ what: 'field officer', id })
  return row
}

export interface OfficerChange {
  readonly name?: string
  readonly territory?: string
  readonly is_active?: boolean
}

/** The user who appointed the officer and operators may change the record; the officer may not. */
export async function changeOfficer(id: string, change: OfficerChange, ctx: Context) {
  const officer = await getOfficer(id, ctx)
  if (!isOperator(ctx.caller) && officer.created_by !== ctx.caller.user)
    throw NotFound({ what: 'field officer', id })
  const { name, territory, is_active } = change
  if (name === undefined && territory === undefined && is_active === undefined)
    throw Invalid({ errors: { name: ['Send a name, a territory or is_active.'] } })
  const row = await store.updateOfficer(ctx.tx, officer.uuid, {
    ...(name !== undefined && { name }),
    ...(territory !== undefined && { territory }),
    ...(is_active !== undefined && { is_active }),
  })
  const data = { officer_id: row.uuid, name: row.name, is_active: row.is_active }
  emitToRecipients(ctx, events.OfficerChanged, data, [row.created_by, row.user_uuid])
  return row
}

export async function describeOfficers(rows: readonly OfficerRow[], ctx: Context) {
  const clients = await store.countClients(
    ctx.tx,
    rows.map(({ uuid }) => uuid),
  )
  return rows.map((row) => ({
    id: row.uuid,
    name: row.name,
    territory: row.territory,
    user_id: row.user_uuid,
    client_count: clients.get(row.uuid) ?? 0,
    is_active: row.is_active,
    last_sync_at: row.last_sync_at,
    created_at: row.created_at,
  }))
}

export async function describeOfficer(row: OfficerRow, ctx: Context) {
  const [shown] = await describeOfficers([row], ctx)
  return shown!
}

export async function listOfficers(ctx: Context, page: PageRequest) {
  const seen = { environment: ctx.caller.environment, viewer: viewerOf(ctx.caller) }
  const { rows, total } = await store.listOfficers(ctx.tx, seen, page)
  return { officers: await describeOfficers(rows, ctx), total }
}
