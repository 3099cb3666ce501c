// The codes by which networks say why a payment failed or was returned, and which party caused it.
import type { AppError } from '../../../operation/error.ts'
import { InsufficientFunds } from '../../core/ledger/index.ts'
import { TransferBlocked } from '../../core/transfers/index.ts'
import { changeCodes, returnCodes } from './nacha/index.ts'

/** ISO 20022 status reasons. */
const isoReasons: Readonly<Record<string, string>> = {
  AB05: 'The creditor’s bank did not answer in time.',
  AB06: 'The network did not answer in time.',
  AB07: 'The network is offline.',
  AB08: 'The creditor’s bank is offline.',
  AC01: 'The account number is wrong or does not exist.',
  AC03: 'The creditor’s account number is wrong.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC13: 'The account does not take direct debits.',
  AM02: 'The amount is more than the mandate allows.',
  AM04: 'The account does not cover the amount.',
  ACWC: 'The creditor’s bank accepted the payment with a change.',
  ACWP: 'The creditor’s bank accepted the payment, and has not posted it yet.',
  AM05: 'The payment was sent before.',
  RR04: 'The payment is not allowed for regulatory reasons.',
  MD01: 'There is no mandate for this direct debit.',
  MD02: 'The mandate does not allow a collection now.',
  MD06: 'The debtor asked for the money back.',
  MD07: 'The debtor has died.',
}

/** Codes for failures of the network or the counterparty's bank, which count against a rail. */
const networkFaults = new Set(['AB05', 'AB06', 'AB07', 'AB08', 'AB09', 'AB10', 'TM01', 'MS03'])

/** A wrong account is the sender's mistake: if it counted, senders could distort the statistics of a rail. */
export const isNetworkFault = (code: string): boolean => networkFaults.has(code)

/** Codes of a network that did not accept the payment, because it or the counterparty's bank is offline. */
export const isOffline = (code: string): boolean => code === 'AB07' || code === 'AB08'

/** The code by which this bank rejects a payment; it does not reveal to a sanctioned party that they are listed. */
export function refusalCodeOf({ def }: AppError): string {
  if (def.code === TransferBlocked.code) return 'RR04'
  return def.code === InsufficientFunds.code ? 'AM04' : 'AC06'
}

/** The reason behind a code of ISO 20022, of an ACH return or of a notification of change. */
export function reasonOf(code: string): string {
  const iso = isoReasons[code]
  if (iso !== undefined) return iso
  const title = returnCodes.get(code)?.title ?? changeCodes.get(code)?.title
  return title === undefined ? `The network gave the code ${code}.` : `${title}.`
}
