// The simulated chains: hashes come from ids, blocks from the clock. Nothing leaves the bank, and every node of the
// bank sees the same.
import { createHash } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { simulatedAddress } from './addresses.ts'
import type { ChainProvider } from './provider.ts'
import { chainTable, type ChainName } from './reference-data.ts'

export const SIMULATED = 'simulated'

/** The table counts in millionths of a gwei, which is 10^9 wei. */
const WEI_PER_UNIT = 1_000n

export const simulatedProvider = (): ChainProvider => ({
  name: SIMULATED,
  simulated: true,
  serves: () => true,
  addressOf: simulatedAddress,
  gasPrice: (chain) => Promise.resolve(chainTable[chain].gas_price * WEI_PER_UNIT),
  sendTransaction: ({ id, chain }) =>
    Promise.resolve({ tx_hash: simulatedHash(chain, id), simulated: true }),
  confirmations({ chain, sent_at }, now) {
    const seconds = (now.getTime() - sent_at.getTime()) / 1000
    const blocks = Math.floor(Math.max(0, seconds) / chainTable[chain].block_seconds)
    return Promise.resolve({ confirmations: blocks, failed: false })
  },
})

/** In the form of the chain: 0x and 64 digits for EVM, 64 bytes in base58 for Solana, 64 digits for the others. */
function simulatedHash(chain: ChainName, id: string): string {
  const digest = (of: string): Buffer => createHash('sha256').update(`${chain}/${of}`).digest()
  if (chainTable[chain].is_evm) return `0x${digest(id).toString('hex')}`
  if (chain === 'solana')
    return base58btc.baseEncode(Buffer.concat([digest(id), digest(`${id}/2`)]))
  return digest(id).toString('hex')
}
