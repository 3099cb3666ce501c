// The event that is sent to see whether a webhook works. It is in nobody's log.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const TestWebhook = defineEvent({
  type: 'test.webhook',
  version: 1,
  summary: 'Sent on request, to see whether a webhook works.',
  data: Type.Object({}, { additionalProperties: true }),
})
