// Errors of decentralized finance. The code names the group, the reason says which case it is.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const refusal = <const Reason extends string>(code: string, reasons: readonly Reason[]) =>
  defineError<{ reason: Reason; sentence: string }>(code, 422, (d) => d.sentence, {
    details: Type.Object({ reason: Type.Enum([...reasons]) }),
  })

/** There is no quote: no pool, too small an amount, or no liquidity. */
export const NoLiquidity = refusal('ERR_DEFI_001', ['NO_ROUTE', 'AMOUNT_TOO_SMALL', 'NO_LIQUIDITY'])

/** A swap or a flash loan cannot be executed. */
export const ExecutionFailed = refusal('ERR_DEFI_002', [
  'SLIPPAGE',
  'PRICE_IMPACT',
  'GAS_PRICE',
  'QUOTE_EXPIRED',
  'QUOTE_USED',
  'LOAN_NOT_REPAID',
  'WRONG_TOKEN',
])

/** The protocol is not on the chain, or the health factor would be too low. */
export const NotOffered = refusal('ERR_DEFI_003', [
  'CHAIN_NOT_SUPPORTED',
  'TOKEN_NOT_SUPPORTED',
  'HEALTH_FACTOR',
  'POSITION_TOO_SMALL',
])

export const StakingFailed = refusal('ERR_DEFI_004', ['CHAIN_NOT_SUPPORTED', 'STAKE_TOO_SMALL'])
