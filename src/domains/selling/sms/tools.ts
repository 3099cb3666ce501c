// Text messages as a tool for models.
import { Type } from 'typebox'
import { defineTool } from '../../../operation/tool.ts'
import { MaybeText, Text } from '../../../operation/tool-schema.ts'

export const makeTools = (flatCents: number) => [
  defineTool({
    name: 'sms.send',
    title: 'Send an SMS',
    summary: 'Send a text message, or only ask what it would cost.',
    scope: 'sms:send',
    writes: true,
    isFinal: true,
    input: Type.Object({
      to: Type.String({ pattern: '^\\+?[0-9]{5,20}$', description: 'With the dial code.' }),
      message: Type.String({ minLength: 1, maxLength: 1600 }),
      from: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
      check_price_only: Type.Boolean({ default: false }),
    }),
    output: Type.Object({
      message_id: MaybeText,
      status: MaybeText,
      parts: Type.Integer(),
      price_usdc: Text,
      country: Text,
      note: Text,
    }),
    call: (input, perform) =>
      perform('sms.send_prepaid', input, {
        cents: input.check_price_only ? 0n : BigInt(flatCents),
      }),
  }),
]
