// Enforces the daily limit of a connected client over a sliding window of 24 hours. The row of the grant stays
// locked from the check to the commit, so that concurrent calls cannot exceed the limit together.
import { DAY_MS } from '../../../kernel/durations.ts'
import { type Money, multiplyDivide } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context } from '../../../operation/operation.ts'
import { type AssetCatalogue, RATE_SCALE } from '../../core/assets/index.ts'
import { lockGrant } from '../../people/oauth/index.ts'
import { SpendingLimitExceeded } from './errors.ts'
import { insertSpend, listSpends } from './store.ts'

const WINDOW_MS = DAY_MS
const CURRENCY = 'USD'

/** Records the spend in the transaction of the operation, so that a refused or failed operation spends nothing. */
export async function reserveSpend(tool: string, cents: bigint, ctx: Context): Promise<void> {
  const grant = ctx.caller.client?.grant
  const policy = grant ? await lockGrant(ctx.tx, grant) : undefined
  if (!grant || !policy) throw refuse('NO_POLICY', cents, 0n, null)
  const limit = policy.daily_limit_minor
  if (limit !== null) {
    const since = new Date(ctx.now.getTime() - WINDOW_MS)
    const spends = await listSpends(ctx.tx, grant, since)
    const left = limit - spends.reduce((sum, spend) => sum + spend.cents, 0n)
    if (cents > left)
      throw refuse(
        'LIMIT_EXCEEDED',
        cents,
        left > 0n ? left : 0n,
        findAvailableAt(spends, cents - left),
      )
  }
  const { requestId, now } = ctx
  const spend = { id: uuidv7(now), grant_uuid: grant, tool, cents, request_id: requestId }
  await insertSpend(ctx.tx, { ...spend, created_at: now })
}

const refuse = (
  error_code: 'LIMIT_EXCEEDED' | 'NO_POLICY' | 'CURRENCY_INVALID',
  requested: bigint,
  left: bigint,
  free: Date | null,
) =>
  SpendingLimitExceeded({
    error_code,
    limit_remaining_minor: String(left),
    amount_requested_minor: String(requested),
    window_resets_at: free && free.toISOString(),
    currency: CURRENCY,
  })

interface Spend {
  readonly cents: bigint
  readonly created_at: Date
}

/** The time at which `wanted` has left the window; null when all spends, oldest first, do not add up to it. */
export function findAvailableAt(spends: readonly Spend[], wanted: bigint): Date | null {
  let freed = 0n
  for (const { cents, created_at } of spends) {
    freed += cents
    if (freed >= wanted) return new Date(created_at.getTime() + WINDOW_MS)
  }
  return null
}

/** The value in cents at current rates, rounded up, so that rounding never exceeds a limit. */
export function toCents({ asset, units }: Money, assets: AssetCatalogue): bigint {
  const rate = assets.findDollarRate(asset.code)
  if (rate === undefined) throw refuse('CURRENCY_INVALID', 0n, 0n, null)
  return multiplyDivide(units * rate, 100n, RATE_SCALE * 10n ** BigInt(asset.precision), 'up')
}
