// The fee on GCU, and how trades count against limits. The bank sells GCU in three ways: at its
// counter, by composing, and through its own quotes on the exchange. No way may be cheaper than the
// counter, because customers would avoid the counter's fee otherwise.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { AccountView } from '../../../operation/posting.ts'
import type { Trader } from './store.ts'

export const GCU = 'GCU'

/** Percent of the money paid or received for GCU. */
export const FEE_PERCENT = 1n

/** Rounded up, so that a fee that is due is at least one unit. */
export const feeOn = (units: bigint): bigint => multiplyDivide(units, FEE_PERCENT, 100n, 'up')

/** The limits of the account's manager apply, or else those of its owner. */
export const traderOf = ({
  environment,
  manager_uuid,
  user_uuid,
}: Pick<AccountView, 'environment' | 'manager_uuid' | 'user_uuid'>): Trader => ({
  environment,
  user_uuid: manager_uuid ?? user_uuid!,
})

/** The euro cents that an amount of an asset counts against a limit, rounded up. Prices are in dollars. */
export const toEuroCents = (
  { units, precision }: { readonly units: bigint; readonly precision: number },
  price: bigint,
  euro: bigint,
): bigint => multiplyDivide(units * price, 100n, euro * 10n ** BigInt(precision), 'up')
