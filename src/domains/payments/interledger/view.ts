// Formats quotes, payments, incoming payments, connections and grants for answers and events.
import { formatDecimal } from '../../../kernel/money.ts'
import { toHex } from './addresses.ts'
import type { GrantRow } from './grant-store.ts'
import { HTTP } from './connectors/http-connector.ts'
import type { InterledgerOptions } from './options.ts'
import type { ConnectionRow, IncomingRow } from './incoming/store.ts'
import type { PaymentRow, QuoteRow } from './payments/store.ts'

type Options = Pick<InterledgerOptions, 'assets' | 'addresses'>

const write = (units: bigint, code: string, { assets }: Pick<Options, 'assets'>): string =>
  formatDecimal({ units, asset: assets.get(code) })

/** True if the payment goes to a simulated network. */
const isSimulated = ({ connector }: QuoteRow): boolean => connector !== null && connector !== HTTP

const amountsOf = (quote: QuoteRow, options: Options) => ({
  send_amount: write(quote.send_units, quote.send_asset, options),
  send_currency: quote.send_asset,
  fee: write(quote.fee_units, quote.send_asset, options),
  receive_amount: write(quote.receive_units, quote.receive_asset, options),
  receive_currency: quote.receive_asset,
})

export const toQuote = (row: QuoteRow, options: Options) => ({
  quote_id: row.id,
  ...amountsOf(row, options),
  exchange_rate: row.exchange_rate,
  receiver: row.receiver,
  ilp_address: row.ilp_address,
  is_used: row.used_at !== null,
  simulated: isSimulated(row),
  expires_at: row.expires_at,
  created_at: row.created_at,
})

export function toPayment(row: PaymentRow, options: Options) {
  const { quote } = row
  const send = (units: bigint | null) =>
    units === null ? null : write(units, quote.send_asset, options)
  return {
    payment_id: row.id,
    quote_id: row.quote_id,
    grant_id: row.grant_id,
    account_uuid: row.account_uuid,
    wallet_address: options.addresses.ofAccount(row.environment, row.account_uuid),
    status: row.status,
    ...amountsOf(quote, options),
    exchange_rate: quote.exchange_rate,
    delivered_amount: write(row.delivered_units, quote.receive_asset, options),
    charged_fee: send(row.charged_units),
    returned_amount: send(row.returned_units),
    receiver: quote.receiver,
    ilp_address: quote.ilp_address,
    packets: row.packets,
    error_code: row.error_code,
    reason: row.reason,
    simulated: isSimulated(quote),
    created_at: row.created_at,
    updated_at: row.updated_at,
    ended_at: row.ended_at,
  }
}

export function toPaymentEvent(row: PaymentRow, options: Options) {
  const { quote } = row
  return {
    payment_id: row.id,
    quote_id: row.quote_id,
    account_uuid: row.account_uuid,
    receiver: quote.receiver,
    ilp_address: quote.ilp_address,
    ...amountsOf(quote, options),
    delivered_amount: write(row.delivered_units, quote.receive_asset, options),
    returned_amount:
      row.returned_units === null ? null : write(row.returned_units, quote.send_asset, options),
    error_code: row.error_code,
    reason: row.reason,
  }
}

export const toIncoming = (row: IncomingRow, options: Options) => ({
  incoming_payment_id: row.id,
  status: row.status,
  ilp_address: options.addresses.ofIncoming(row.environment, row.account_uuid, row.id),
  wallet_address: row.wallet_address,
  account_uuid: row.account_uuid,
  amount: write(row.units, row.asset, options),
  received_amount: write(row.received_units, row.asset, options),
  asset_code: row.asset,
  expires_at: row.expires_at,
  created_at: row.created_at,
  ended_at: row.ended_at,
})

export function toIncomingEvent(row: IncomingRow, options: Options) {
  const { incoming_payment_id, account_uuid, ilp_address, amount, received_amount, asset_code } =
    toIncoming(row, options)
  return { incoming_payment_id, account_uuid, ilp_address, amount, received_amount, asset_code }
}

export const toConnection = (row: ConnectionRow, options: Options) => ({
  connection_id: toHex(row.id),
  status: row.status,
  source_address: options.addresses.ofConnection(row.environment, row.id),
  destination_address: row.destination_address,
  account_uuid: row.account_uuid,
  received_amount: write(row.received_units, row.asset, options),
  asset_code: row.asset,
  expires_at: row.expires_at,
  created_at: row.created_at,
  ended_at: row.ended_at,
})

export function toConnectionEvent(row: ConnectionRow, options: Options) {
  const { connection_id, account_uuid, source_address, ...rest } = toConnection(row, options)
  const { destination_address, received_amount, asset_code } = rest
  return {
    connection_id,
    account_uuid,
    source_address,
    destination_address,
    received_amount,
    asset_code,
  }
}

export const toGrant = (row: GrantRow, options: Options) => ({
  grant_id: row.id,
  status: row.status,
  wallet_address: options.addresses.ofAccount(row.environment, row.account_uuid),
  account_uuid: row.account_uuid,
  limit_amount: write(row.limit_units, row.asset, options),
  used_amount: write(row.used_units, row.asset, options),
  currency: row.asset,
  receiver_address: row.ilp_address,
  expires_at: row.expires_at,
  created_at: row.created_at,
  ended_at: row.ended_at,
})

export const toGrantEvent = (row: GrantRow, options: Options) => ({
  grant_id: row.id,
  account_uuid: row.account_uuid,
  limit_amount: write(row.limit_units, row.asset, options),
  used_amount: write(row.used_units, row.asset, options),
  currency: row.asset,
  expires_at: row.expires_at,
})
