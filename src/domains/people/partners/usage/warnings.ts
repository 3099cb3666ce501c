// Warns partners when they have used 75, 90 and 100 % of the calls that their tier includes in a month.
import type { Bank } from '../../../../operation/bank.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { emitToContact } from '../event-recipients.ts'
import { PartnerUsageWarned } from '../events.ts'
import { findPartner } from '../store.ts'
import { tiers } from '../tiers.ts'
import { monthOf } from './counter.ts'
import { insertWarning, listBillable } from './store.ts'

export const WARNING_JOB = 'partners.warn_usage'

const THRESHOLDS = [75, 90, 100]
const BATCH = 500

export async function warnOfUsage(
  db: Db,
  { clock, work }: Pick<Bank, 'clock' | 'work'>,
): Promise<void> {
  const days = monthOf(clock.now())
  for (let after: string | undefined; ; ) {
    const some = await listBillable(db, days, after, BATCH)
    for (const { partner_uuid, billable } of some)
      await work('live', WARNING_JOB, (ctx) => warn(partner_uuid, billable, days.first, ctx))
    if (some.length < BATCH) return
    after = some.at(-1)!.partner_uuid
  }
}

/** Each threshold warns once a month; only the highest one reached emits an event. */
async function warn(
  partner_uuid: string,
  current: number,
  month: string,
  ctx: Context,
): Promise<void> {
  const partner = await findPartner(ctx.tx, partner_uuid)
  if (!partner) return
  const limit = tiers[partner.tier].calls_per_month
  const reached = THRESHOLDS.filter((percent) => current * 100 >= percent * limit)
  let isNew = false
  for (const percent of reached) {
    const warning = { partner_uuid, environment: 'live' as const, month, percent }
    isNew = await insertWarning(ctx.tx, { ...warning, created_at: ctx.now })
  }
  if (isNew)
    await emitToContact(
      PartnerUsageWarned,
      partner,
      { percent: reached.at(-1), current, limit },
      ctx,
    )
}
