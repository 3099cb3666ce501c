// Errors of bridges and of swaps across chains. Each has a reason, because one code covers several cases.
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
    advice:
      'Act on `error.details.reason`: for ROUTE_UNSUPPORTED choose two chains that share a protocol in GET /api/v1/crosschain/chains, for AMOUNT_TOO_SMALL raise the amount.',
  },
)

/** The bridge cannot be started: it is above a limit. */
export const BridgeRefused = defineRefusal(
  'ERR_CROSSCHAIN_002',
  ['TRANSFER_LIMIT', 'DAILY_LIMIT', 'DAILY_COUNT'],
  {
    meaning: 'The bridge is above a limit.',
    advice:
      'Act on `error.details.reason`: for TRANSFER_LIMIT lower the amount, for DAILY_LIMIT lower it or wait for the next UTC day, for DAILY_COUNT wait.',
  },
)

/** The quote cannot be used any more. */
export const QuoteOver = defineRefusal('ERR_CROSSCHAIN_003', ['QUOTE_EXPIRED', 'QUOTE_USED'], {
  meaning: 'The quote cannot be used any more.',
  advice:
    'Request a new quote with POST /api/v1/crosschain/bridge/quote or POST /api/v1/crosschain/swap/quote, and use it once within five minutes.',
})

/** There is no quote for a swap across chains. */
export const NoSwapQuote = defineRefusal(
  'ERR_CROSSCHAIN_004',
  ['ROUTE_UNSUPPORTED', 'AMOUNT_TOO_SMALL', 'NO_LIQUIDITY'],
  {
    meaning: 'There is no quote for this swap across chains.',
    advice:
      'Act on `error.details.reason`: for ROUTE_UNSUPPORTED choose other chains or tokens, for AMOUNT_TOO_SMALL raise the amount, for NO_LIQUIDITY lower it or choose another `to_token`.',
  },
)

/** The swap cannot be started: its quote was made for something else. */
export const SwapRefused = defineRefusal('ERR_CROSSCHAIN_005', ['QUOTE_MISMATCH'], {
  meaning: 'The quote was made for another swap.',
  advice:
    'Send the chains, tokens and amount of the quote, or request a quote for this swap with POST /api/v1/crosschain/swap/quote.',
})
