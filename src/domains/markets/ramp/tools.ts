// Buying and selling crypto as tools for models.
import { Type } from 'typebox'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { Text } from '../../../operation/tool-schema.ts'
import { type AssetCatalogue, readAmount } from '../../core/assets/index.ts'
import type { makeOperations } from './operations.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations, assets: AssetCatalogue) => [
  defineTool({
    name: 'ramp.start',
    title: 'Start an on/offramp session',
    summary:
      'Start a session to buy or sell crypto for money; the user continues at the checkout URL.',
    scope: 'ramp:write',
    writes: true,
    isFinal: true,
    input: Type.Object({
      type: Type.Enum(['on', 'off'], { description: 'on: money to crypto; off: crypto to money.' }),
      fiat_currency: Type.Enum(['USD', 'EUR', 'GBP']),
      fiat_amount: Type.String({ pattern: '^\\d+(\\.\\d+)?$', maxLength: 20 }),
      crypto_currency: Type.Enum(['USDC', 'EURC', 'USDT']),
      wallet_address: Type.String({ minLength: 1, maxLength: 128 }),
      quote_id: Type.Optional(Type.String({ maxLength: 255 })),
    }),
    output: Type.Object({ session_id: Text, checkout_url: Text, provider: Text, status: Text }),
    call(input, perform) {
      const amount = readAmount(
        assets,
        { amount: input.fiat_amount, asset_code: input.fiat_currency },
        { amount: 'fiat_amount', asset: 'fiat_currency' },
      )
      return perform(operations['ramp.start'], input, amount)
    },
  }),
  defineTool({
    name: 'ramp.status',
    title: 'Check on/offramp session status',
    summary: 'Get the status of a session to buy or sell crypto.',
    scope: 'ramp:read',
    writes: false,
    input: Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) }),
    output: Type.Object({
      session_id: Text,
      status: Text,
      provider: Text,
      crypto_amount: Text,
      updated_at: Text,
    }),
    call: (input, perform) => perform(operations['ramp.status'], input),
  }),
]
