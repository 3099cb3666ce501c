// Errors of bridges and of swaps across chains. Each has a reason, because one code stands for several.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const defineRefusal = <const Reason extends string>(code: string, reasons: readonly Reason[]) =>
  defineError<{ reason: Reason; sentence: string }>(code, 422, (d) => d.sentence, {
    details: Type.Object({ reason: Type.Enum([...reasons]) }),
  })

/** There is no quote: no protocol serves the route, or the fee uses up the amount. */
export const NoQuote = defineRefusal('ERR_CROSSCHAIN_001', [
  'ROUTE_UNSUPPORTED',
  'AMOUNT_TOO_SMALL',
])

/** The bridge cannot be started: it is above a limit. */
export const BridgeRefused = defineRefusal('ERR_CROSSCHAIN_002', [
  'TRANSFER_LIMIT',
  'DAILY_LIMIT',
  'DAILY_COUNT',
])

/** The quote cannot be used any more. */
export const QuoteOver = defineRefusal('ERR_CROSSCHAIN_003', ['QUOTE_EXPIRED', 'QUOTE_USED'])

/** There is no quote for a swap across chains. */
export const NoSwapQuote = defineRefusal('ERR_CROSSCHAIN_004', [
  'ROUTE_UNSUPPORTED',
  'AMOUNT_TOO_SMALL',
  'NO_LIQUIDITY',
])

/** The swap cannot be started: its quote was made for something else. */
export const SwapRefused = defineRefusal('ERR_CROSSCHAIN_005', ['QUOTE_MISMATCH'])
