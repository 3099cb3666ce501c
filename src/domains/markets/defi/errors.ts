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
    advice:
      'Act on `error.details.reason`: for NO_ROUTE choose another pair, exchange or chain, for AMOUNT_TOO_SMALL raise the amount, for NO_LIQUIDITY lower it.',
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
      'Act on `error.details.reason`: for SLIPPAGE or QUOTE_… request a new quote, for PRICE_IMPACT lower the amount, for GAS_PRICE raise `max_gas_price_gwei` or retry later, for LOAN_NOT_REPAID or WRONG_TOKEN change `operations`.',
  },
)

/** The protocol is not on the chain, or the health factor would be too low. */
export const NotOffered = refusal(
  'ERR_DEFI_003',
  ['CHAIN_NOT_SUPPORTED', 'TOKEN_NOT_SUPPORTED', 'HEALTH_FACTOR', 'POSITION_TOO_SMALL'],
  {
    meaning: 'The protocol is not on this chain, or the position would be too risky or too small.',
    advice:
      'Act on `error.details.reason`: for CHAIN_NOT_SUPPORTED or TOKEN_NOT_SUPPORTED choose from GET /api/v1/defi/lending/markets, for HEALTH_FACTOR borrow or withdraw less, for POSITION_TOO_SMALL lower the amount.',
  },
)

export const StakingFailed = refusal('ERR_DEFI_004', ['CHAIN_NOT_SUPPORTED', 'STAKE_TOO_SMALL'], {
  meaning: 'The chain has no staking, or the amount to unstake is larger than the stake.',
  advice:
    'Stake on ethereum, and unstake at most `staked_balance.staked` in GET /api/v1/defi/staking.',
})
