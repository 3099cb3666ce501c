// The real provider against a fake node: nothing leaves the machine.
import { parseTransaction } from 'viem/utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { accountOf } from '../../../platform/evm.ts'
import { transferCall } from './calldata.ts'
import { nodeAt } from './evm-node.ts'
import { evmProvider, type SignedTransaction, type TransactionLog } from './evm-provider.ts'
import { readNodes, settings } from './settings.ts'

const account = accountOf(`0x${'1'.repeat(64)}`)
const now = new Date('2026-03-01T12:00:00Z')
const call = transferCall('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', account.address, 5n)

let calls: { method: string; params: unknown[] }[]
let answers: Record<string, unknown>
let signed: SignedTransaction[]

beforeEach(() => {
  calls = []
  signed = []
  answers = {
    eth_getTransactionCount: '0x7',
    eth_maxPriorityFeePerGas: '0x1',
    eth_gasPrice: '0x64',
    eth_estimateGas: '0xc350',
    eth_sendRawTransaction: '0x',
    eth_getTransactionByHash: null,
    eth_getTransactionReceipt: null,
    eth_blockNumber: '0x20',
  }
})

const send = ((_url: string, { body }: { body: string }) => {
  const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
  calls.push({ method, params })
  const result = answers[method]
  const answer = result instanceof Error ? { error: { message: result.message } } : { result }
  return Promise.resolve(new Response(JSON.stringify(answer)))
}) as unknown as typeof fetch

const log: TransactionLog = {
  find: (id) => Promise.resolve(signed.find((one) => one.id === id)),
  async add({ id }, make) {
    const known = signed.find((one) => one.id === id)
    if (known) return known
    const made = await make(signed.at(-1)?.nonce)
    signed.push(made)
    return made
  },
}

const provider = evmProvider({
  account,
  nodes: new Map([['base', nodeAt('https://node.example', send)]]),
  log,
})

const sent = (method: string) => calls.filter((one) => one.method === method)

describe('sendTransaction', () => {
  it('signs for the chain with the next nonce, and sends', async () => {
    const { tx_hash, simulated } = await provider.sendTransaction({
      id: 'a',
      chain: 'base',
      call,
      now,
    })
    expect(simulated).toBe(false)
    expect(tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    const [raw] = sent('eth_sendRawTransaction')[0]!.params as [`0x02${string}`]
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 8_453,
      nonce: 7,
      to: call.to.toLowerCase(),
      data: call.data,
      gas: 60_000n,
      maxFeePerGas: 201n,
      maxPriorityFeePerGas: 1n,
    })
    await provider.sendTransaction({ id: 'b', chain: 'base', call, now })
    expect(signed.map(({ nonce }) => nonce)).toEqual([7n, 8n])
  })

  it('sends the same transaction again for the same id, also when the node has it already', async () => {
    const first = await provider.sendTransaction({ id: 'a', chain: 'base', call, now })
    answers.eth_sendRawTransaction = new Error('already known')
    answers.eth_getTransactionByHash = { hash: first.tx_hash }
    const second = await provider.sendTransaction({ id: 'a', chain: 'base', call, now })
    expect(second).toEqual(first)
    const raws = sent('eth_sendRawTransaction').map(({ params }) => params[0])
    expect(raws[0]).toBe(raws[1])
  })

  it('throws when the node refuses it', async () => {
    answers.eth_sendRawTransaction = new Error('insufficient funds')
    await expect(provider.sendTransaction({ id: 'a', chain: 'base', call, now })).rejects.toThrow(
      'insufficient funds',
    )
    answers.eth_gasPrice = 'many'
    await expect(provider.gasPrice('base', now)).rejects.toThrow('something else than a number')
    await expect(provider.gasPrice('polygon', now)).rejects.toThrow('no node')
  })
})

describe('confirmations', () => {
  const known = { chain: 'base', tx_hash: '0x1', sent_at: now } as const
  it('are counted from the block, and a reverted transaction is reported as failed', async () => {
    expect(await provider.confirmations(known, now)).toEqual({ confirmations: 0, failed: false })
    answers.eth_getTransactionReceipt = { blockNumber: '0x20', status: '0x1' }
    expect(await provider.confirmations(known, now)).toEqual({ confirmations: 1, failed: false })
    answers.eth_getTransactionReceipt = { blockNumber: '0x1e', status: '0x0' }
    expect(await provider.confirmations(known, now)).toEqual({ confirmations: 3, failed: true })
  })
})

describe('the settings', () => {
  it('name the nodes of EVM chains', () => {
    const parse = (text: string) => settings.variables.CHAIN_RPC_URLS.parse(text)
    expect(readNodes(parse('base=https://a.example/x?y=z, bsc=http://b.example')!)).toEqual(
      new Map([
        ['base', 'https://a.example/x?y=z'],
        ['bsc', 'http://b.example'],
      ]),
    )
    for (const wrong of ['base', 'solana=https://a.example', 'base=ftp://a.example', '=https://a'])
      expect(parse(wrong)).toBeUndefined()
  })
})
