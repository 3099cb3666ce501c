// The creditor of a payment file as the rails take it.
import { isRoutingNumber } from '../../core/account-numbers/index.ts'

interface WrittenCreditor {
  readonly creditor: string
  readonly creditor_name: string | null
  readonly creditor_bic: string | null
}

/** An IBAN, a US routing and account number with a colon between them, or an account at the bank with a BIC. */
export function creditorOf({ creditor, creditor_name: name, creditor_bic: bic }: WrittenCreditor) {
  if (/^[A-Z]{2}\d{2}/.test(creditor)) return { name, iban: creditor, bic }
  const [routing_number = '', account_number, ...more] = creditor.split(':')
  return isRoutingNumber(routing_number) && account_number !== undefined && more.length === 0
    ? { name, routing_number, account_number }
    : { name, account_number: creditor, bic }
}
