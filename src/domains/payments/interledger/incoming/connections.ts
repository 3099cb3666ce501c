// STREAM connections. The owner supplies the address and the shared secret of the counterparty: payments to that
// address use that secret, and packets to the connection's own address are credited to an account of the owner.
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { isRoutable, toUuid } from '../addresses.ts'
import { readSupported } from '../assets.ts'
import { ConnectionClosed, ConnectionOpened } from '../events.ts'
import { connectionLife } from '../life-cycle.ts'
import { after, type InterledgerOptions } from '../options.ts'
import { getFirstAccount, getWallet } from '../receivers.ts'
import * as store from './store.ts'
import type { ConnectionRow } from './store.ts'
import { toConnectionEvent } from '../view.ts'

export interface ConnectionRequest {
  readonly destination_address: string
  readonly shared_secret: string
  readonly wallet_address?: string
  readonly asset_code: string
}

export async function openConnection(
  request: ConnectionRequest,
  ctx: Context,
  options: InterledgerOptions,
): Promise<ConnectionRow> {
  const { destination_address, wallet_address } = request
  const { environment } = ctx.caller
  if (!isRoutable(destination_address))
    throw Invalid({
      errors: {
        destination_address: [
          'The destination address must be an Interledger address such as g.example.alice.',
        ],
      },
    })
  const asset = readSupported(options.assets, request.asset_code, 'asset_code')
  const account_uuid =
    wallet_address === undefined
      ? await getFirstAccount(ctx)
      : (await getWallet(wallet_address, ctx, options)).id
  const row = await store.insertConnection(ctx.tx, {
    id: uuidv7(ctx.now),
    environment,
    user_uuid: ctx.caller.user!,
    account_uuid,
    asset: asset.code,
    destination_address,
    secret: options.sealer.seal(request.shared_secret),
    expires_at: after(ctx.now, options.packetSeconds),
    created_at: ctx.now,
  })
  ctx.emit(ConnectionOpened, toConnectionEvent(row, options), { user_uuid: row.user_uuid })
  return row
}

export const listConnections = ({ tx, caller }: Context, page: PageRequest) =>
  store.listConnections(tx, { environment: caller.environment, user_uuid: caller.user! }, page)

/** Closing a connection that has ended changes nothing. */
export async function closeConnection(
  connection_id: string,
  ctx: Context,
  options: InterledgerOptions,
): Promise<void> {
  const { tx, caller, now } = ctx
  const id = /^[0-9a-f]{32}$/i.test(connection_id) ? toUuid(connection_id) : connection_id
  const row = await store.findConnection(tx, id, true)
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'connection', id: connection_id })
  if (connectionLife.isEnd(row.status)) return
  const { to: status } = connectionLife.check(row.status, 'close')
  const closed = await store.updateConnection(tx, row.id, { status, ended_at: now })
  ctx.emit(ConnectionClosed, toConnectionEvent(closed, options), { user_uuid: row.user_uuid })
}
