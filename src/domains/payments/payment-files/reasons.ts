// Why a payment is rejected: the reason codes of ISO 20022 (external code set), and the refusals of the ledger
// and of transfers in these codes.
import { AppError } from '../../../operation/error.ts'

export const reasonCodes = {
  AC02: 'The debtor’s account does not exist or may not be used by the sender.',
  AC03: 'The creditor’s account is not at this bank.',
  AC04: 'An account is closed.',
  AC06: 'An account is blocked.',
  AG01: 'The payment is not allowed.',
  AM02: 'The amount is not allowed.',
  AM03: 'The currency is not allowed.',
  AM04: 'The funds are not sufficient.',
  AM05: 'The payment is a duplicate.',
  DT01: 'The requested date is not possible.',
} as const

export type ReasonCode = keyof typeof reasonCodes

export interface Rejection {
  readonly code: string
  readonly reason: string
}

export const reject = (code: ReasonCode, reason: string): Rejection => ({ code, reason })

const codesOf: Readonly<Record<string, ReasonCode>> = {
  INSUFFICIENT_FUNDS: 'AM04',
  SOURCE_ACCOUNT_FROZEN: 'AC06',
  DESTINATION_ACCOUNT_FROZEN: 'AC06',
  ACCOUNT_FROZEN: 'AC06',
  ACCOUNT_QUARANTINED: 'AC06',
  ACCOUNT_CLOSED: 'AC04',
  BALANCE_TOO_LARGE: 'AM02',
  UNAUTHORIZED_TRANSFER: 'AC02',
}

/** The rejection of a payment that the ledger refused; rethrows any other error. */
export function rejectionOf(error: unknown): Rejection {
  if (!(error instanceof AppError)) throw error
  return reject(codesOf[error.def.code] ?? 'AG01', error.message)
}
