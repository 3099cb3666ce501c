// What a transfer may be refused for, beside what the ledger refuses.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const UnauthorizedTransfer = defineError(
  'UNAUTHORIZED_TRANSFER',
  403,
  () => 'Money can only be sent from an account of your own.',
)

export const SourceAccountFrozen = defineError(
  'SOURCE_ACCOUNT_FROZEN',
  422,
  () => 'The account the money is to come from is frozen.',
)

export const DestinationAccountFrozen = defineError(
  'DESTINATION_ACCOUNT_FROZEN',
  422,
  () => 'The account the money is to go to is frozen.',
)

/** Like INSUFFICIENT_FUNDS, named for the field where a customer would look. */
export const InsufficientBalance = defineError<{
  current_balance: string
  requested_amount: string
  errors: Record<string, string[]>
}>('INSUFFICIENT_BALANCE', 422, (d) => d.errors.amount![0]!, {
  details: Type.Object({ current_balance: Type.String(), requested_amount: Type.String() }),
})

export const BulkRefused = defineError<{ index: number; code: string; reason: string }>(
  'BULK_TRANSFER_REFUSED',
  422,
  (d) => `Transfer ${d.index} of the list was refused, so none was made: ${d.reason}`,
  {
    details: Type.Object({
      index: Type.Integer({ description: 'Position in the list, from 0.' }),
      code: Type.String(),
      reason: Type.String(),
    }),
  },
)
