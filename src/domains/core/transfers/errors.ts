// The errors of transfers, in addition to those of the ledger.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const UnauthorizedTransfer = defineError(
  'UNAUTHORIZED_TRANSFER',
  403,
  () => 'You may not use the account that pays; send money from one of your own accounts.',
)

export const SourceAccountFrozen = defineError<{ account_uuid: string }>(
  'SOURCE_ACCOUNT_FROZEN',
  422,
  (d) => `The account that pays, ${d.account_uuid}, is frozen; unfreeze it first.`,
)

export const DestinationAccountFrozen = defineError<{ account_uuid: string }>(
  'DESTINATION_ACCOUNT_FROZEN',
  422,
  (d) => `The account to be paid, ${d.account_uuid}, is frozen and cannot receive money.`,
  { advice: 'Pay another account, or wait until this one is unfrozen.' },
)

/** Like INSUFFICIENT_FUNDS, but it also names the field `amount` in `errors`. */
export const InsufficientBalance = defineError<{
  current_balance: string
  requested_amount: string
  errors: Record<string, string[]>
}>('INSUFFICIENT_BALANCE', 422, (d) => d.errors.amount![0]!, {
  meaning: 'The account holds less than the amount.',
  advice:
    'Read the balances; then ask for at most what is available, or put money on the account first.',
  details: Type.Object({ current_balance: Type.String(), requested_amount: Type.String() }),
})

export const BulkRefused = defineError<{ index: number; code: string; reason: string }>(
  'BULK_TRANSFER_REJECTED',
  422,
  (d) =>
    `The transfer at position ${d.index} (counted from 0) was refused, so none was made: ${d.reason}`,
  {
    advice:
      'Correct or remove that transfer and send the whole list again, with a new Idempotency-Key.',
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
    details: Type.Object({
      jurisdiction: Type.String(),
      threshold: Type.String(),
      reason: Type.String(),
    }),
  },
)

/** The details name no list and no entry, so that nobody on a list is warned. */
export const TransferBlocked = defineError<{ issues: readonly string[] }>(
  'TRANSFER_BLOCKED',
  403,
  () => 'Compliance does not allow this transfer; contact the bank.',
  { details: Type.Object({ issues: Type.Array(Type.String(), { maxItems: 20 }) }) },
)

/** A way of paying that does not ask the guards cannot be used while one is on. */
export const TransferNotCleared = defineError(
  'TRANSFER_NOT_CLEARED',
  422,
  () =>
    'A transfer of this amount to another customer must be checked first, and this way of paying cannot do it; use POST /api/transfers.',
)

/** The account to be paid holds tokens on a chain, and the money is not on that chain. */
export const BridgeRequired = defineError<{ account_uuid: string; chain: string }>(
  'BRIDGE_REQUIRED',
  422,
  (d) =>
    `The account ${d.account_uuid} holds tokens on ${d.chain}, and these are not there; send them by POST /api/v2/crosschain/bridge, or pay another account.`,
)

export const guardErrors = [
  TravelRuleCheckRequired,
  TransferBlocked,
  TransferNotCleared,
  BridgeRequired,
] as const
