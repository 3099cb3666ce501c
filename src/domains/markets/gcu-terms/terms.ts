// What getting GCU from the bank costs, and what it counts. The bank sells GCU at three places: at its
// counter, by composing, and by its own quotes on the exchange. None is cheaper than the counter,
// because its fee would otherwise be paid by nobody.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { AccountView } from '../../../operation/posting.ts'
import type { Trader } from './store.ts'

export const GCU = 'GCU'

/** Of what is paid for GCU, and of what is got for it. */
export const FEE_PERCENT = 1n

/** Rounded up, so that a fee that is due is at least one unit. */
export const feeOn = (units: bigint): bigint => multiplyDivide(units, FEE_PERCENT, 100n, 'up')

/** The limits are those of whoever manages the account, or of its owner. */
export const traderOf = ({
  environment,
  manager_uuid,
  user_uuid,
}: Pick<AccountView, 'environment' | 'manager_uuid' | 'user_uuid'>): Trader => ({
  environment,
  user_uuid: manager_uuid ?? user_uuid!,
})

/** What some of an asset counts against a limit, in euro cents, rounded up. Prices are in dollars. */
export const toEuroCents = (
  { units, precision }: { readonly units: bigint; readonly precision: number },
  price: bigint,
  euro: bigint,
): bigint => multiplyDivide(units * price, 100n, euro * 10n ** BigInt(precision), 'up')
