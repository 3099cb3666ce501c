// Input and output shapes of the two payment tools, shared with their operations.
import { Type } from 'typebox'
import { Amount, AssetCode, MaybeText, Minor, Text, Uuid } from '../../../operation/tool-schema.ts'

export const paymentStatusShape = {
  input: Type.Object({
    transaction_id: Type.String({ pattern: '^[A-Za-z0-9-]+$', maxLength: 128 }),
    type: Type.Enum(['transaction', 'transfer', 'both'], { default: 'both' }),
    include_details: Type.Boolean({ default: true }),
    include_related: Type.Boolean({ default: false }),
  }),
  output: Type.Object({
    transaction_id: Text,
    status: Text,
    type: Text,
    subtype: MaybeText,
    amount: Text,
    currency: Text,
    from_account: MaybeText,
    to_account: MaybeText,
    description: MaybeText,
    reference: MaybeText,
    created_at: Text,
    completed_at: MaybeText,
    failure_reason: MaybeText,
    estimated_completion: MaybeText,
    metadata: Type.Record(Type.String(), Type.Unknown()),
    related_transactions: Type.Array(Type.Object({ transaction_id: Text, status: Text }), {
      maxItems: 10,
    }),
    status_history: Type.Array(Type.Object({ status: Text, at: Text }), { maxItems: 20 }),
    next_steps: Type.Array(Text, { maxItems: 10 }),
    message: Text,
  }),
}

export const paymentTransferShape = {
  input: Type.Object({
    from_account_uuid: Uuid,
    to_account_uuid: Uuid,
    amount: Amount,
    currency: AssetCode,
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  }),
  output: Type.Object({
    transfer_id: Uuid,
    from_account_uuid: Uuid,
    to_account_uuid: Uuid,
    amount: Text,
    currency: Text,
    from_new_balance: Minor,
    to_new_balance: Type.Union([Minor, Type.Null()], {
      description: 'Null when the account belongs to another user.',
    }),
    formatted_from_balance: Text,
    formatted_to_balance: MaybeText,
    timestamp: Text,
    reference: MaybeText,
    status: Text,
    fee: Text,
  }),
}
