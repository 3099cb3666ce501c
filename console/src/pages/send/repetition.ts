// A payment that was made before, as the beginning of a new one.
import type { Payment } from '../../../../sdk/client/types.ts'
import { type Holdings, shorten } from '../../accounts.ts'
import type { Draft } from './draft-form.tsx'

/** Undefined if it was not paid by the viewer, or to no account that they could pay again. */
export function toDraft(payment: Payment, holdings: readonly Holdings[]): Draft | undefined {
  const { from, to, paid, entries, reference } = payment
  const source = holdings.find(({ account }) => account.uuid === from.account_uuid)
  // A payment between own accounts is neither paid nor received.
  const money = paid ?? entries[0]
  if (!source || to.account_uuid === null || !money) return undefined
  const own = holdings.find(({ account }) => account.uuid === to.account_uuid)
  return {
    kind: 'account',
    from: source,
    to: to.account_uuid,
    toName: own?.account.name ?? to.name ?? shorten(to.account_uuid),
    amount: money.amount,
    asset: money.asset_code,
    reference: reference ?? '',
  }
}
