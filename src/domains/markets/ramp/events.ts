// What happens to a session. Each state it comes into is an event of its own.
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
  summary: 'The provider of a session has been paid, or is being paid.',
  data,
})

export const RampCompleted = defineEvent({
  type: 'ramp.completed',
  version: 1,
  summary: 'Crypto that was bought is in the wallet, or money for what was sold in the account.',
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
  summary: 'Nobody paid in a session until it was over.',
  data,
})
