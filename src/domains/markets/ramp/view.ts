// Formats sessions for answers and events.
import { formatDecimal } from '../../../kernel/money.ts'
import { coins, fiatOf } from './coins.ts'
import type { SessionStatus } from './life-cycle.ts'
import { SIMULATED } from './providers/simulated-provider.ts'
import type { SessionRow } from './store.ts'

const typeLabels = { on: 'Buy crypto', off: 'Sell crypto' } as const

const statusLabels: Readonly<Record<SessionStatus, string>> = {
  pending: 'Waiting for payment',
  processing: 'Being processed',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
}

/** The amounts of a session as decimal strings. */
export function amountsOf(row: SessionRow) {
  const writeFiat = (units: string) =>
    formatDecimal({ units: BigInt(units), asset: fiatOf(row.fiat_currency) })
  return {
    fiat_currency: row.fiat_currency,
    fiat_amount: writeFiat(row.fiat_units),
    fee: writeFiat(row.fee_units),
    network_fee: writeFiat(row.network_fee_units),
    crypto_currency: row.crypto_currency,
    crypto_amount: formatDecimal({
      units: BigInt(row.crypto_units),
      asset: coins[row.crypto_currency],
    }),
  }
}

/** The money that a sale brings, after the fees. */
export const payoutOf = (row: SessionRow): bigint =>
  BigInt(row.fiat_units) - BigInt(row.fee_units) - BigInt(row.network_fee_units)

export const toSession = (row: SessionRow) => ({
  id: row.id,
  session_id: row.id,
  provider: row.provider,
  test_mode: row.provider === SIMULATED,
  type: row.type,
  type_label: typeLabels[row.type],
  ...amountsOf(row),
  payout_amount:
    row.type === 'on'
      ? null
      : formatDecimal({ units: payoutOf(row), asset: fiatOf(row.fiat_currency) }),
  account_uuid: row.account_uuid,
  wallet_address: row.wallet_address,
  status: row.status,
  status_label: statusLabels[row.status],
  reason: row.reason,
  checkout_url: row.checkout_url,
  expires_at: row.expires_at,
  completed_at: row.completed_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** The data of a session's events. */
export function toEventData(row: SessionRow) {
  const { fee: _fee, network_fee: _network, ...amounts } = amountsOf(row)
  return {
    session_id: row.id,
    type: row.type,
    provider: row.provider,
    ...amounts,
    reason: row.reason,
  }
}
