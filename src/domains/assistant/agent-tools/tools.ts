// The payment tools for models; the tools of other domains are in the tools.ts of each domain.
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { type AssetCatalogue, readAmount } from '../../core/assets/index.ts'
import type { makeOperations } from './operations.ts'
import { paymentStatusShape, paymentTransferShape } from './schema.ts'

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations, assets: AssetCatalogue) => [
  defineTool({
    name: 'payment.status',
    title: 'Look up payment status',
    summary: 'The status of a transfer or a transaction of the user.',
    scope: 'payments:read',
    writes: false,
    ...paymentStatusShape,
    call: (input, perform) => perform(operations['agent_tool.payment_status'], input),
  }),
  defineTool({
    name: 'payment.transfer',
    title: 'Send a payment',
    summary: 'Move money at once from an account of the user to any other account.',
    scope: 'payments:write',
    writes: true,
    isFinal: true,
    ...paymentTransferShape,
    call(input, perform) {
      const amount = readAmount(
        assets,
        { amount: input.amount, asset_code: input.currency },
        { amount: 'amount', asset: 'currency' },
      )
      return perform(operations['agent_tool.transfer'], input, amount)
    },
  }),
]
