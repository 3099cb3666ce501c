// The events of ramp sessions: one for each state that a session enters.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'
import { rampTypes } from './coins.ts'

const data = Type.Object({
  session_id: Type.String({ format: 'uuid' }),
  type: Type.Enum([...rampTypes]),
  provider: Type.String(),
  fiat_currency: Type.String(),
  fiat_amount: Type.String(),
  crypto_currency: Type.String(),
  crypto_amount: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
})

export const RampStarted = defineEvent({
  type: 'ramp.started',
  version: 1,
  summary: 'A session to buy or sell crypto was started.',
  data,
})

export const RampProcessing = defineEvent({
  type: 'ramp.processing',
  version: 1,
  summary: 'The payment of a session has been made or is in progress.',
  data,
})

export const RampCompleted = defineEvent({
  type: 'ramp.completed',
  version: 1,
  summary:
    'A session was completed: bought crypto is in the wallet, or the money for sold crypto is in the account.',
  data,
})

export const RampFailed = defineEvent({
  type: 'ramp.failed',
  version: 1,
  summary: 'A session failed at its provider.',
  data,
})

export const RampExpired = defineEvent({
  type: 'ramp.expired',
  version: 1,
  summary: 'A session expired, because it was not paid in time.',
  data,
})
