// Carries payments between accounts of this bank, as transfers: the money is reserved at once and arrives within
// a second.
import { formatDecimal } from '../../../../kernel/money.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { findAccounts, findEntry, findHold, isVisible, post } from '../../../core/ledger/index.ts'
import {
  clearPlan,
  makeFeeSchedule,
  planTransfer,
  type TransferOptions,
} from '../../../core/transfers/index.ts'
import type { PaymentQuery, Carrier } from './carrier.ts'

export function ownTransfers(directory: AccountDirectory, transfers: TransferOptions): Carrier {
  /** The creditor's account, open, and in the same environment and tenant. */
  const findCreditor = async (payment: PaymentQuery, ctx: Context) => {
    const { creditor_iban: iban, debtor_account } = payment
    const refuse = (sentence: string) => Invalid({ errors: { creditor_iban: [sentence] } })
    const id = await directory.find(ctx.tx, { iban })
    const account = id === undefined ? undefined : (await findAccounts(ctx.tx, [id])).get(id)
    if (!isVisible(account, ctx.caller)) throw refuse(`There is no account ${iban} at this bank.`)
    if (account.id === debtor_account)
      throw refuse(`${iban} is the account to debit; name another account to pay.`)
    return account.id
  }
  return {
    name: 'transfer',
    reaches: (iban) => directory.isOurs(iban),
    async check(payment, ctx) {
      await findCreditor(payment, ctx)
      return makeFeeSchedule(transfers.feeBasisPoints)(payment.units)
    },
    async send(payment, ctx) {
      const { units, currency, reference, end_to_end_id, creditor_name } = payment
      const request = {
        from_account: payment.debtor_account,
        to_account: await findCreditor(payment, ctx),
        amount: formatDecimal({ units, asset: transfers.assets.get(currency) }),
        asset_code: currency,
        ...(reference !== null && { reference }),
        metadata: {
          open_banking_payment: payment.id,
          end_to_end_id,
          ...(creditor_name !== null && { creditor_name }),
        },
      }
      const plan = planTransfer(request, ctx, transfers)
      await clearPlan(ctx, plan)
      return (await post(ctx, plan)).data.uuid
    },
    async follow(tx, id) {
      const hold = await findHold(tx, id)
      if (hold?.status === 'open') return { status: 'pending', reason: null }
      const isPaid = hold?.status === 'captured' || (await findEntry(tx, id)).length > 0
      return isPaid
        ? { status: 'completed', reason: null }
        : { status: 'failed', reason: hold?.reason ?? 'The transfer failed.' }
    },
  }
}
