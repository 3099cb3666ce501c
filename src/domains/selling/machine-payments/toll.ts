// Taken where something is sold for payments on any rail: a request passes with a payment that counts for
// exactly this request, and the payment is settled only after the request has succeeded.
//
// What a request was answered is kept before its payment is settled: whoever comes again with the same
// payment is given the same, and the bank does nothing twice.
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../kernel/json.ts'
import type { Environment } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { type GateOptions, PaymentGate, type Proofs, type Verified } from './gate.ts'
import type { Offer } from './offer.ts'
import type { RailId } from './rails.ts'
import { toReceipt, toX402Response } from './receipt.ts'
import { type AnswerRow, findAnswer, insertAnswer, type ResourceRow } from './resource-store.ts'
import { findPrice, type ResourceBook, type ResourceOptions } from './resources.ts'
import type { PaymentRow } from './store.ts'

export interface ResourceTollOptions extends Pick<ResourceOptions, 'assets'> {
  readonly book: ResourceBook
  /** Of all rails; each resource has some of them. */
  readonly gate: GateOptions
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
}

export interface ResourceRequest {
  readonly environment: Environment
  readonly method: string
  /** Decoded, without query and trailing slash. */
  readonly path: string
  readonly query: string
  readonly body: unknown
  readonly proofs: Proofs
  readonly user?: string | undefined
  readonly agent?: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface ResourcePassage {
  readonly operation: string
  /** What the same payment bought before; nobody is asked again. */
  readonly answer: Answer | undefined
  /** Keeps the answer, if it can be kept, and takes the money; returns the headers that say so. */
  settle(answer: Answer | undefined): Promise<Readonly<Record<string, string>>>
  release(): Promise<void>
}

const ANSWER_BYTES_MAX = 1_048_576

/** Undefined where nothing is to be paid; throws the 402 where something is. */
export class ResourceTolls {
  private readonly options: ResourceTollOptions
  private readonly gates = new Map<string, PaymentGate>()

  constructor(options: ResourceTollOptions) {
    this.options = options
  }

  get isIdle(): boolean {
    return this.options.book.isEmpty
  }

  take(
    request: ResourceRequest,
  ): ResourcePassage | undefined | Promise<ResourcePassage | undefined> {
    // A request for the head of an answer costs what the answer costs.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = this.options.book.find(request.environment, method, request.path)
    if (found === undefined) return undefined
    return Promise.resolve(found).then((resource) => resource && this.demand(resource, request))
  }

  private async demand(resource: ResourceRow, request: ResourceRequest): Promise<ResourcePassage> {
    const gate = this.gateOf(resource.available_rails)
    const offer = this.toOffer(resource, request)
    const verified = await gate.verify(offer, request.proofs)
    const payment = await gate.reserve(offer, verified)
    const kept = await findAnswer(gate.options.db, payment.id)
    if (kept ? !isFor(kept, request) : payment.status === 'settled')
      return this.refuseUsed(gate, offer, payment)
    if (payment.status === 'settled' && !isSecret(payment))
      return this.refuseUsed(gate, offer, payment)
    return {
      operation: 'mpp.resource',
      answer: kept && this.open(kept),
      settle: (answer) =>
        payment.status === 'settled'
          ? Promise.resolve(toHeaders(payment))
          : this.settle(
              gate,
              offer,
              verified,
              payment,
              kept ? undefined : this.seal(answer, request),
            ),
      release: () => gate.release(payment),
    }
  }

  private async settle(
    gate: PaymentGate,
    offer: Offer,
    verified: Verified,
    payment: PaymentRow,
    answer: AnswerRow | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    const { db, clock } = gate.options
    if (answer) await insertAnswer(db, payment.id, answer, clock.now())
    return toHeaders(await gate.settle(offer, verified, payment))
  }

  /** What is too large is not kept. */
  private seal(
    answer: Answer | undefined,
    { user, agent }: ResourceRequest,
  ): AnswerRow | undefined {
    if (!answer || answer.body.length > ANSWER_BYTES_MAX) return undefined
    const text = JSON.stringify({ ...answer, body: answer.body.toString('base64') })
    const sealed = this.options.sealer.seal(text)
    return { user_uuid: user ?? null, agent_uuid: agent ?? null, sealed }
  }

  private open({ sealed }: AnswerRow): Answer {
    const answer = JSON.parse(this.options.sealer.open(sealed)) as Omit<Answer, 'body'> & {
      readonly body: string
    }
    return { ...answer, body: Buffer.from(answer.body, 'base64') }
  }

  private async refuseUsed(gate: PaymentGate, offer: Offer, payment: PaymentRow): Promise<never> {
    await gate.release(payment)
    throw gate.refuse(offer, 'payment-already-used', 'payment_already_used')
  }

  private gateOf(rails: readonly RailId[]): PaymentGate {
    const key = rails.join()
    const known = this.gates.get(key)
    if (known) return known
    const { gate: all } = this.options
    const gate = new PaymentGate({
      ...all,
      accepted: {
        rails: all.accepted.rails.filter(({ info }) => rails.includes(info.id)),
        x402: rails.includes('x402') ? all.accepted.x402 : undefined,
      },
    })
    this.gates.set(key, gate)
    return gate
  }

  private toOffer(resource: ResourceRow, request: ResourceRequest): Offer {
    const { method, path, query, body } = request
    const price_usdc = findPrice(resource, this.options.assets)
    // Never given away: without a rate nobody knows what to ask for.
    if (price_usdc === undefined)
      throw Unavailable({ reason: `There is no rate for ${resource.currency} just now.` })
    const { amount_cents, currency, mime_type } = resource
    return {
      environment: resource.environment,
      route: `${method} ${path as `/${string}`}`,
      digest: createHash('sha256')
        .update(canonicalJson([method, path, query, body ?? null]))
        .digest(),
      price_usdc,
      description: resource.description ?? `${resource.method} ${resource.path}`,
      pricing: { resource: { id: resource.id, amount_cents, currency } },
      buyer: request,
      mime_type,
    }
  }
}

const isFor = ({ user_uuid, agent_uuid }: AnswerRow, { user, agent }: ResourceRequest): boolean =>
  user_uuid === (user ?? null) && agent_uuid === (agent ?? null)

/** A chain tells everybody an authorization that it has settled: alone it proves nothing any more. */
const isSecret = ({ challenge, user_uuid }: PaymentRow): boolean =>
  challenge !== null || user_uuid !== null

function toHeaders(payment: PaymentRow): Readonly<Record<string, string>> {
  const response = toX402Response(payment)
  return {
    'Payment-Receipt': toReceipt(payment),
    'Cache-Control': 'private',
    ...(response !== null && { 'PAYMENT-RESPONSE': response, 'X-PAYMENT-RESPONSE': response }),
  }
}
