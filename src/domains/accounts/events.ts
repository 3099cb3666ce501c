// What happens to accounts. That a balance changed is told by the ledger's moves.
import { Type } from 'typebox'
import { defineEvent } from '../../operation/event.ts'

const Uuid = Type.String({ format: 'uuid' })
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
    balance: Type.Integer({ description: 'Always 0: money that it is opened with comes after.' }),
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
