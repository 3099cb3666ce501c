// Errors of bridges and of swaps across chains. Each has a reason, because one code stands for several.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const defineRefusal = <const Reason extends string>(
  code: string,
  reasons: readonly Reason[],
  said: { readonly meaning: string; readonly advice: string },
) =>
  defineError<{ reason: Reason; sentence: string }>(code, 422, (d) => d.sentence, {
    ...said,
    details: Type.Object({ reason: Type.Enum([...reasons]) }),
  })

/** There is no quote: no protocol serves the route, or the fee uses up the amount. */
export const NoQuote = defineRefusal(
  'ERR_CROSSCHAIN_001',
  ['ROUTE_UNSUPPORTED', 'AMOUNT_TOO_SMALL'],
  {
    meaning: 'There is no quote: no protocol serves the route, or the fee uses up the amount.',
    advice: 'Ask for another route or a larger amount; `error.details.reason` says which.',
  },
)

/** The bridge cannot be started: it is above a limit. */
export const BridgeRefused = defineRefusal(
  'ERR_CROSSCHAIN_002',
  ['TRANSFER_LIMIT', 'DAILY_LIMIT', 'DAILY_COUNT'],
  {
    meaning: 'The bridge is above a limit.',
    advice: 'Send less, or wait until the daily limit resets; `error.details.reason` says which.',
  },
)

/** The quote cannot be used any more. */
export const QuoteOver = defineRefusal('ERR_CROSSCHAIN_003', ['QUOTE_EXPIRED', 'QUOTE_USED'], {
  meaning: 'The quote cannot be used any more.',
  advice: 'Ask for a new quote and use it once, before it expires.',
})

/** There is no quote for a swap across chains. */
export const NoSwapQuote = defineRefusal(
  'ERR_CROSSCHAIN_004',
  ['ROUTE_UNSUPPORTED', 'AMOUNT_TOO_SMALL', 'NO_LIQUIDITY'],
  {
    meaning: 'There is no quote for this swap across chains.',
    advice: 'Ask for another route or another amount; `error.details.reason` says which.',
  },
)

/** The swap cannot be started: its quote was made for something else. */
export const SwapRefused = defineRefusal('ERR_CROSSCHAIN_005', ['QUOTE_MISMATCH'], {
  meaning: 'The quote was made for another swap.',
  advice: 'Ask for a quote of exactly this swap.',
})
