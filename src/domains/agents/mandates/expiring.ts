// What time does to mandates: those that ran out unused become expired, and both sides are told.
import { bankItself } from '../../../operation/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tell } from '../../../operation/operation.ts'
import { doOwnWork } from '../../../operation/own-work.ts'
import type { Db } from '../../../platform/database.ts'
import { MandateExpired } from './events.ts'
import { mandateLives } from './life-cycle.ts'
import { finish } from './step.ts'
import { lockExpired } from './store.ts'

export interface ExpiringOptions {
  readonly clock: Clock
  readonly hear: Tell
}

export async function expireMandates(db: Db, { clock, hear }: ExpiringOptions): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const) {
    const caller = bankItself(environment)
    const work = { db, now: clock.now(), caller, operation: 'mandates.expire', hear }
    // A few at a time, each batch committed: a long list must not hold them all.
    while ((await doOwnWork(work, expireSome)) > 0);
  }
}

const expireSome: Parameters<typeof doOwnWork<number>>[1] = async (ctx) => {
  const due = await lockExpired(ctx.tx, ctx.now, ctx.caller.environment)
  for (const { uuid, type, status } of due) {
    const { to } = mandateLives[type].check(status, 'expire')
    await finish(uuid, { status: to }, MandateExpired, ctx)
  }
  return due.length
}
