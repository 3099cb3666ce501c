// The limits on sessions. A single session is limited in its own currency; the total of a day is
// limited in US dollars, because a user may use several currencies.
import { formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { SessionError } from './errors.ts'
import { sumDay } from './store.ts'

export const QUOTE_MIN = 1
export const SESSION_MIN = 10
export const SESSION_MAX = 10_000
/** US dollars in a UTC day; failed and expired sessions do not count. */
export const DAY_MAX = 50_000

const write = (cents: bigint): string =>
  formatDecimal({ units: cents, asset: { code: 'USD', precision: 2 } })

/** The caller must have locked the user, so that no other session is started before this one is stored. */
export async function checkDay(dollar_cents: bigint, { tx, caller, now }: Context): Promise<void> {
  const used = await sumDay(tx, { environment: caller.environment, user_uuid: caller.user! }, now)
  const limit = BigInt(DAY_MAX) * 100n
  if (used + dollar_cents <= limit) return
  throw SessionError({
    reason: 'DAILY_LIMIT',
    sentence: `The daily limit of ${write(limit)} USD would be exceeded: ${write(used)} USD used, ${write(dollar_cents)} USD asked for; ask for less, or wait for the next day (UTC).`,
  })
}
