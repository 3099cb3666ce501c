// What the ledger refuses, whoever asks.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { showUnits } from './wording.ts'

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
  (d) => `The account ${d.account_uuid} is closed.`,
)

/** The prover found the account's books broken: nothing is written over that. */
export const AccountQuarantined = defineError<{ account_uuid: string }>(
  'ACCOUNT_QUARANTINED',
  503,
  (d) => `The books of account ${d.account_uuid} are being checked; no money moves until then.`,
)

export const HoldNotOpen = defineError<{ id: string; status: string }>(
  'HOLD_NOT_OPEN',
  409,
  (d) => `The reservation ${d.id} is ${d.status}; only an open one can be used.`,
)

export const HoldTooSmall = defineError<{ id: string }>(
  'HOLD_TOO_SMALL',
  422,
  (d) => `The reservation ${d.id} holds less than that.`,
)

export const BalanceTooLarge = defineError<{ account_uuid: string }>(
  'BALANCE_TOO_LARGE',
  422,
  (d) => `The account ${d.account_uuid} cannot hold that much.`,
)

/** What any posting may be refused for. */
export const postingErrors = [
  InsufficientFunds,
  AccountFrozen,
  AccountClosed,
  AccountQuarantined,
  BalanceTooLarge,
]
