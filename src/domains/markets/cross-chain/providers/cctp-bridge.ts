// The real bridge by Circle's protocol: the bank burns USDC on the source chain, waits for Circle's attestation, and
// delivers it on the destination chain. Each transaction has its own id at the chain's provider, which sends it once
// however often it is called. Burnt USDC cannot be recalled, so no deadline ends such a bridge.
import { isRecord } from '../../../../kernel/json.ts'
import { type Hex, isHex } from '../../../../platform/evm.ts'
import type { Outbound } from '../../../../platform/outbound-http.ts'
import { approveCall, type ChainProviders, findToken } from '../../chains/index.ts'
import { burnCall, domainOf, mintCall, readMessage, TOKEN_MESSENGER } from './cctp.ts'
import { addSeconds } from '../options.ts'
import { protocols } from './protocols.ts'
import type { BridgeProvider, Observed, Transfer } from './provider.ts'

const TIMEOUT_MS = 10_000
const AGAIN_SECONDS = 30

export interface CctpOptions {
  readonly chains: ChainProviders
  readonly attestationUrl: string
  readonly outbound: Pick<Outbound, 'get'>
}

interface Attested {
  readonly message: Hex
  readonly attestation: Hex
}

export const cctpBridge = (options: CctpOptions): BridgeProvider => ({
  name: 'circle_cctp',
  simulated: false,
  observe: (transfer, now) => observe(transfer, now, options),
})

async function observe(transfer: Transfer, now: Date, options: CctpOptions): Promise<Observed> {
  const { source_chain, destination_chain } = transfer
  const source_tx_hash = transfer.source_tx_hash ?? (await burn(transfer, now, options))
  const base = {
    since: now,
    source_tx_hash,
    destination_tx_hash: null,
    recallable: false,
    next_at: addSeconds(now, AGAIN_SECONDS),
  }
  const sent_at = new Date(transfer.created_at)
  const { confirmations, failed } = await options.chains
    .choose('live', source_chain)
    .confirmations({ chain: source_chain, tx_hash: source_tx_hash, sent_at }, now)
  if (failed)
    return {
      ...base,
      state: 'failed',
      confirmations,
      reason: 'The source chain reverted the transaction.',
    }
  if (confirmations < protocols.circle_cctp.confirmations)
    return { ...base, state: 'bridging', confirmations }
  const waiting: Observed = { ...base, state: 'confirming', confirmations }
  const attested = await findAttestation(source_tx_hash, transfer, options)
  if (!attested) return waiting
  const delivered_units = checkMessage(attested.message, transfer)
  const provider = options.chains.choose('live', destination_chain)
  const { tx_hash } = await provider.sendTransaction({
    id: `bridge/${transfer.id}/destination`,
    chain: destination_chain,
    call: mintCall(attested.message, attested.attestation),
    now,
  })
  const minted = await provider.confirmations(
    { chain: destination_chain, tx_hash, sent_at: now },
    now,
  )
  if (minted.failed) throw new Error(`the mint ${tx_hash} was reverted; an operator must check it`)
  if (minted.confirmations === 0) return { ...waiting, destination_tx_hash: tx_hash }
  return {
    ...base,
    state: 'completed',
    confirmations,
    destination_tx_hash: tx_hash,
    delivered_units,
  }
}

/** Approves Circle's contract for the USDC, and burns it. */
async function burn(transfer: Transfer, now: Date, { chains }: CctpOptions): Promise<string> {
  const { id, source_chain: chain, destination_chain, receive_units: units } = transfer
  const token = findToken(chain, transfer.token)!.contract!
  const provider = chains.choose('live', chain)
  await provider.sendTransaction({
    id: `bridge/${id}/approve`,
    chain,
    call: approveCall(token, TOKEN_MESSENGER, units),
    now,
  })
  const { tx_hash } = await provider.sendTransaction({
    id: `bridge/${id}/source`,
    chain,
    call: burnCall({ token, units, to: destination_chain, recipient: transfer.recipient_address }),
    now,
  })
  return tx_hash
}

/** Undefined while Circle has not attested the burn. */
async function findAttestation(
  tx_hash: string,
  { source_chain }: Transfer,
  { attestationUrl, outbound }: CctpOptions,
): Promise<Attested | undefined> {
  const url = new URL(`/v2/messages/${domainOf(source_chain)}`, attestationUrl)
  url.searchParams.set('transactionHash', tx_hash)
  const { status, body } = await outbound.get({
    url: url.href,
    headers: { Accept: 'application/json' },
    timeoutMs: TIMEOUT_MS,
  })
  // Circle does not know a transaction before it is final on the chain.
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`the attestation service answered with status ${status}`)
  return readAttestation(body)
}

/** The first message that is attested: one transaction of the bank burns once. */
export function readAttestation(body: string): Attested | undefined {
  const answer: unknown = JSON.parse(body)
  const messages: readonly unknown[] =
    isRecord(answer) && Array.isArray(answer['messages']) ? answer['messages'] : []
  for (const one of messages) {
    if (!isRecord(one) || one['status'] !== 'complete') continue
    const { message, attestation } = one
    if (isHex(message) && isHex(attestation)) return { message, attestation }
  }
  return undefined
}

/** The units that the message mints; throws if the message belongs to another bridge. */
export function checkMessage(message: Hex, transfer: Transfer): bigint {
  const read = readMessage(message)
  const isOurs =
    read !== undefined &&
    read.source_domain === domainOf(transfer.source_chain) &&
    read.destination_domain === domainOf(transfer.destination_chain) &&
    read.recipient.toLowerCase() === transfer.recipient_address.toLowerCase() &&
    read.units === transfer.receive_units &&
    read.units - read.fee_units >= transfer.least_units
  if (!isOurs) throw new Error(`the attested message does not belong to the bridge ${transfer.id}`)
  return read.units - read.fee_units
}
