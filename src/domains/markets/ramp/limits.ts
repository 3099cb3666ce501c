// What a session and a day may come to. A session is bounded in its own currency, a day in US dollars,
// because a user may use several currencies.
import { formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { SessionError } from './errors.ts'
import { sumDay } from './store.ts'

export const QUOTE_MIN = 1
export const SESSION_MIN = 10
export const SESSION_MAX = 10_000
/** US dollars in a UTC day; what failed or expired does not count. */
export const DAY_MAX = 50_000

const write = (cents: bigint): string =>
  formatDecimal({ units: cents, asset: { code: 'USD', precision: 2 } })

/** Only with the user locked is what is used still so when the session is written. */
export async function checkDay(dollar_cents: bigint, { tx, caller, now }: Context): Promise<void> {
  const used = await sumDay(tx, { environment: caller.environment, user_uuid: caller.user! }, now)
  const limit = BigInt(DAY_MAX) * 100n
  if (used + dollar_cents <= limit) return
  throw SessionError({
    reason: 'DAILY_LIMIT',
    sentence: `This would exceed the daily limit of ${write(limit)} USD; ${write(used)} USD are used.`,
  })
}
