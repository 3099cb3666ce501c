// The test event that a customer can have sent to a webhook. It is never written to the log.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const TestWebhook = defineEvent({
  type: 'test.webhook',
  version: 1,
  summary: 'Sent on request, to see whether a webhook works.',
  data: Type.Object({}, { additionalProperties: true }),
})
