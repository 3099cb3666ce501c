// Swaps as callers see them.
import { formatDecimal } from '../../../../kernel/money.ts'
import { findToken } from '../../chains/index.ts'
import { SIMULATED } from '../../chains/index.ts'
import type { SwapRow } from '../store.ts'
import { writeUnits } from '../tokens.ts'

const GWEI = { code: 'gwei', precision: 9 }

/** '35' or '0.05': the price of gas without zeros at the end. */
const writeGwei = (wei: string): string =>
  formatDecimal({ units: BigInt(wei), asset: GWEI }).replace(/\.?0+$/, '')

export function toSwap(row: SwapRow) {
  const [token_in, token_out] = [row.token_in, row.token_out].map(
    (symbol) => findToken(row.chain, symbol)!,
  )
  const writeOut = (units: string) => writeUnits(token_out!, BigInt(units))
  return {
    swap_id: `swap_${row.id}`,
    quote_id: row.quote_id,
    status: row.status,
    tx_hash: row.tx_hash,
    chain: row.chain,
    token_in: row.token_in,
    token_out: row.token_out,
    amount_in: writeUnits(token_in!, BigInt(row.units_in)),
    expected_output: writeOut(row.expected_units),
    minimum_output: writeOut(row.min_units),
    output: row.output_units === null ? null : writeOut(row.output_units),
    dex: row.dex,
    gas_price_gwei: writeGwei(row.gas_price_wei),
    gas_amount: writeUnits(token_in!, BigInt(row.gas_units)),
    gas_usd: row.gas_usd,
    wallet_address: row.wallet_address,
    account_uuid: row.account_uuid,
    custody_account_uuid: row.custody_uuid,
    reason: row.reason,
    simulated: row.provider === SIMULATED,
    deadline_at: row.deadline_at,
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

export function toSwapEvent(row: SwapRow) {
  const swap = toSwap(row)
  const { swap_id, chain, dex, token_in, token_out, amount_in, expected_output, output } = swap
  return {
    swap_id,
    chain,
    dex,
    token_in,
    token_out,
    amount_in,
    expected_output,
    output,
    tx_hash: swap.tx_hash,
    reason: swap.reason,
  }
}
