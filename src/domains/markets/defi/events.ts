// The events of decentralized finance: each swap and its end, flash loans, and changes of positions.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const swap = Type.Object({
  swap_id: Type.String(),
  chain: Type.String(),
  dex: Type.String(),
  token_in: Type.String(),
  token_out: Type.String(),
  amount_in: Type.String(),
  expected_output: Type.String(),
  output: Type.Union([Type.String(), Type.Null()]),
  tx_hash: Type.String(),
  reason: Type.Union([Type.String(), Type.Null()]),
})

export const SwapSubmitted = defineEvent({
  type: 'defi.swap_submitted',
  version: 1,
  summary: 'A swap was sent to its chain.',
  data: swap,
})

export const SwapConfirmed = defineEvent({
  type: 'defi.swap_confirmed',
  version: 1,
  summary: 'A swap was confirmed; its output is in the custody account.',
  data: swap,
})

export const SwapFailed = defineEvent({
  type: 'defi.swap_failed',
  version: 1,
  summary: 'A swap failed; its input was returned.',
  data: swap,
})

export const SwapExpired = defineEvent({
  type: 'defi.swap_expired',
  version: 1,
  summary: 'A swap was not confirmed by its deadline; everything was returned.',
  data: swap,
})

export const FlashLoanRepaid = defineEvent({
  type: 'defi.flash_loan_repaid',
  version: 1,
  summary: 'A flash loan was taken and repaid with its fee.',
  data: Type.Object({
    loan_id: Type.String(),
    chain: Type.String(),
    token: Type.String(),
    borrowed_amount: Type.String(),
    fee: Type.String(),
    profit: Type.String(),
  }),
})

export const PositionChanged = defineEvent({
  type: 'defi.position_changed',
  version: 1,
  summary: 'A supply, a loan or a stake became larger or smaller.',
  data: Type.Object({
    action: Type.Enum(['supply', 'withdraw', 'borrow', 'repay', 'stake', 'unstake']),
    position_id: Type.String(),
    protocol: Type.String(),
    type: Type.String(),
    chain: Type.String(),
    asset: Type.String(),
    amount: Type.String(),
    changed_by: Type.String(),
  }),
})

export const PositionLiquidated = defineEvent({
  type: 'defi.position_liquidated',
  version: 1,
  summary: 'A position was liquidated: collateral no longer covered the loans on its chain.',
  data: Type.Object({
    position_id: Type.String(),
    protocol: Type.String(),
    type: Type.String(),
    chain: Type.String(),
    asset: Type.String(),
    taken: Type.String(),
    amount: Type.String(),
  }),
})
