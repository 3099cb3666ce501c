// The events of text messages.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const message = {
  message_id: Type.String(),
  destination: Type.String(),
  status: Type.String(),
  test_mode: Type.Boolean(),
}

export const SmsSent = defineEvent({
  type: 'sms.sent',
  version: 1,
  summary: 'The provider accepted a message.',
  data: Type.Object(message),
})

export const SmsDelivered = defineEvent({
  type: 'sms.delivered',
  version: 1,
  summary: 'A message was delivered to the phone.',
  data: Type.Object({ ...message, delivered_at: Type.String({ format: 'date-time' }) }),
})

export const SmsFailed = defineEvent({
  type: 'sms.failed',
  version: 1,
  summary: 'A message could not be delivered.',
  data: Type.Object({ ...message, error_code: Type.Union([Type.String(), Type.Null()]) }),
})
