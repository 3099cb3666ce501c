// The life cycles of bridges and of swaps across chains. A bridge that failed is refunded in the same transaction;
// it stays failed only while its owner has no account that the money could be returned to.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const bridgeLife = defineLifeCycle({
  name: 'bridge',
  states: ['pending', 'bridging', 'confirming', 'completed', 'failed', 'refunded'],
  starts: ['pending'],
  ends: ['completed', 'refunded'],
  steps: [
    {
      action: 'send',
      from: ['pending'],
      to: 'bridging',
      who: ['clock'],
      guard: 'the source transaction is sent',
    },
    {
      action: 'confirm',
      from: ['bridging'],
      to: 'confirming',
      who: ['clock'],
      guard: 'the source chain has confirmed it',
    },
    {
      action: 'complete',
      from: ['confirming'],
      to: 'completed',
      who: ['clock'],
      guard: 'it arrived before the deadline, within the slippage',
      effect: 'the recipient is credited, the fee is earned',
    },
    {
      action: 'fail',
      from: ['pending', 'bridging', 'confirming'],
      to: 'failed',
      who: ['clock'],
      guard: 'the protocol failed, or the deadline has passed',
    },
    {
      action: 'refund',
      from: ['failed'],
      to: 'refunded',
      who: ['clock'],
      guard: 'the owner has an account',
      effect: 'the whole amount with the fee is returned',
    },
  ],
})
export type BridgeStatus = StateOf<typeof bridgeLife>

export const swapLife = defineLifeCycle({
  name: 'cross-chain swap',
  states: ['pending', 'completed', 'failed'],
  starts: ['pending'],
  ends: ['completed', 'failed'],
  steps: [
    {
      action: 'complete',
      from: ['pending'],
      to: 'completed',
      who: ['clock'],
      guard: 'the bridge is completed, and the output is at least the minimum',
    },
    {
      action: 'fail',
      from: ['pending'],
      to: 'failed',
      who: ['clock'],
      guard: 'the bridge or the swap behind it failed',
      effect:
        'a failed bridge is refunded; after a failed swap the bridged token stays on the destination chain',
    },
  ],
})
export type SwapStatus = StateOf<typeof swapLife>
