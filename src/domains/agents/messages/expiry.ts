// Writes down what was not acknowledged in time, and tells the senders. Whoever reads a message sees a
// passed deadline at once; this is only how the bank itself gets to know.
import { bankItself } from '../../../operation/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Context, Tell } from '../../../operation/operation.ts'
import { doOwnWork } from '../../../operation/own-work.ts'
import type { Db } from '../../../platform/database.ts'
import { MessageExpired } from './events.ts'
import { messageLife } from './life-cycle.ts'
import { markExpired } from './store.ts'
import { findParties, tellSender } from './telling.ts'

export interface ExpiryOptions {
  readonly clock: Clock
  readonly hear: Tell
}

const AT_ONCE = 500

export async function expireMessages(db: Db, { clock, hear }: ExpiryOptions): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const) {
    const caller = bankItself(environment)
    const operation = 'agent_messages.expire'
    for (let count = AT_ONCE; count === AT_ONCE; )
      count = await doOwnWork({ db, now: clock.now(), caller, operation, hear }, expireSome)
  }
}

async function expireSome(ctx: Context): Promise<number> {
  const step = { from: messageLife.from('expire'), now: ctx.now }
  const expired = await markExpired(ctx.tx, step, {
    environment: ctx.caller.environment,
    limit: AT_ONCE,
  })
  const agents = await findParties(ctx.tx, expired)
  for (const row of expired)
    tellSender(MessageExpired, row, { acknowledge_by: row.acknowledge_by! }, agents, ctx)
  return expired.length
}
