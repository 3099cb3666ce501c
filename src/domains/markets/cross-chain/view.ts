// Formats quotes, bridges and swaps for answers and events.
import { type Asset, formatDecimal } from '../../../kernel/money.ts'
import type { AssetCatalogue, AssetRecord } from '../../core/assets/index.ts'
import { toBridgeId, toSwapId } from './ids.ts'
import type { Route } from './providers/protocols.ts'
import type { BridgeRow } from './bridges/store.ts'
import type { SwapTerms } from './swaps/quotes.ts'
import type { SwapRow } from './swaps/store.ts'
import type { Offer } from './bridges/terms.ts'

interface Catalogue {
  readonly assets: AssetCatalogue
}

const write = (units: bigint, asset: Asset): string => formatDecimal({ units, asset })

export function showQuote(quote: {
  readonly quote_id: string
  readonly valid_until: string
  readonly route: Route
  readonly token: AssetRecord
  readonly chosen: Offer
  readonly alternatives: readonly Offer[]
  readonly simulated: boolean
}) {
  const { chosen, token, route } = quote
  const show = (offer: Offer) => ({
    bridge_protocol: offer.protocol,
    estimated_receive_amount: write(offer.receive_units, token),
    fee_amount: write(offer.fee_units, token),
    estimated_duration_seconds: offer.seconds,
    recommended: offer.recommended,
  })
  return {
    ...show(chosen),
    quote_id: quote.quote_id,
    source_chain: route.from,
    destination_chain: route.to,
    token: token.code,
    input_amount: write(chosen.units, token),
    fee_currency: token.code,
    // A bridge does not convert the token, so only the fee is deducted.
    exchange_rate: '1.000000',
    quote_expires_at: quote.valid_until,
    alternative_quotes: quote.alternatives.map(show),
    simulated: quote.simulated,
  }
}

export function showComparison(compared: {
  readonly request: {
    readonly from: Route['from']
    readonly to: Route['to']
    readonly token: string
    readonly amount: string
  }
  readonly token: AssetRecord | undefined
  readonly isServed: boolean
  readonly ranked: readonly Offer[]
  readonly cheapest: Offer | undefined
  readonly fastest: Offer | undefined
}) {
  const { request, token, isServed, ranked, cheapest, fastest } = compared
  const show = (offer: Offer) => ({
    protocol: offer.protocol,
    fee: write(offer.fee_units, token!),
    fee_currency: token!.code,
    estimated_time_seconds: offer.seconds,
    output_amount: write(offer.receive_units, token!),
    recommended: offer.recommended,
  })
  const dearest = ranked.reduce<Offer | undefined>(
    (most, offer) => (most && most.fee_units >= offer.fee_units ? most : offer),
    undefined,
  )
  return {
    ...request,
    token: token?.code ?? request.token,
    quotes: ranked.map(show),
    cheapest: cheapest ? show(cheapest) : null,
    fastest: fastest ? show(fastest) : null,
    summary: {
      available_providers: ranked.length,
      route_supported: isServed,
      fee_range:
        cheapest && dearest
          ? { min: write(cheapest.fee_units, token!), max: write(dearest.fee_units, token!) }
          : null,
      time_range: fastest
        ? {
            min_seconds: fastest.seconds,
            max_seconds: Math.max(...ranked.map(({ seconds }) => seconds)),
          }
        : null,
      best_value: ranked[0]?.protocol ?? null,
      fastest_provider: fastest?.protocol ?? null,
    },
  }
}

export function toBridge(row: BridgeRow, { assets }: Catalogue) {
  const asset = assets.get(row.token)
  return {
    bridge_tx_id: toBridgeId(row.id),
    quote_id: row.quote_id,
    status: row.status,
    source_chain: row.source_chain,
    destination_chain: row.destination_chain,
    token: row.token,
    amount: write(row.units, asset),
    bridge_protocol: row.protocol,
    sender_address: row.sender_address,
    recipient_address: row.recipient_address,
    source_tx_hash: row.source_tx_hash,
    destination_tx_hash: row.destination_tx_hash,
    fee_amount: write(row.fee_units, asset),
    fee_currency: row.token,
    confirmations: row.confirmations,
    created_at: row.created_at,
    estimated_completion_at: row.estimated_completion_at,
    completed_at: row.status === 'completed' ? row.ended_at : null,
    metadata: {
      simulated: row.simulated,
      expected_amount: write(row.receive_units, asset),
      minimum_amount: write(row.least_units, asset),
      received_amount: row.delivered_units === null ? null : write(row.delivered_units, asset),
      source_account_uuid: row.source_account,
      destination_account_uuid: row.destination_account,
      deadline_at: row.deadline_at,
      reason: row.reason,
    },
  }
}

export function toBridgeEvent(row: BridgeRow, catalogue: Catalogue) {
  const shown = toBridge(row, catalogue)
  return {
    bridge_tx_id: shown.bridge_tx_id,
    source_chain: shown.source_chain,
    destination_chain: shown.destination_chain,
    token: shown.token,
    amount: shown.amount,
    fee_amount: shown.fee_amount,
    received_amount: shown.metadata.received_amount,
    bridge_protocol: shown.bridge_protocol,
    status: shown.status,
    reason: row.reason,
  }
}

export function showSwapQuote(
  quote: {
    readonly quote_id: string
    readonly valid_until: string
    readonly terms: SwapTerms
    readonly simulated: boolean
  },
  { assets }: Catalogue,
) {
  const { terms } = quote
  const [from, to] = [assets.get(terms.from_token), assets.get(terms.to_token)]
  return {
    quote_id: quote.quote_id,
    source_chain: terms.source_chain,
    destination_chain: terms.destination_chain,
    from_token: from.code,
    to_token: to.code,
    input_amount: write(terms.units, from),
    bridge_protocol: terms.protocol,
    bridged_amount: write(terms.units - terms.bridge_fee_units, from),
    expected_output: write(terms.expected_units, to),
    bridge_fee: write(terms.bridge_fee_units, from),
    swap_gas: write(terms.gas_units, from),
    total_fee: write(terms.bridge_fee_units + terms.gas_units, from),
    fee_currency: from.code,
    requires_swap: from.code !== to.code,
    estimated_time_seconds: Number(terms.seconds),
    quote_expires_at: quote.valid_until,
    simulated: quote.simulated,
  }
}

export function toSwap(row: SwapRow, bridge: BridgeRow, { assets }: Catalogue) {
  const [from, to] = [assets.get(row.from_token), assets.get(row.to_token)]
  const output = row.output_token === null ? undefined : assets.get(row.output_token)
  return {
    swap_id: toSwapId(row.id),
    quote_id: row.quote_id,
    status: row.status,
    bridge_tx_id: toBridgeId(row.bridge_id),
    bridge_status: bridge.status,
    swap_tx_hash: row.swap_tx_hash,
    source_chain: bridge.source_chain,
    destination_chain: bridge.destination_chain,
    from_token: row.from_token,
    to_token: row.to_token,
    input_amount: write(row.input_units, from),
    expected_output: write(row.expected_units, to),
    min_output: write(row.least_units, to),
    output_amount: output ? write(row.output_units!, output) : null,
    output_token: row.output_token,
    swap_failed: row.swap_failed,
    total_fee: write(row.fee_units, from),
    fee_currency: row.from_token,
    estimated_time_seconds: row.seconds,
    reason: row.reason,
    simulated: bridge.simulated,
    created_at: row.created_at,
    completed_at: row.status === 'completed' ? row.ended_at : null,
  }
}

export function toSwapEvent(row: SwapRow, bridge: BridgeRow, catalogue: Catalogue) {
  const shown = toSwap(row, bridge, catalogue)
  return {
    swap_id: shown.swap_id,
    bridge_tx_id: shown.bridge_tx_id,
    from_token: shown.from_token,
    to_token: shown.to_token,
    input_amount: shown.input_amount,
    output_token: shown.output_token,
    output_amount: shown.output_amount,
    swap_failed: shown.swap_failed,
    status: shown.status,
    reason: shown.reason,
  }
}
