// Marks messages that were not acknowledged in time as expired, and emits events to their senders. Readers
// see a passed deadline at once; this job stores it.
import type { Bank } from '../../../operation/bank.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { MessageExpired } from './events.ts'
import { messageLife } from './life-cycle.ts'
import { markExpired } from './store.ts'
import { emitToSender, findParties } from './sender-events.ts'

const AT_ONCE = 500

export const expireMessages = (db: Db, bank: Pick<Bank, 'clock' | 'invalidate'>): Promise<void> =>
  sweepDue(db, bank, 'agent_messages.expire', expireSome)

async function expireSome(ctx: Context): Promise<number> {
  const step = { from: messageLife.from('expire'), now: ctx.now }
  const expired = await markExpired(ctx.tx, step, {
    environment: ctx.caller.environment,
    limit: AT_ONCE,
  })
  const agents = await findParties(ctx.tx, expired)
  for (const row of expired)
    emitToSender(MessageExpired, row, { acknowledge_by: row.acknowledge_by! }, agents, ctx)
  return expired.length
}
