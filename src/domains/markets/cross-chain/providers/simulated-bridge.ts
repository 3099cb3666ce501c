// The simulated bridge, which moves nothing on any chain. These are all of its rules:
//   The source transaction is sent a second after the start. It is confirmed after half of the protocol's time, and
//   the tokens arrive when all of it has passed.
//   The last two bytes of the recipient's address, after zeros only, decide otherwise:
//     …dead  the bridge fails when the source chain has confirmed;
//     …cafe  the bridge stalls after it was sent, until its deadline;
//     …beef  1 % less arrives; the bridge fails if that is less than the slippage allows.
// Nothing else has an effect, and nothing is random.
import { createHash } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { ChainName } from '../../chains/index.ts'
import { protocols, type ProtocolName } from './protocols.ts'
import type { BridgeProvider, Observed, Transfer } from './provider.ts'

const SENT_AFTER_MS = 1000

type Rule = 'fails' | 'stalls' | 'loses' | undefined
const rules: Readonly<Record<string, Rule>> = { dead: 'fails', cafe: 'stalls', beef: 'loses' }

export const simulatedBridge = (name: ProtocolName): BridgeProvider => ({
  name,
  simulated: true,
  observe: (transfer, now) => Promise.resolve(observe(transfer, now)),
})

function observe(transfer: Transfer, now: Date): Observed {
  const { seconds, confirmations } = protocols[transfer.protocol]
  const start = Date.parse(transfer.created_at)
  const rule = ruleOf(transfer.recipient_address)
  const at = (ms: number): Date => new Date(start + ms)
  const elapsed = now.getTime() - start
  const [confirmedAfter, arrivedAfter] = [seconds * 500, seconds * 1000]
  const base = {
    source_tx_hash: hashOf(transfer.source_chain, `source/${transfer.id}`),
    destination_tx_hash: null,
    recallable: true,
  }
  if (elapsed < SENT_AFTER_MS)
    return {
      ...base,
      state: 'pending',
      since: at(0),
      confirmations: 0,
      source_tx_hash: null,
      next_at: at(SENT_AFTER_MS),
    }
  if (rule === 'stalls' || elapsed < confirmedAfter)
    return {
      ...base,
      state: 'bridging',
      since: at(SENT_AFTER_MS),
      // A stalled bridge never gets its last confirmation.
      confirmations: Math.min(
        Math.floor((confirmations * elapsed) / confirmedAfter),
        confirmations - 1,
      ),
      ...(rule !== 'stalls' && { next_at: at(confirmedAfter) }),
    }
  const fail = (reason: string, since: Date): Observed => ({
    ...base,
    state: 'failed',
    since,
    confirmations,
    reason,
  })
  if (rule === 'fails') return fail('The bridge rejected the transfer.', at(confirmedAfter))
  if (elapsed < arrivedAfter)
    return {
      ...base,
      state: 'confirming',
      since: at(confirmedAfter),
      confirmations,
      next_at: at(arrivedAfter),
    }
  const delivered_units =
    rule === 'loses'
      ? multiplyDivide(transfer.receive_units, 99n, 100n, 'down')
      : transfer.receive_units
  if (delivered_units < transfer.least_units || delivered_units === 0n)
    return fail('Less would have arrived than the slippage allows.', at(arrivedAfter))
  return {
    ...base,
    state: 'completed',
    since: at(arrivedAfter),
    confirmations,
    destination_tx_hash: hashOf(transfer.destination_chain, `destination/${transfer.id}`),
    delivered_units,
  }
}

/** The last four digits of an address whose other bytes are all zero. */
function ruleOf(address: string): Rule {
  const hex = /^0x[0-9a-f]{40}$/i.test(address)
    ? address.slice(2).toLowerCase()
    : readBase58(address)
  const match = /^0+([0-9a-f]{4})$/.exec(hex ?? '')
  return match ? rules[match[1]!] : undefined
}

function readBase58(address: string): string | undefined {
  try {
    return Buffer.from(base58btc.baseDecode(address)).toString('hex')
  } catch {
    return undefined
  }
}

/** A deterministic hash in the format of the chain. */
function hashOf(chain: ChainName, about: string): string {
  const digest = createHash('sha512').update(`florin/simulated/bridge/${about}`).digest()
  return chain === 'solana'
    ? base58btc.baseEncode(digest)
    : `0x${digest.subarray(0, 32).toString('hex')}`
}
