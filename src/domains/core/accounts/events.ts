// The events of accounts. The balance events are computed from the ledger's moves, not stored a second
// time.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const StatusData = Type.Object({
  account_uuid: Uuid,
  reason: Type.String(),
  authorized_by: Type.Union([Type.String(), Type.Null()]),
})

export const AccountCreated = defineEvent({
  type: 'account.created',
  version: 1,
  summary: 'An account was opened.',
  data: Type.Object({
    account_uuid: Uuid,
    name: Type.String(),
    user_uuid: Uuid,
    balance: Type.Integer({
      description: 'Always 0: the initial balance is deposited afterwards.',
    }),
    type: Type.String(),
    status: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  }),
})

export const AccountUpdated = defineEvent({
  type: 'account.updated',
  version: 1,
  summary: 'The name or the metadata of an account was changed.',
  data: Type.Object({
    account_uuid: Uuid,
    name: Type.Optional(Type.String()),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
})

export const AccountFrozenEvent = defineEvent({
  type: 'account.frozen',
  version: 1,
  summary: 'An account was frozen: no money moves in or out.',
  data: StatusData,
})

export const AccountUnfrozen = defineEvent({
  type: 'account.unfrozen',
  version: 1,
  summary: 'A frozen account was made active again.',
  data: StatusData,
})

export const AccountClosedEvent = defineEvent({
  type: 'account.closed',
  version: 1,
  summary: 'An empty account was closed for good.',
  data: Type.Object({ account_uuid: Uuid }),
})

const Units = Type.Integer({ description: 'In the smallest unit of the asset.' })

export const AccountBalanceUpdated = defineEvent({
  type: 'account.balance_updated',
  version: 1,
  summary: 'Money came in or went out: the balance before and after.',
  data: Type.Object({
    account_uuid: Uuid,
    asset_code: Type.String(),
    balance: Units,
    previous_balance: Units,
    change_amount: Units,
    formatted: Type.String({ description: 'The balance as text: "1500.00 USD".' }),
    reason: Type.String({
      description: 'The kind of transaction: deposit, withdrawal, transfer, fee, interest …',
    }),
    transaction_uuid: Uuid,
    sequence: Type.Integer({ description: 'The number of the move within this balance, from 1.' }),
  }),
})

const AlertData = Type.Object({
  account_uuid: Uuid,
  asset_code: Type.String(),
  balance: Units,
  threshold: Units,
})

export const BalanceLow = defineEvent({
  type: 'balance.low',
  version: 1,
  summary: 'An account fell below 10.00 USD, or received money and is still below.',
  data: AlertData,
})

export const BalanceNegative = defineEvent({
  type: 'balance.negative',
  version: 1,
  summary: 'An account fell below zero, as far as its overdraft allows.',
  data: AlertData,
})
