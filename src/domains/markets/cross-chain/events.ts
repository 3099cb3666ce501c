// The events of bridges and of swaps across chains.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const bridge = Type.Object({
  bridge_tx_id: Type.String(),
  source_chain: Type.String(),
  destination_chain: Type.String(),
  token: Type.String(),
  amount: Type.String(),
  fee_amount: Type.String(),
  received_amount: Nullable(Type.String()),
  bridge_protocol: Type.String(),
  status: Type.String(),
  reason: Nullable(Type.String()),
})

export const BridgeInitiated = defineEvent({
  type: 'bridge.initiated',
  version: 1,
  summary: 'A bridge between two chains was started; its amount was debited.',
  data: bridge,
})

export const BridgeCompleted = defineEvent({
  type: 'bridge.completed',
  version: 1,
  summary: 'A bridge arrived on the destination chain.',
  data: bridge,
})

export const BridgeFailed = defineEvent({
  type: 'bridge.failed',
  version: 1,
  summary: 'A bridge failed, or its deadline passed.',
  data: bridge,
})

export const BridgeRefunded = defineEvent({
  type: 'bridge.refunded',
  version: 1,
  summary: 'The whole amount of a failed bridge was returned.',
  data: bridge,
})

const swap = Type.Object({
  swap_id: Type.String(),
  bridge_tx_id: Type.String(),
  from_token: Type.String(),
  to_token: Type.String(),
  input_amount: Type.String(),
  output_token: Nullable(Type.String()),
  output_amount: Nullable(Type.String()),
  swap_failed: Type.Boolean(),
  status: Type.String(),
  reason: Nullable(Type.String()),
})

export const CrossChainSwapInitiated = defineEvent({
  type: 'cross_chain_swap.initiated',
  version: 1,
  summary: 'A swap across chains was started.',
  data: swap,
})

export const CrossChainSwapCompleted = defineEvent({
  type: 'cross_chain_swap.completed',
  version: 1,
  summary: 'A swap across chains was completed.',
  data: swap,
})

export const CrossChainSwapFailed = defineEvent({
  type: 'cross_chain_swap.failed',
  version: 1,
  summary: 'A swap across chains failed: its bridge was refunded, or the bridged token was kept.',
  data: swap,
})
