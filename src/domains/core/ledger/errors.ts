// The errors of the ledger.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { showUnits } from './amounts.ts'

const Units = Type.String({ description: 'In the smallest unit of the asset.' })

export const InsufficientFunds = defineError<{
  asset_code: string
  current_balance: string
  requested_amount: string
}>(
  'INSUFFICIENT_FUNDS',
  422,
  ({ asset_code: code, current_balance, requested_amount }) =>
    `Insufficient ${code}: ${showUnits(code, BigInt(current_balance))} available, ${showUnits(code, BigInt(requested_amount))} needed.`,
  {
    meaning: 'The account has less available than is needed.',
    advice:
      'Read the balances; then send at most what is available, or put money on the account first.',
    details: Type.Object({
      asset_code: Type.String(),
      current_balance: Units,
      requested_amount: Units,
    }),
  },
)

export const AccountFrozen = defineError<{ account_uuid: string }>(
  'ACCOUNT_FROZEN',
  422,
  (d) => `The account ${d.account_uuid} is frozen; unfreeze it first.`,
)

export const AccountClosed = defineError<{ account_uuid: string }>(
  'ACCOUNT_CLOSED',
  422,
  (d) => `The account ${d.account_uuid} is closed; use another account.`,
)

/** The prover found the account's balances broken, so nothing more is written to them. */
export const AccountQuarantined = defineError<{ account_uuid: string }>(
  'ACCOUNT_QUARANTINED',
  503,
  (d) =>
    `The account ${d.account_uuid} is in quarantine because its balances failed a check; no money moves until an operator has rechecked it.`,
  { advice: 'Tell the bank. Do not retry before an operator has looked at the account.' },
)

/** The owner of the account owes the bank money, such as a collection that was returned after it was spent. */
export const DebtOutstanding = defineError<{ account_uuid: string }>(
  'DEBT_OUTSTANDING',
  422,
  (d) =>
    `Nothing can leave the account ${d.account_uuid} while its owner owes the bank a returned collection; pay the amount into one of your accounts, from which the bank takes it within a minute.`,
  { advice: 'Pay in what is owed, wait until the payment is `returned`, and try again.' },
)

export const HoldNotOpen = defineError<{ id: string; status: string }>(
  'HOLD_NOT_OPEN',
  409,
  (d) => `The reservation ${d.id} is ${d.status}; only an open reservation can be used.`,
)

export const HoldTooSmall = defineError<{
  id: string
  asset: string
  left: bigint
  wanted: bigint
}>(
  'HOLD_TOO_SMALL',
  422,
  (d) =>
    `The reservation ${d.id} has too little ${d.asset}: ${showUnits(d.asset, d.left)} left, ${showUnits(d.asset, d.wanted)} needed.`,
)

export const BalanceTooLarge = defineError<{ account_uuid: string }>(
  'BALANCE_TOO_LARGE',
  422,
  (d) =>
    `The balance of account ${d.account_uuid} would exceed the largest possible balance; send a smaller amount.`,
)

/** The errors that any posting may fail with. */
export const postingErrors = [
  InsufficientFunds,
  AccountFrozen,
  AccountClosed,
  AccountQuarantined,
  DebtOutstanding,
  BalanceTooLarge,
]
