// The limits of one user's bridges, in US dollars at the reference prices, per transfer and per UTC day.
import { DOLLAR, formatDecimal, groupThousands } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import { BridgeRefused } from '../errors.ts'
import { sumDay } from './store.ts'

/** In whole dollars and in bridges; 0 for no limit. */
export interface BridgeLimits {
  readonly transfer: number
  readonly day: number
  readonly count: number
}

const write = (cents: bigint): string =>
  groupThousands(formatDecimal({ units: cents, asset: DOLLAR }))

/** The caller must have locked the user, so that no other bridge is started before this one is stored. */
export async function checkLimits(
  usd_cents: bigint,
  { tx, caller, now }: Context,
  { transfer, day, count: countMax }: BridgeLimits,
): Promise<void> {
  const most = BigInt(transfer) * 100n
  if (transfer > 0 && usd_cents > most)
    throw BridgeRefused({
      reason: 'TRANSFER_LIMIT',
      sentence: `A bridge may carry at most ${write(most)} USD; this one is worth ${write(usd_cents)} USD.`,
    })
  if (day === 0 && countMax === 0) return
  const whose = { environment: caller.environment, user_uuid: caller.user! }
  const { cents, count } = await sumDay(tx, whose, now)
  if (countMax > 0 && count >= countMax)
    throw BridgeRefused({
      reason: 'DAILY_COUNT',
      sentence: `You have started ${count} bridges today, the daily maximum; wait for the next day (UTC).`,
    })
  const limit = BigInt(day) * 100n
  if (day > 0 && cents + usd_cents > limit)
    throw BridgeRefused({
      reason: 'DAILY_LIMIT',
      sentence: `The daily limit of ${write(limit)} USD would be exceeded: ${write(cents)} USD used, ${write(usd_cents)} USD asked for; ask for less, or wait for the next day (UTC).`,
    })
}
