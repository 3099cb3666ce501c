// The networks over which merchants are paid: their fees, confirmation times and address formats.
// `internal` is the bank's own ledger, for payments between customers.
import type { Row } from '../../../platform/rows.ts'

export type NetworkId = Row<'mobile.intents'>['network']

export interface Network {
  readonly id: NetworkId
  readonly name: string
  readonly native: string
  readonly avg_fee_usd: string
  /** The estimate for one payment, in the native asset and in dollars. */
  readonly fee_native: string
  readonly fee_usd: string
  readonly confirmations: number
  readonly seconds: number
  readonly address: RegExp
}

const evm = /^0x[0-9a-fA-F]{40}$/

export const networks: readonly Network[] = [
  {
    id: 'SOLANA',
    name: 'Solana',
    native: 'SOL',
    avg_fee_usd: '0.001',
    fee_native: '0.00004',
    fee_usd: '0.01',
    confirmations: 32,
    seconds: 5,
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  },
  {
    id: 'TRON',
    name: 'Tron',
    native: 'TRX',
    avg_fee_usd: '0.50',
    fee_native: '5.0',
    fee_usd: '0.50',
    confirmations: 20,
    seconds: 30,
    address: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  },
  {
    id: 'polygon',
    name: 'Polygon',
    native: 'MATIC',
    avg_fee_usd: '0.01',
    fee_native: '0.005',
    fee_usd: '0.01',
    confirmations: 128,
    seconds: 6,
    address: evm,
  },
  {
    id: 'base',
    name: 'Base',
    native: 'ETH',
    avg_fee_usd: '0.005',
    fee_native: '0.000005',
    fee_usd: '0.01',
    confirmations: 12,
    seconds: 2,
    address: evm,
  },
  {
    id: 'arbitrum',
    name: 'Arbitrum',
    native: 'ETH',
    avg_fee_usd: '0.01',
    fee_native: '0.000005',
    fee_usd: '0.01',
    confirmations: 12,
    seconds: 3,
    address: evm,
  },
  {
    id: 'ethereum',
    name: 'Ethereum',
    native: 'ETH',
    avg_fee_usd: '2.00',
    fee_native: '0.001',
    fee_usd: '2.00',
    confirmations: 12,
    seconds: 15,
    address: evm,
  },
]

export const networkIds = networks.map(({ id }) => id)

/** The networks that a merchant accepts unless it says otherwise. */
export const defaultNetworks: readonly NetworkId[] = ['SOLANA', 'TRON']

/** The coin of payments over networks. */
export const COIN = 'USDC'

/** The bank's own ledger: one confirmation, after one second. */
const INTERNAL = { confirmations: 1, seconds: 1 }

/** In any case: `solana` and `SOLANA` are the same network. */
export const findNetwork = (id: string): Network | undefined =>
  networks.find((network) => network.id.toLowerCase() === id.toLowerCase())

export const confirmationTimeOf = (id: NetworkId): Pick<Network, 'confirmations' | 'seconds'> =>
  findNetwork(id) ?? INTERNAL

/** The number of confirmations so far: they arrive evenly over the time that the network takes. */
export function confirmationsAt(id: NetworkId, submitted: Date, now: Date): number {
  const { confirmations, seconds } = confirmationTimeOf(id)
  const passed = Math.max(now.getTime() - submitted.getTime(), 0)
  return Math.min(Math.floor((passed * confirmations) / (seconds * 1000)), confirmations)
}

export interface FeesEstimate {
  readonly nativeAsset: string
  readonly amount: string
  readonly usdApprox: string
}

/** Shielded payments cost twice as much; payments within the bank cost nothing. */
export function estimateFees(id: NetworkId, shield: boolean, asset: string): FeesEstimate {
  const network = findNetwork(id)
  if (!network) return { nativeAsset: asset, amount: '0', usdApprox: '0.00' }
  const times = shield ? 2n : 1n
  return {
    nativeAsset: network.native,
    amount: multiply(network.fee_native, times),
    usdApprox: multiply(network.fee_usd, times),
  }
}

/** Multiplies a decimal text exactly, and keeps its number of places. */
function multiply(decimal: string, times: bigint): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const digits = String(BigInt(whole + fraction) * times).padStart(fraction.length + 1, '0')
  const split = digits.length - fraction.length
  return fraction === '' ? digits : `${digits.slice(0, split)}.${digits.slice(split)}`
}
