// A claim identifies one payment, however often and in however many files it is sent: the same reference from the
// same account to the same creditor over the same amount.
import { hash } from 'node:crypto'
import { parseDecimal } from '../../../../kernel/money.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import type { Payable } from './decisions.ts'
import { NOT_PROVIDED } from '../files/reader.ts'

/** 32 hexadecimal digits, which PostgreSQL reads as a uuid. Undefined for an ambiguous payment or a rejected one. */
export function claimOf(payment: Payable, assets: AssetCatalogue): string | undefined {
  const { debtor_account, creditor_account, creditor, end_to_end_id, currency, amount } = payment
  const asset = assets.find(currency)
  const units = asset && parseDecimal(amount, asset)?.units
  if (debtor_account === null || units === undefined || end_to_end_id === NOT_PROVIDED)
    return undefined
  const parts = [debtor_account, creditor_account ?? creditor, currency, units, end_to_end_id]
  return hash('sha256', parts.join('\n')).slice(0, 32)
}
