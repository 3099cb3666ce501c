// Errors of decentralized finance. The code names the group, the reason says which case it is.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const refusal = <const Reason extends string>(
  code: string,
  reasons: readonly Reason[],
  said: { readonly meaning: string; readonly advice: string },
) =>
  defineError<{ reason: Reason; sentence: string }>(code, 422, (d) => d.sentence, {
    ...said,
    details: Type.Object({ reason: Type.Enum([...reasons]) }),
  })

/** There is no quote: no pool, too small an amount, or no liquidity. */
export const NoLiquidity = refusal(
  'ERR_DEFI_001',
  ['NO_ROUTE', 'AMOUNT_TOO_SMALL', 'NO_LIQUIDITY'],
  {
    meaning: 'There is no quote: no pool, too small an amount, or no liquidity.',
    advice: 'Ask for another pair or another amount; `error.details.reason` says which.',
  },
)

/** A swap or a flash loan cannot be executed. */
export const ExecutionFailed = refusal(
  'ERR_DEFI_002',
  [
    'SLIPPAGE',
    'PRICE_IMPACT',
    'GAS_PRICE',
    'QUOTE_EXPIRED',
    'QUOTE_USED',
    'LOAN_NOT_REPAID',
    'WRONG_TOKEN',
  ],
  {
    meaning: 'The swap or the flash loan cannot be executed.',
    advice:
      'Read `error.details.reason`: ask for a new quote, allow more slippage, or change the steps.',
  },
)

/** The protocol is not on the chain, or the health factor would be too low. */
export const NotOffered = refusal(
  'ERR_DEFI_003',
  ['CHAIN_NOT_SUPPORTED', 'TOKEN_NOT_SUPPORTED', 'HEALTH_FACTOR', 'POSITION_TOO_SMALL'],
  {
    meaning: 'The protocol is not on this chain, or the position would be too risky or too small.',
    advice:
      'Read `error.details.reason`: choose another chain or token, or borrow and withdraw less.',
  },
)

export const StakingFailed = refusal('ERR_DEFI_004', ['CHAIN_NOT_SUPPORTED', 'STAKE_TOO_SMALL'], {
  meaning: 'This cannot be staked.',
  advice: 'Choose a chain that supports it, and at least the smallest stake.',
})
