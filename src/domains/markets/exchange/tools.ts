// The exchange as tools for models.
import { Type } from 'typebox'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { Amount, AssetCode, MaybeText, Text, Uuid } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations) => [
  defineTool({
    name: 'exchange.quote',
    title: 'Get an exchange rate quote',
    summary:
      'Quote how much of one currency an amount of another converts to at the current rates.',
    scope: 'exchange:read',
    writes: false,
    input: Type.Object({
      from_currency: AssetCode,
      to_currency: AssetCode,
      amount: Type.Union(Amount.anyOf, { default: '1' }),
      include_fees: Type.Boolean({ default: false }),
    }),
    output: Type.Object({
      from_currency: Text,
      to_currency: Text,
      exchange_rate: Text,
      amount: Text,
      converted_amount: Text,
      formatted_rate: Text,
      formatted_amount: Text,
      fee_amount: Text,
      total_amount: Text,
      timestamp: Text,
      provider: Text,
      inverse_rate: Text,
      spread_percentage: Text,
    }),
    call: (input, perform) => perform(operations['exchange.quote'], input),
  }),
  defineTool({
    name: 'exchange.trade',
    title: 'Execute an exchange trade',
    summary: 'Place an order on the exchange from an account of the user.',
    scope: 'exchange:write',
    writes: true,
    isFinal: true,
    input: Type.Object({
      account_uuid: Uuid,
      type: Type.Enum(['buy', 'sell']),
      order_type: Type.Enum(['market', 'limit', 'stop', 'stop-limit']),
      base_currency: AssetCode,
      quote_currency: AssetCode,
      amount: Amount,
      price: Type.Optional(
        Type.Union(Amount.anyOf, { description: 'For limit and stop-limit orders.' }),
      ),
      stop_price: Type.Optional(
        Type.Union(Amount.anyOf, { description: 'For stop and stop-limit orders.' }),
      ),
      time_in_force: Type.Enum(['GTC', 'IOC', 'FOK', 'GTD'], { default: 'GTC' }),
      expires_at: Type.Optional(
        Type.String({ format: 'date-time', description: 'With GTD only.' }),
      ),
    }),
    output: Type.Object({
      order_id: Text,
      account_uuid: Text,
      type: Text,
      order_type: Text,
      base_currency: Text,
      quote_currency: Text,
      amount: Text,
      price: MaybeText,
      status: Text,
      filled_amount: Text,
      remaining_amount: Text,
      average_fill_price: MaybeText,
      fee_amount: Text,
      fee_currency: Text,
      time_in_force: Text,
      created_at: Text,
      updated_at: Text,
    }),
    async call(input, perform) {
      const { data } = await perform(operations['exchange.trade'], input)
      return data
    },
  }),
]
