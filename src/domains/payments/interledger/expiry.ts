// Expires incoming payments, connections and grants.
import type { Context } from '../../../operation/operation.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Db } from '../../../platform/database.ts'
import { ConnectionTimedOut, GrantExpired, IncomingPaymentExpired } from './events.ts'
import { endGrant, lockOverdueGrants } from './grant-store.ts'
import { connectionLife, grantLife, incomingLife } from './life-cycle.ts'
import type { InterledgerOptions } from './options.ts'
import {
  lockOverdueConnections,
  lockOverdueIncoming,
  updateConnection,
  updateIncoming,
} from './incoming/store.ts'
import { toConnectionEvent, toGrantEvent, toIncomingEvent } from './view.ts'

export const EXPIRY_JOB = 'interledger.expire'

const BATCH = 200

type Options = Pick<InterledgerOptions, 'assets' | 'addresses'>

export async function expireDue(
  db: Db,
  bank: Pick<Bank, 'clock' | 'invalidate'>,
  options: Options,
): Promise<void> {
  const sweep = (some: (ctx: Context) => Promise<number>) => sweepDue(db, bank, EXPIRY_JOB, some)
  await sweep((ctx) => expireIncoming(ctx, options))
  await sweep((ctx) => timeOutConnections(ctx, options))
  await sweep((ctx) => expireGrants(ctx, options))
}

async function expireIncoming(ctx: Context, options: Options): Promise<number> {
  const { tx, caller, now } = ctx
  const due = await lockOverdueIncoming(tx, caller.environment, now, BATCH)
  for (const { id, status } of due) {
    const step = incomingLife.check(status, 'expire')
    const row = await updateIncoming(tx, id, { status: step.to, ended_at: now })
    const { user_uuid, account_uuid } = row
    ctx.emit(IncomingPaymentExpired, toIncomingEvent(row, options), { user_uuid, account_uuid })
  }
  return due.length
}

async function timeOutConnections(ctx: Context, options: Options): Promise<number> {
  const { tx, caller, now } = ctx
  const due = await lockOverdueConnections(tx, caller.environment, now, BATCH)
  for (const { id, status } of due) {
    const step = connectionLife.check(status, 'time_out')
    const row = await updateConnection(tx, id, { status: step.to, ended_at: now })
    ctx.emit(ConnectionTimedOut, toConnectionEvent(row, options), { user_uuid: row.user_uuid })
  }
  return due.length
}

async function expireGrants(ctx: Context, options: Options): Promise<number> {
  const { tx, caller, now } = ctx
  const due = await lockOverdueGrants(tx, caller.environment, now, BATCH)
  for (const { id, status } of due) {
    const step = grantLife.check(status, 'expire')
    const row = await endGrant(tx, id, step.to, now)
    ctx.emit(GrantExpired, toGrantEvent(row, options), { user_uuid: row.user_uuid })
  }
  return due.length
}
