// Takes payments for single requests, each exactly once.
//
// A proof is verified, recorded as used by exactly this request, then settled. Repeating the request with
// the same proof continues at the step that the payment has reached; another request with the same proof
// is refused.
import type { Clock } from '../../../../kernel/clock.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { type AppError, RequestInProgress } from '../../../../operation/error.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import type { AcceptanceTerms } from './acceptance.ts'
import { isUnchanged, issueChallenge, readChallenge, type Terms } from './challenge.ts'
import { type Credential, isCredential, readCredential } from './credential.ts'
import {
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  type Problem,
  SettlementUnknown,
} from '../errors.ts'
import { checkLimits } from '../limits/service.ts'
import { type Offer, showChallenges, showX402 } from './offer.ts'
import { presentX402, type PresentedProof, type Rail } from './rails.ts'
import * as store from './store.ts'
import { readX402Headers, type X402Headers } from '../x402/protocol.ts'

export interface PaymentsOptions {
  readonly accepted: AcceptanceTerms
  /** Whether proofs in `Authorization` are accepted beside x402's own headers. */
  readonly challenges: boolean
  readonly sealer: Pick<Sealer, 'digest' | 'digests'>
  readonly baseUrl: () => string
  /** A connection pool that commands do not use. */
  readonly db: Db
  readonly clock: Clock
}

export interface Proofs extends X402Headers {
  readonly authorization?: string | undefined
  /** Used when `Authorization` holds a bearer token. */
  readonly payment_authorization?: string | undefined
}

/** A valid proof, or one that the same request has presented before. */
export interface Verified {
  readonly rail: Rail
  readonly presented: PresentedProof
  readonly challenge_id: string | null
  readonly price_usdc: bigint
  readonly amount: bigint
  readonly payer: string | null
  /** The payer's names in lower case, for spending limits. */
  readonly names: readonly string[]
  readonly network?: string | undefined
  readonly earlier: store.PaymentRow | undefined
}

/** A claim must outlast the longest call to a facilitator. */
const CLAIM_MS = 60_000

export class Payments {
  readonly options: PaymentsOptions

  constructor(options: PaymentsOptions) {
    this.options = options
  }

  /** A copy with fewer ways to pay. */
  narrow(ways: Partial<Pick<PaymentsOptions, 'accepted' | 'challenges'>>): Payments {
    return new Payments({ ...this.options, ...ways })
  }

  get rails(): readonly Rail[] {
    return this.options.accepted.rails
  }

  get isSimulated(): boolean {
    return this.rails.some((rail) => rail.simulated)
  }

  /** Whether taking a payment may call an outside service. */
  get asksOutside(): boolean {
    return this.rails.some((rail) => !rail.simulated)
  }

  /** Whether the request carries a proof, valid or not. */
  hasProof(proofs: Proofs): boolean {
    return findCredential(proofs) !== undefined || readX402Headers(proofs) !== undefined
  }

  /** Throws a 402 with the price when the proof is missing or not valid. */
  async verify(offer: Offer, proofs: Proofs): Promise<Verified> {
    if (this.rails.length === 0) throw PaymentsUnavailable({})
    const credential = this.options.challenges ? findCredential(proofs) : undefined
    if (credential !== undefined) return this.verifyCredential(offer, readCredential(credential))
    const x402 = this.rails.find((rail) => rail.info.id === 'x402')
    const proof = x402 && readX402Headers(proofs)
    if (!proof) throw this.refuse(offer, 'payment-required')
    if ('reason' in proof) throw this.refuse(offer, 'malformed-credential', proof.reason)
    const presented = presentX402(proof, this.options.accepted.x402!.networks)
    const earlier = await this.findEarlier(offer, x402, presented, null)
    if (earlier) return earlier
    return this.judge(offer, x402, presented, {}, offer.price_usdc, null)
  }

  /** Reserves and settles the payment in one go. */
  async capture(offer: Offer, verified: Verified): Promise<store.PaymentRow> {
    const reserved = await this.reserve(offer, verified)
    return reserved.status === 'settled' ? reserved : this.settle(offer, verified, reserved)
  }

  /** Claims the payment for this request; concurrent requests with the same payment are refused. */
  async reserve(offer: Offer, verified: Verified): Promise<store.PaymentRow> {
    const payment = verified.earlier ?? (await this.note(offer, verified))
    if (payment.status === 'settled') return payment
    const { db, clock } = this.options
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await this.claim(offer, verified, payment.id, { now, until })
    if (claimed) return claimed
    const current = await store.findByProof(db, payment.rail, payment.proof_key)
    if (current?.status === 'settled') return current
    throw RequestInProgress({})
  }

  /** Checks the owner's limits and claims the payment in one transaction, so that they cannot be overrun. */
  private claim(
    offer: Offer,
    { names, price_usdc }: Verified,
    id: string,
    times: { readonly now: Date; readonly until: Date },
  ): Promise<store.PaymentRow | undefined> {
    const { db, challenges } = this.options
    const { user } = offer.buyer
    const claim = { ...times, user_uuid: user ?? null, agent_ids: names }
    if (!challenges || user === undefined || names.length === 0)
      return store.claimPayment(db, id, claim)
    const { environment } = offer
    const { now } = times
    return db.transaction().execute(async (tx) => {
      await checkLimits(tx, { id, environment, user_uuid: user, names, price_usdc, now })
      return store.claimPayment(tx, id, claim)
    })
  }

  /** Releases the claim for a retry. */
  release({ id }: store.PaymentRow): Promise<void> {
    return store.releaseClaim(this.options.db, id)
  }

  /** `note` runs in the transaction that records the outcome. */
  async settle(
    offer: Offer,
    { rail, presented }: Verified,
    { id, price_usdc }: store.PaymentRow,
    note?: (tx: Db, payment: store.PaymentRow) => Promise<void>,
  ): Promise<store.PaymentRow> {
    const { db, clock } = this.options
    const settled = await rail
      .settle(presented, BigInt(price_usdc), id)
      .catch(async (cause: unknown) => {
        await store.releaseClaim(db, id)
        throw SettlementUnknown({}, { cause })
      })
    const payment = await db.transaction().execute(async (tx) => {
      const recorded =
        'reference' in settled
          ? await store.recordSettled(tx, id, settled.reference, clock.now())
          : await store.recordFailed(tx, id, settled.reason)
      await note?.(tx, recorded)
      return recorded
    })
    if (payment.status === 'settled') return payment
    throw this.refuse(offer, 'settlement-failed', payment.failure ?? undefined)
  }

  private async verifyCredential(
    offer: Offer,
    credential: Credential | undefined,
  ): Promise<Verified> {
    const { sealer, clock } = this.options
    if (!credential) throw this.refuse(offer, 'malformed-credential')
    const rail = this.rails.find(({ info }) => info.id === credential.rail)
    if (!rail)
      throw PaymentMethodUnsupported({
        rail: credential.rail,
        rails: this.rails.map(({ info }) => info.id),
      })
    const { challenge_id, echoed, payload, payer } = credential
    if (echoed && !isUnchanged(echoed, sealer)) throw this.refuse(offer, 'invalid-challenge')
    const presented = rail.present(payload)
    if (!presented) throw this.refuse(offer, 'malformed-credential', 'invalid_payload')
    const earlier = await this.findEarlier(offer, rail, presented, challenge_id)
    if (earlier) return withName(earlier, payer)
    const challenge = readChallenge(challenge_id, this.termsOf(offer), sealer)
    if (!challenge) throw this.refuse(offer, 'invalid-challenge')
    if (challenge.expires_at <= clock.now()) throw this.refuse(offer, 'payment-expired')
    const { price_usdc, id } = challenge
    return withName(await this.judge(offer, rail, presented, payload, price_usdc, id), payer)
  }

  /** The earlier use of a proof by the same request; throws when another request has used it. */
  private async findEarlier(
    offer: Offer,
    rail: Rail,
    presented: PresentedProof,
    challenge_id: string | null,
  ): Promise<Verified | undefined> {
    const { id } = rail.info
    const { proof_key } = presented
    const used = await store.listUsing(this.options.db, id, proof_key, challenge_id)
    if (used.length === 0) return undefined
    const earlier = used.find((one) => one.rail === id && one.proof_key === proof_key)
    const isSame =
      earlier?.environment === offer.environment &&
      earlier.resource === offer.route &&
      earlier.challenge === challenge_id &&
      earlier.digest.equals(offer.digest)
    if (!isSame) throw this.refuse(offer, 'payment-already-used', 'payment_already_used')
    if (earlier.status === 'failed')
      throw this.refuse(offer, 'settlement-failed', earlier.failure ?? undefined)
    return {
      rail,
      presented,
      challenge_id,
      price_usdc: BigInt(earlier.price_usdc),
      amount: BigInt(earlier.amount),
      payer: earlier.payer,
      names: namesOf(offer, earlier),
      earlier,
    }
  }

  private async judge(
    offer: Offer,
    rail: Rail,
    presented: PresentedProof,
    payload: Readonly<Record<string, unknown>>,
    price_usdc: bigint,
    challenge_id: string | null,
  ): Promise<Verified> {
    const judged = await rail
      .judge(presented, payload, price_usdc, challenge_id ?? '', this.options.clock.now())
      .catch((cause: unknown) => {
        throw SettlementUnknown({}, { cause })
      })
    if ('reason' in judged) throw this.refuse(offer, problemOf(judged.reason), judged.reason)
    const names = namesOf(offer, judged)
    return { rail, presented, challenge_id, price_usdc, ...judged, names, earlier: undefined }
  }

  /** Records the payment; concurrent requests with one proof get the same row. */
  private async note(offer: Offer, verified: Verified): Promise<store.PaymentRow> {
    const { db, clock } = this.options
    const { rail, presented, challenge_id, price_usdc, amount, payer } = verified
    const asked = rail.ask(price_usdc, challenge_id ?? '')
    const now = clock.now()
    await store.insertVerified(db, {
      id: uuidv7(now),
      environment: offer.environment,
      challenge: challenge_id,
      rail: rail.info.id,
      proof_key: presented.proof_key,
      resource: offer.route,
      digest: offer.digest,
      payer,
      price_usdc,
      amount,
      currency: asked.currency,
      network: verified.network ?? asked.network ?? null,
      test_mode: rail.simulated,
      now,
    })
    const noted = await this.findEarlier(offer, rail, presented, challenge_id)
    // The row exists now: this request or a concurrent one has inserted it.
    return noted!.earlier!
  }

  private termsOf({ route, digest }: Offer): Terms {
    const { host: realm } = new URL(this.options.baseUrl())
    return { realm, resource: route.replace(' ', ':'), digest }
  }

  /** Builds the 402: the problem, the price, and the ways to pay. */
  refuse(offer: Offer, problem: Problem, reason?: string): AppError {
    const { challenges, accepted, sealer, clock, baseUrl } = this.options
    const { rails, x402 } = accepted
    const wrong = { problem, reason }
    const shown = x402 ? showX402(offer, x402, wrong, baseUrl()) : {}
    if (!challenges) return PaymentRequired({ problem, shown })
    const terms = this.termsOf(offer)
    const challenge = issueChallenge(terms, offer.price_usdc, clock.now(), sealer)
    const { headers, body, error } = showChallenges(offer, challenge, terms.realm, wrong, {
      rails,
      sealer,
    })
    return PaymentRequired({
      problem,
      shown: {
        headers: { ...shown.headers, ...headers },
        body: { ...body, ...shown.body },
        ...(error && { error }),
      },
    })
  }
}

const findCredential = ({ authorization, payment_authorization }: Proofs): string | undefined =>
  [authorization, payment_authorization].find(isCredential)

const namesOf = ({ buyer }: Offer, { payer }: { readonly payer: string | null }): string[] =>
  [payer ?? undefined, buyer.agent].filter((name) => name !== undefined)

/** Adds the name that the payer states. */
const withName = (verified: Verified, name: string | undefined): Verified =>
  name === undefined
    ? verified
    : { ...verified, names: [...new Set([...verified.names, name.toLowerCase()])] }

const problemOf = (reason: string): Problem =>
  reason === 'invalid_exact_evm_payload_authorization_value' || reason === 'insufficient_funds'
    ? 'payment-insufficient'
    : reason === 'payment_already_used'
      ? 'payment-already-used'
      : 'verification-failed'
