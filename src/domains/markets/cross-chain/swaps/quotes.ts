// Quotes of swaps across chains: guaranteed to one user for one swap within five minutes, except for the price on the
// destination chain, which may move within the slippage.
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { defineQuote } from '../../../../operation/sealed-quote.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import type { ChainName } from '../../chains/index.ts'
import { QuoteOver, SwapRefused } from '../errors.ts'
import type { ProtocolName } from '../providers/protocols.ts'

/** The request that a quote is made for; the swap must have the same terms. */
export interface SwapQuoteTerms {
  readonly source_chain: ChainName
  readonly destination_chain: ChainName
  readonly from_token: string
  readonly paid_token: string
  readonly to_token: string
  readonly units: bigint
}

export interface SwapTerms extends SwapQuoteTerms {
  readonly protocol: ProtocolName
  readonly bridge_fee_units: bigint
  /** The gas of the swap, in units of the input token. */
  readonly gas_units: bigint
  readonly expected_units: bigint
  readonly seconds: bigint
}

const PREFIX = 'xswap_'

const sealed = defineQuote<SwapQuoteTerms, Omit<SwapTerms, keyof SwapQuoteTerms>>({
  purpose: 'cross_chain.swap',
  validSeconds: 300,
  expired: (valid_until) =>
    QuoteOver({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote expired at ${valid_until}; ask for a new one.`,
    }),
  mismatch: () =>
    SwapRefused({
      reason: 'QUOTE_MISMATCH',
      sentence: 'The quote was made for other chains, tokens or another amount; ask for a new one.',
    }),
  unknown: (id) => NotFound({ what: 'quote', id: `${PREFIX}${id}` }),
})

type Calling = Pick<Context, 'caller' | 'now'>

const wantedOf = ({
  source_chain,
  destination_chain,
  from_token,
  paid_token,
  to_token,
  units,
}: SwapQuoteTerms): SwapQuoteTerms => ({
  source_chain,
  destination_chain,
  from_token,
  paid_token,
  to_token,
  units,
})

export function sealSwapQuote(all: SwapTerms, ctx: Calling, sealer: Sealer) {
  const { protocol, bridge_fee_units, gas_units, expected_units, seconds } = all
  const terms = { protocol, bridge_fee_units, gas_units, expected_units, seconds }
  const { quote_id, valid_until } = sealed.seal(wantedOf(all), terms, ctx, sealer)
  return { quote_id: `${PREFIX}${quote_id}`, valid_until }
}

/** Throws if the quote is not the caller's, has expired, or was made for another swap. */
export function openSwapQuote(
  quote_id: string,
  wanted: SwapQuoteTerms,
  ctx: Calling,
  sealer: Sealer,
) {
  if (!quote_id.startsWith(PREFIX)) throw NotFound({ what: 'quote', id: quote_id })
  const same = wantedOf(wanted)
  const { uuid, terms } = sealed.open(quote_id.slice(PREFIX.length), same, ctx, sealer)
  return { quote_id, uuid, terms: { ...same, ...terms } }
}
