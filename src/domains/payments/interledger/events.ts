// The events of Interledger: one for each state that a payment, an incoming payment, a connection or a grant enters.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const category = 'interledger'

const payment = Type.Object({
  payment_id: Uuid,
  quote_id: Uuid,
  account_uuid: Uuid,
  receiver: Type.String(),
  ilp_address: Type.String(),
  send_amount: Type.String(),
  send_currency: Type.String(),
  fee: Type.String(),
  receive_amount: Type.String(),
  receive_currency: Type.String(),
  delivered_amount: Type.String(),
  returned_amount: Nullable(Type.String()),
  error_code: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})

export const InterledgerPaymentStarted = defineEvent({
  type: 'interledger_payment.started',
  category,
  version: 1,
  summary: 'A payment through Interledger was started; its amount is on the clearing account.',
  data: payment,
})

export const InterledgerPaymentCompleted = defineEvent({
  type: 'interledger_payment.completed',
  category,
  version: 1,
  summary: 'A payment through Interledger was delivered.',
  data: payment,
})

export const InterledgerPaymentFailed = defineEvent({
  type: 'interledger_payment.failed',
  category,
  version: 1,
  summary: 'A payment through Interledger was rejected; the undelivered part is returned.',
  data: payment,
})

export const InterledgerPaymentExpired = defineEvent({
  type: 'interledger_payment.expired',
  category,
  version: 1,
  summary: 'A payment through Interledger expired; the undelivered part is returned.',
  data: payment,
})

const incoming = Type.Object({
  incoming_payment_id: Uuid,
  account_uuid: Uuid,
  ilp_address: Type.String(),
  amount: Type.String(),
  received_amount: Type.String(),
  asset_code: Type.String(),
})

export const IncomingPaymentCreated = defineEvent({
  type: 'interledger_incoming.created',
  category,
  version: 1,
  summary: 'An incoming payment through Interledger was created.',
  data: incoming,
})

export const IncomingPaymentReceived = defineEvent({
  type: 'interledger_incoming.received',
  category,
  version: 1,
  summary: 'A part of an incoming payment through Interledger was received.',
  data: incoming,
})

export const IncomingPaymentCompleted = defineEvent({
  type: 'interledger_incoming.completed',
  category,
  version: 1,
  summary: 'An incoming payment through Interledger was received in full.',
  data: incoming,
})

export const IncomingPaymentExpired = defineEvent({
  type: 'interledger_incoming.expired',
  category,
  version: 1,
  summary: 'An incoming payment through Interledger expired before it was received in full.',
  data: incoming,
})

const connection = Type.Object({
  connection_id: Type.String(),
  account_uuid: Uuid,
  source_address: Type.String(),
  destination_address: Type.String(),
  received_amount: Type.String(),
  asset_code: Type.String(),
})

export const ConnectionOpened = defineEvent({
  type: 'interledger_connection.opened',
  category,
  version: 1,
  summary: 'A STREAM connection was opened.',
  data: connection,
})

export const ConnectionReceived = defineEvent({
  type: 'interledger_connection.received',
  category,
  version: 1,
  summary: 'Money was received through a STREAM connection.',
  data: connection,
})

export const ConnectionClosed = defineEvent({
  type: 'interledger_connection.closed',
  category,
  version: 1,
  summary: 'A STREAM connection was closed by its owner.',
  data: connection,
})

export const ConnectionTimedOut = defineEvent({
  type: 'interledger_connection.timed_out',
  category,
  version: 1,
  summary: 'A STREAM connection timed out, because no packet was received.',
  data: connection,
})

const grant = Type.Object({
  grant_id: Uuid,
  account_uuid: Uuid,
  limit_amount: Type.String(),
  used_amount: Type.String(),
  currency: Type.String(),
  expires_at: DateTime,
})

export const GrantCreated = defineEvent({
  type: 'interledger_grant.created',
  category,
  version: 1,
  summary: 'A grant to pay from an account through Interledger was given.',
  data: grant,
})

export const GrantRevoked = defineEvent({
  type: 'interledger_grant.revoked',
  category,
  version: 1,
  summary: 'A grant to pay through Interledger was revoked.',
  data: grant,
})

export const GrantExpired = defineEvent({
  type: 'interledger_grant.expired',
  category,
  version: 1,
  summary: 'A grant to pay through Interledger has expired.',
  data: grant,
})

export const PeerSettled = defineEvent({
  type: 'interledger_peer.settled',
  version: 1,
  summary: 'The Interledger peer paid the bank what it owed, or a part of it.',
  data: Type.Object({
    settlement_id: Type.String({ format: 'uuid' }),
    asset_code: Type.String(),
    amount: Type.String(),
    reference: Type.String(),
  }),
})
