// The rails on which a machine can pay, and how each verifies a proof. Simulated rails follow the rules below;
// in production only rails with a configured provider exist.
//   stripe     spt_ and 8 to 120 letters, digits or _; declined if it contains "declined"
//   card       tok_ and the same
//   tempo      the hash of a transaction
//   lightning  the preimage of the invoice's hash, which POST /api/v1/mpp/sandbox/lightning/pay returns
//   x402       an authorization, signed by the payer, settled by the facilitator
import { createHash } from 'node:crypto'
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import type { Facilitator } from '../x402/facilitator.ts'
import { USDC_PER_CENT } from '../x402/networks.ts'
import {
  findFault,
  makeRequirement,
  proofKeyOf,
  readPayload,
  type Requirement,
  type X402Proof,
} from '../x402/protocol.ts'

export type RailId = 'stripe' | 'tempo' | 'lightning' | 'card' | 'x402'

export interface RailInfo {
  readonly id: RailId
  readonly label: string
  readonly description: string
  readonly supports_fiat: boolean
  readonly supports_crypto: boolean
  readonly currencies: readonly string[]
}

export const railInfos: Readonly<Record<RailId, RailInfo>> = {
  x402: {
    id: 'x402',
    label: 'x402',
    description: 'USDC by a signed authorization (EIP-3009).',
    supports_fiat: false,
    supports_crypto: true,
    currencies: ['USDC'],
  },
  stripe: {
    id: 'stripe',
    label: 'Stripe',
    description: 'A shared payment token.',
    supports_fiat: true,
    supports_crypto: false,
    currencies: ['USD', 'EUR', 'GBP'],
  },
  tempo: {
    id: 'tempo',
    label: 'Tempo',
    description: 'A stablecoin transfer on Tempo.',
    supports_fiat: false,
    supports_crypto: true,
    currencies: ['USDC', 'USDT'],
  },
  lightning: {
    id: 'lightning',
    label: 'Lightning',
    description: 'An invoice on the Lightning Network.',
    supports_fiat: false,
    supports_crypto: true,
    currencies: ['BTC'],
  },
  card: {
    id: 'card',
    label: 'Card',
    description: 'A network token of a card.',
    supports_fiat: true,
    supports_crypto: false,
    currencies: ['USD', 'EUR', 'GBP'],
  },
}

/** The amount and recipient that a rail asks for. */
export interface Ask {
  /** In the smallest unit of the currency. */
  readonly amount: bigint
  readonly currency: string
  readonly recipient: string
  readonly network?: string
  readonly asset?: string
  readonly details?: object
}

/** A proof that has been read, but not verified. */
export interface PresentedProof {
  /** Identifies the proof; each key is accepted once. */
  readonly proof_key: string
  readonly x402?: X402Proof
}

export interface Verification {
  readonly payer: string | null
  readonly amount: bigint
  /** The network, when the payer chooses it. */
  readonly network?: string
}

export interface Rail {
  readonly info: RailInfo
  readonly simulated: boolean
  ask(price_usdc: bigint, challenge_id: string): Ask
  /** Undefined when the payload is not a proof for this rail. */
  present(payload: Readonly<Record<string, unknown>>): PresentedProof | undefined
  /** Verifies the proof; `reason` is a machine-readable code. */
  judge(
    presented: PresentedProof,
    payload: Readonly<Record<string, unknown>>,
    price_usdc: bigint,
    challenge_id: string,
    now: Date,
  ): Promise<Verification | { readonly reason: string }>
  /** Throws when the outcome is unknown. */
  settle(
    presented: PresentedProof,
    price_usdc: bigint,
    reference: string,
  ): Promise<{ readonly reference: string } | { readonly reason: string }>
}

/** Converts millionths of a USDC to cents, rounded up. */
export const toCents = (price_usdc: bigint): bigint =>
  multiplyDivide(price_usdc, 1n, USDC_PER_CENT, 'up')

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const settleSimulated =
  (rail: RailId): Rail['settle'] =>
  async (_presented, _price, reference) => ({ reference: `sandbox_${rail}_${reference}` })

/** A rail that is paid with a provider's single-use token. */
function tokenRail(id: 'stripe' | 'card', field: string, prefix: string): Rail {
  const pattern = new RegExp(`^${prefix}[A-Za-z0-9_]{8,120}$`)
  const read = (payload: Readonly<Record<string, unknown>>): string | undefined => {
    const token = payload[field]
    return typeof token === 'string' && pattern.test(token) ? token : undefined
  }
  return {
    info: railInfos[id],
    simulated: true,
    ask: (price) => ({ amount: toCents(price), currency: 'USD', recipient: 'florin-sandbox' }),
    present(payload) {
      const token = read(payload)
      return token === undefined ? undefined : { proof_key: digestOf(token) }
    },
    judge: async (_presented, payload, price) =>
      read(payload)!.includes('declined')
        ? { reason: 'declined' }
        : { payer: null, amount: toCents(price) },
    settle: settleSimulated(id),
  }
}

const TEMPO_CHAIN = 42_431

const tempoRail: Rail = {
  info: railInfos.tempo,
  simulated: true,
  ask: (price) => ({
    amount: price,
    currency: 'USDC',
    recipient: 'florin-sandbox',
    network: `eip155:${TEMPO_CHAIN}`,
    details: { chainId: TEMPO_CHAIN },
  }),
  present: ({ tx_hash }) =>
    typeof tx_hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(tx_hash)
      ? { proof_key: tx_hash.toLowerCase() }
      : undefined,
  judge: async (_presented, _payload, price) => ({ payer: null, amount: price }),
  settle: settleSimulated('tempo'),
}

/** An invented rate; the invoices are simulated. */
const SATOSHI_PER_CENT = 1n

function lightningRail(sealer: Pick<Sealer, 'digest' | 'digests'>): Rail {
  const hashOf = (preimage: Buffer): string => createHash('sha256').update(preimage).digest('hex')
  const amountOf = (price: bigint): bigint => toCents(price) * SATOSHI_PER_CENT
  return {
    info: railInfos.lightning,
    simulated: true,
    ask(price, challenge_id) {
      const paymentHash = hashOf(preimageOf(challenge_id, sealer))
      return {
        amount: amountOf(price),
        currency: 'BTC',
        recipient: 'florin-sandbox',
        network: 'lightning:sandbox',
        details: { paymentHash, invoice: `lnsb${amountOf(price)}s${paymentHash}` },
      }
    },
    present: ({ preimage }) =>
      typeof preimage === 'string' && /^[0-9a-fA-F]{64}$/.test(preimage)
        ? { proof_key: digestOf(preimage.toLowerCase()) }
        : undefined,
    async judge(_presented, { preimage }, price, challenge_id) {
      const hash = hashOf(Buffer.from(preimage as string, 'hex'))
      const issued = sealer.digests(preimageTextOf(challenge_id)).map(hashOf)
      return issued.includes(hash)
        ? { payer: null, amount: amountOf(price) }
        : { reason: 'preimage_mismatch' }
    },
    settle: settleSimulated('lightning'),
  }
}

/** The preimage that proves the payment of a simulated invoice. */
export const preimageOf = (challenge_id: string, sealer: Pick<Sealer, 'digest'>): Buffer =>
  sealer.digest(preimageTextOf(challenge_id))

const preimageTextOf = (challenge_id: string): string => `lightning ${challenge_id}`

export interface X402RailOptions {
  readonly facilitator: Facilitator
  /** The payer chooses one; the first is the default. */
  readonly networks: readonly [string, ...string[]]
  readonly payTo: string
}

export function x402Rail({ facilitator, networks, payTo }: X402RailOptions): Rail {
  const demand = (price: bigint, { network }: Pick<X402Proof, 'network'>): Requirement =>
    makeRequirement(networks.includes(network) ? network : networks[0], price, payTo)
  return {
    info: railInfos.x402,
    simulated: facilitator.simulated,
    ask(price) {
      const accepts = networks.map((network) => makeRequirement(network, price, payTo))
      const { network, asset } = accepts[0]!
      const details = { x402: { accepts } }
      return { amount: price, currency: 'USDC', recipient: payTo, network, asset, details }
    },
    present(payload) {
      const given = payload.x402_payload ?? payload
      const proof = readPayload(isBare(given) ? { x402Version: 2, payload: given } : given)
      return 'reason' in proof ? undefined : presentX402(proof, networks)
    },
    async judge({ x402 }, _payload, price, _challenge, now) {
      const requirement = demand(price, x402!)
      const fault = findFault(x402!, requirement, now)
      if (fault !== undefined) return { reason: fault }
      const verdict = await facilitator.verify(x402!, requirement)
      if (!verdict.isValid) return { reason: verdict.reason ?? 'facilitator_error' }
      const payer = verdict.payer ?? x402!.authorization?.from
      return {
        payer: payer?.toLowerCase() ?? null,
        // The payer may authorize more than the price, and the whole authorized amount is taken.
        amount: x402!.authorization ? BigInt(x402!.authorization.value) : price,
        network: requirement.network,
      }
    },
    async settle({ x402 }, price, reference) {
      const settlement = await facilitator.settle(x402!, demand(price, x402!), reference)
      return settlement.success
        ? { reference: settlement.transaction }
        : { reason: settlement.reason ?? 'facilitator_error' }
    },
  }
}

export const presentX402 = (
  proof: X402Proof,
  networks: readonly [string, ...string[]],
): PresentedProof => ({
  proof_key: proofKeyOf(proof, networks.includes(proof.network) ? proof.network : networks[0]),
  x402: proof,
})

const isBare = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'authorization' in value

/** The rails on which no real money moves. */
export const simulatedRails = (sealer: Pick<Sealer, 'digest' | 'digests'>): Rail[] => [
  tokenRail('stripe', 'spt', 'spt_'),
  tempoRail,
  lightningRail(sealer),
  tokenRail('card', 'token', 'tok_'),
]
