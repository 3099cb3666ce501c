// Counts the money that an incoming payment or a connection receives, from the peer or within the bank.
import type { Environment } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import { ConnectionReceived, IncomingPaymentCompleted, IncomingPaymentReceived } from '../events.ts'
import { incomingLife } from '../life-cycle.ts'
import { after, type InterledgerOptions } from '../options.ts'
import * as store from './store.ts'
import type { ConnectionRow, IncomingRow } from './store.ts'
import { toConnectionEvent, toIncomingEvent } from '../view.ts'

/** An incoming payment or a connection, locked until the transaction ends; or just an account. */
export type Target =
  | { readonly kind: 'incoming'; readonly row: IncomingRow }
  | { readonly kind: 'connection'; readonly row: ConnectionRow }
  | { readonly kind: 'account'; readonly row: AccountTarget }

/** An account behind its payment pointer; it accepts any amount, in the asset of the packet. */
export interface AccountTarget {
  readonly id: string
  readonly environment: Environment
  readonly account_uuid: string
  readonly asset: string
}

/**
 * Undefined if there is none that accepts packets now. An incoming payment that is completed still accepts those
 * without money for as long as it would have been valid: its senders close their connections with them.
 */
export async function lockTarget(
  which: { readonly incoming: string; readonly account: string } | { readonly connection: string },
  { tx, caller, now }: Context,
): Promise<Target | undefined> {
  if ('connection' in which) {
    const row = await store.findConnection(tx, which.connection, true)
    const takes =
      row?.environment === caller.environment &&
      row.status === 'open' &&
      new Date(row.expires_at) > now
    return takes ? { kind: 'connection', row } : undefined
  }
  const row = await store.findIncoming(tx, which.incoming, true)
  const takes =
    row?.environment === caller.environment &&
    row.account_uuid === which.account &&
    row.status !== 'expired' &&
    new Date(row.expires_at) > now
  return takes ? { kind: 'incoming', row } : undefined
}

/** The amount that the target still accepts; undefined for a connection or an account, which accept any amount. */
export const remainingOf = (target: Target): bigint | undefined =>
  target.kind === 'incoming' ? target.row.units - target.row.received_units : undefined

export async function recordReceipt(
  target: Target,
  units: bigint,
  ctx: Context,
  options: Pick<InterledgerOptions, 'assets' | 'addresses' | 'packetSeconds'>,
): Promise<void> {
  // The ledger announces a credit to an account.
  if (target.kind === 'account') return
  const { tx, now } = ctx
  const { id, user_uuid, account_uuid } = target.row
  const received_units = target.row.received_units + units
  const audience = { user_uuid, account_uuid }
  if (target.kind === 'connection') {
    const expires_at = after(now, options.packetSeconds)
    const row = await store.updateConnection(tx, id, { received_units, expires_at })
    return ctx.emit(ConnectionReceived, toConnectionEvent(row, options), audience)
  }
  const isWhole = received_units === target.row.units
  const row = await store.updateIncoming(tx, id, {
    received_units,
    ...(isWhole && {
      status: incomingLife.check(target.row.status, 'complete').to,
      ended_at: now,
    }),
  })
  const event = isWhole ? IncomingPaymentCompleted : IncomingPaymentReceived
  ctx.emit(event, toIncomingEvent(row, options), audience)
}
