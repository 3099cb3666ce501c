// A real provider: EVM chains through their nodes. The bank holds the tokens of all users at its own address, and the
// ledger records who owns them. A transaction is signed and recorded before it is sent, so that a retry sends the same
// one, which the chain executes once.
import { isRecord } from '../../../kernel/json.ts'
import type { EvmAccount } from '../../../platform/evm.ts'
import { type CallNode, NodeRefusal, readQuantity } from './evm-node.ts'
import type { ChainProvider, NewTransaction } from './provider.ts'
import { type ChainName, chainTable } from './reference-data.ts'

export const EVM = 'evm'

/** The gas that is allowed beyond the node's estimate, in percent. */
const GAS_MARGIN = 20n

export interface SignedTransaction {
  readonly id: string
  readonly chain: ChainName
  readonly sender: string
  readonly nonce: bigint
  readonly tx_hash: string
  readonly raw: string
  readonly created_at: Date
}

/** The record of signed transactions; its rows stay even if the caller's transaction rolls back. */
export interface TransactionLog {
  find(id: string): Promise<Pick<SignedTransaction, 'tx_hash' | 'raw'> | undefined>
  /**
   * Makes the transaction with the sender's next nonce and records it, one at a time for each chain.
   * `last` is the nonce of the last recorded one.
   */
  add(
    which: Pick<SignedTransaction, 'id' | 'chain' | 'sender'>,
    make: (last: bigint | undefined) => Promise<SignedTransaction>,
  ): Promise<Pick<SignedTransaction, 'tx_hash' | 'raw'>>
}

export interface EvmOptions {
  readonly account: EvmAccount
  readonly nodes: ReadonlyMap<string, CallNode>
  readonly log: TransactionLog
}

export function evmProvider({ account, nodes, log }: EvmOptions): ChainProvider {
  const nodeOf = (chain: ChainName): CallNode => {
    const node = nodes.get(chain)
    if (!node) throw new Error(`no node is configured for ${chain}`)
    return node
  }
  const ask = async (chain: ChainName, method: string, params: readonly unknown[] = []) =>
    readQuantity(await nodeOf(chain)(method, params), method)

  async function sign(
    { id, chain, call, now }: NewTransaction,
    last: bigint | undefined,
  ): Promise<SignedTransaction> {
    if (!call) throw new Error('a real transaction needs its call')
    const [known, tip, price, gas] = await Promise.all([
      ask(chain, 'eth_getTransactionCount', [account.address, 'pending']),
      ask(chain, 'eth_maxPriorityFeePerGas'),
      ask(chain, 'eth_gasPrice'),
      ask(chain, 'eth_estimateGas', [
        {
          from: account.address,
          to: call.to,
          data: call.data,
          value: `0x${call.value.toString(16)}`,
        },
      ]),
    ])
    const nonce = last !== undefined && last >= known ? last + 1n : known
    const { raw, tx_hash } = await account.sign({
      chainId: chainTable[chain].chain_id!,
      nonce,
      to: call.to,
      data: call.data,
      value: call.value,
      gas: gas + (gas * GAS_MARGIN) / 100n,
      maxFeePerGas: 2n * price + tip,
      maxPriorityFeePerGas: tip,
    })
    const sender = account.address
    return { id, chain, sender, nonce, tx_hash, raw, created_at: now }
  }

  /** A node rejects a transaction that it already has, so the transaction is looked up only after a rejection. */
  async function broadcast(chain: ChainName, raw: string, tx_hash: string): Promise<void> {
    const node = nodeOf(chain)
    try {
      await node('eth_sendRawTransaction', [raw])
    } catch (error) {
      const known =
        error instanceof NodeRefusal && (await node('eth_getTransactionByHash', [tx_hash]))
      if (!known) throw error
    }
  }

  return {
    name: EVM,
    simulated: false,
    serves: (chain) => nodes.has(chain),
    addressOf: () => account.address,
    gasPrice: (chain) => ask(chain, 'eth_gasPrice'),
    async sendTransaction(transaction) {
      const { id, chain } = transaction
      const signed =
        (await log.find(id)) ??
        (await log.add({ id, chain, sender: account.address }, (last) => sign(transaction, last)))
      await broadcast(chain, signed.raw, signed.tx_hash)
      return { tx_hash: signed.tx_hash, simulated: false }
    },
    async confirmations({ chain, tx_hash }) {
      const receipt = await nodeOf(chain)('eth_getTransactionReceipt', [tx_hash])
      if (!isRecord(receipt)) return { confirmations: 0, failed: false }
      const mined = readQuantity(receipt['blockNumber'], 'eth_getTransactionReceipt')
      const head = await ask(chain, 'eth_blockNumber')
      return {
        confirmations: head < mined ? 0 : Number(head - mined) + 1,
        failed: readQuantity(receipt['status'], 'eth_getTransactionReceipt') === 0n,
      }
    },
  }
}
