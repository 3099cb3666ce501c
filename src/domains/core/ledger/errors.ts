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
      'Read the available amount by GET /api/v2/accounts/:uuid/balances; then send at most that, or add funds to the account first. Reserved amounts are not available.',
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
  {
    advice:
      'The user who froze the account, or an operator, unfreezes it by POST /api/v2/accounts/:uuid/unfreeze; after a freeze by an operator, only an operator can.',
  },
)

export const AccountClosed = defineError<{ account_uuid: string }>(
  'ACCOUNT_CLOSED',
  422,
  (d) => `The account ${d.account_uuid} is closed; use another account.`,
  {
    advice:
      'Choose an open account from GET /api/v2/accounts; a closed account cannot be reopened.',
  },
)

/** The prover found the account's balances broken, so nothing more is written to them. */
export const AccountQuarantined = defineError<{ account_uuid: string }>(
  'ACCOUNT_QUARANTINED',
  503,
  (d) =>
    `The account ${d.account_uuid} is in quarantine because its balances failed a check; no money moves until an operator has rechecked it.`,
  {
    advice:
      'Contact the bank, and do not retry. An operator sends POST /api/v2/ledger/integrity/recheck, which releases the account if its balances are correct.',
  },
)

export const RecheckInProgress = defineError<{ recheck_uuid: string }>(
  'RECHECK_IN_PROGRESS',
  409,
  (d) => `The recheck ${d.recheck_uuid} of other accounts is in progress; start one after it.`,
  {
    advice:
      'Read GET /api/v2/ledger/integrity/rechecks/:uuid until its status is `done`, then start the next.',
    details: Type.Object({ recheck_uuid: Type.String() }),
  },
)

/** The owner of the account owes the bank money, such as a collection that was returned after it was spent. */
export const DebtOutstanding = defineError<{ account_uuid: string }>(
  'DEBT_OUTSTANDING',
  422,
  (d) =>
    `Nothing can leave the account ${d.account_uuid} while its owner owes the bank a returned collection; pay the amount into one of your accounts, from which the bank takes it within a minute.`,
  {
    advice:
      'Pay in the amount owed, wait until the status of the payment is `returned`, and retry.',
  },
)

export const HoldNotOpen = defineError<{ id: string; status: string }>(
  'HOLD_NOT_OPEN',
  409,
  (d) => `The reservation ${d.id} is ${d.status}; only an open reservation can be used.`,
  {
    advice:
      'Make a new reservation; one that is captured, released or expired cannot be used again.',
  },
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
  { advice: 'Capture at most the amount left, or release this reservation and make a larger one.' },
)

export const BalanceTooLarge = defineError<{ account_uuid: string }>(
  'BALANCE_TOO_LARGE',
  422,
  (d) =>
    `The balance of account ${d.account_uuid} would exceed the largest possible balance; send a smaller amount.`,
  { advice: 'Send less, or spread the amount over several accounts.' },
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
