// The errors of transfers, in addition to those of the ledger.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const UnauthorizedTransfer = defineError(
  'UNAUTHORIZED_TRANSFER',
  403,
  () => 'You may not use the account that pays; send money from one of your own accounts.',
  {
    advice:
      'Send as `from_account` the uuid of an account that GET /api/v2/accounts lists: one that the caller owns or manages.',
  },
)

export const SourceAccountFrozen = defineError<{ account_uuid: string }>(
  'SOURCE_ACCOUNT_FROZEN',
  422,
  (d) => `The account that pays, ${d.account_uuid}, is frozen; unfreeze it first.`,
  {
    advice:
      'Unfreeze the paying account by POST /api/v2/accounts/:uuid/unfreeze, which only the user who froze it or an operator may do, or pay from another account.',
  },
)

export const DestinationAccountFrozen = defineError<{ account_uuid: string }>(
  'DESTINATION_ACCOUNT_FROZEN',
  422,
  (d) => `The account to be paid, ${d.account_uuid}, is frozen and cannot receive money.`,
  { advice: 'Pay another account, or ask the payee to have this one unfrozen.' },
)

/** Like INSUFFICIENT_FUNDS, but it also names the field `amount` in `errors`. */
export const InsufficientBalance = defineError<{
  current_balance: string
  requested_amount: string
  errors: Record<string, string[]>
}>('INSUFFICIENT_BALANCE', 422, (d) => d.errors.amount![0]!, {
  meaning: 'The account holds less than the amount.',
  advice:
    'Send an `amount` up to `error.details.current_balance`, which is in the smallest unit, or deposit first.',
  details: Type.Object({ current_balance: Type.String(), requested_amount: Type.String() }),
})

export const BulkTransferRejected = defineError<{ index: number; code: string; reason: string }>(
  'BULK_TRANSFER_REJECTED',
  422,
  (d) =>
    `The transfer at position ${d.index} (counted from 0) was refused, so none was made: ${d.reason}`,
  {
    advice:
      'Correct or remove that transfer and send the whole list again, with a new Idempotency-Key. With `mode` "each" every transfer is decided independently.',
    details: Type.Object({
      index: Type.Integer({ description: 'The position in the list, counted from 0.' }),
      code: Type.String(),
      reason: Type.String(),
    }),
  },
)

/** Money goes to another customer or out of the bank, and no valid travel-rule check covers it. */
export const TravelRuleCheckRequired = defineError<{
  jurisdiction: string
  threshold: string
  reason: string
}>(
  'TRAVEL_RULE_CHECK_REQUIRED',
  422,
  (d) =>
    `The travel rule applies from ${d.threshold} (${d.jurisdiction}), and ${d.reason}; send POST /api/v1/regtech/travel-rule/check with the accounts, the amount and the currency of this transfer first.`,
  {
    advice:
      'Send the check as the same user, with all details of originator and beneficiary, and this transfer within 30 minutes. Each check covers one transfer.',
    details: Type.Object({
      jurisdiction: Type.String(),
      threshold: Type.String(),
      reason: Type.String(),
    }),
  },
)

/** The details name no list and no entry, so that a listed customer is not tipped off. */
export const TransferBlocked = defineError<{ issues: readonly string[] }>(
  'TRANSFER_BLOCKED',
  403,
  () => 'Compliance does not allow this transfer; contact the bank.',
  {
    advice:
      'Read `error.details.issues`. If the travel-rule check was not compliant, correct its data and send it again; otherwise only the bank can clear the transfer, and a retry does not help.',
    details: Type.Object({ issues: Type.Array(Type.String(), { maxItems: 20 }) }),
  },
)

/** A payment method that does not ask the guards cannot be used while one is on. */
export const TransferNotCleared = defineError(
  'TRANSFER_NOT_CLEARED',
  422,
  () =>
    'A transfer of this amount to another customer must be checked first, and this payment method cannot do it; use POST /api/transfers.',
  {
    advice:
      'Send it as a transfer by POST /api/v2/transfers, which has it checked before the money moves.',
  },
)

/** The account to be paid holds tokens on a chain, and the money is not on that chain. */
export const BridgeRequired = defineError<{ account_uuid: string; chain: string }>(
  'BRIDGE_REQUIRED',
  422,
  (d) =>
    `The account ${d.account_uuid} holds tokens on ${d.chain}, and these are not there; send them by POST /api/v2/crosschain/bridge, or pay another account.`,
  {
    advice:
      'POST /api/v1/crosschain/bridge/quote shows the fee of the bridge. Accounts that are on no chain are paid without one.',
  },
)

export const guardErrors = [
  TravelRuleCheckRequired,
  TransferBlocked,
  TransferNotCleared,
  BridgeRequired,
] as const
