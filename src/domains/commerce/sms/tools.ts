// The tool with which models send text messages.
import { Type } from 'typebox'
import { DOLLAR } from '../../../kernel/money.ts'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { MaybeText, Text } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations, flatCents: number) => [
  defineTool({
    name: 'sms.send',
    title: 'Send an SMS',
    summary: 'Send a text message, or only ask for its price.',
    scope: 'sms:send',
    writes: true,
    isFinal: true,
    input: Type.Object({
      to: Type.String({
        pattern: '^\\+?[0-9]{5,20}$',
        description: 'The phone number, with its country’s dial code.',
      }),
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
      perform(operations['sms.send_prepaid'], input, {
        units: input.check_price_only ? 0n : BigInt(flatCents),
        asset: DOLLAR,
      }),
  }),
]
