// Applies the paywall to requests. The payment is verified before the route runs, and settled after the route
// has succeeded and before the answer is sent. A priced path without a route of the bank is answered with a
// confirmation of the payment.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay, { type HTTPMethod } from 'find-my-way'
import type { AppError } from '../../operation/error.ts'
import { type AnyOperation, parseRoute } from '../../operation/operation.ts'
import {
  type Address,
  addressesOf,
  type PaidAnswer,
  type Passage,
  type Paywall,
  type PaywallRequest,
} from '../../operation/paywall.ts'
import { toAppError, toErrorBody } from './errors.ts'
import { readHeader } from './request.ts'

/** Combines several paywalls into one; a path has a price in at most one of them. */
export const joinPaywalls = (kinds: readonly Paywall[]): Paywall => ({
  get isIdle() {
    return kinds.every((kind) => kind.isIdle)
  },
  take(request) {
    let taken: ReturnType<Paywall['take']>
    for (const kind of kinds)
      taken =
        taken instanceof Promise
          ? taken.then((passage) => passage ?? kind.take(request))
          : (taken ?? kind.take(request))
    return taken
  },
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route runs; absent for routes that run none. */
    op?: AnyOperation
  }
  interface FastifyRequest {
    passage: Passage | null
  }
}

export function usePaywall(
  app: FastifyInstance,
  paywall: Paywall,
  /** Called for every paid answer that no route produced. */
  onAnswered: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('passage', null)
  app.addHook('preHandler', (request, reply, done) => {
    // Probes are always free, and must work before the price tables exist.
    if (paywall.isIdle || request.routeOptions.config.isProbe) return done()
    const taken = paywall.take(toPaywallRequest(request))
    if (taken === undefined) return done()
    pass(taken, request, reply).then((goesOn) => (goesOn ? done() : undefined), done)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { passage } = request
    if (passage === null) return payload
    request.passage = null
    const sent = await finish(passage, reply, payload)
    if (request.is404 || passage.answer) onAnswered(request, reply)
    return sent
  })
}

/** Answers a repeated or route-less request; returns true when the route must still run. */
async function pass(
  taken: Passage | Promise<Passage | undefined>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const passage = await taken
  if (passage === undefined) return true
  request.passage = passage
  const { operation, answer } = passage
  if (!request.is404 && !answer) return true
  request.operation = operation
  request.pattern = 'a priced path'
  await (answer
    ? reply.code(answer.status).headers(answer.headers).send(answer.body)
    : reply.send({ success: true, data: { resource: pathOf(request), paid: true } }))
  return false
}

/** Settles or releases the payment, and returns the body to send. */
async function finish(passage: Passage, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode >= 300) {
    await passage.release()
    return payload
  }
  try {
    reply.headers(await passage.settle(toAnswer(reply, payload)))
    return payload
  } catch (error) {
    return refuse(reply, toAppError(error))
  }
}

/** The headers that belong to the content and are stored with it. */
const KEPT_HEADERS = ['content-type', 'content-disposition', 'location']

function toAnswer(reply: FastifyReply, payload: unknown): PaidAnswer | undefined {
  const isWhole = payload === undefined || payload === null || typeof payload === 'string'
  if (!isWhole && !Buffer.isBuffer(payload)) return undefined
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = reply.getHeader(name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers),
    body: isWhole ? Buffer.from(payload ?? '') : payload,
  }
}

/** Replaces the prepared answer, which must not be sent without payment, by an error. */
function refuse(reply: FastifyReply, error: AppError): string {
  reply.code(error.def.status)
  reply.removeHeader('Content-Length')
  reply.header('Content-Type', 'application/json; charset=utf-8')
  if (error.shown.headers) reply.headers(error.shown.headers)
  return JSON.stringify(toErrorBody(error, reply.request.id))
}

const toPaywallRequest = (request: FastifyRequest): PaywallRequest => ({
  environment: request.caller.environment,
  method: request.method,
  path: pathOf(request),
  aliases: aliasesOf(request),
  query: request.url.split('?').slice(1).join('?'),
  served: !request.is404,
  body: request.body,
  user: request.caller.user,
  agent: request.caller.agent,
  proofs: {
    authorization: readHeader(request, 'authorization'),
    payment_authorization: readHeader(request, 'payment-authorization'),
    payment_signature: readHeader(request, 'payment-signature'),
    x_payment: readHeader(request, 'x-payment'),
    x_payment_signature: readHeader(request, 'x-payment-signature'),
    x_payment_payload: readHeader(request, 'x-payment-payload'),
  },
})

function aliasesOf(request: FastifyRequest): readonly Address[] {
  const { op } = request.routeOptions.config
  return op ? addressesOf(op, fieldsOf(request)) : []
}

/** Where one address has an id in its path, another may take it from the query or the body. */
const fieldsOf = ({ params, query, body }: FastifyRequest): Readonly<Record<string, unknown>> => ({
  ...(typeof body === 'object' ? body : undefined),
  ...(query as object),
  ...(params as object),
})

/** The path as the router matches it: decoded and without trailing slashes. */
function pathOf(request: FastifyRequest): string {
  const [raw = '/'] = request.url.split(/[?#]/, 1)
  const path = raw.replace(/(?<=.)\/+$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns a function that says whether an operation serves a path; '*' matches any method. */
export function findServed(
  operations: readonly AnyOperation[],
): (method: string, path: string) => boolean {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: 512 })
  const methods = new Set<HTTPMethod>()
  for (const { rest } of operations)
    for (const route of rest) {
      const { method, path } = parseRoute(route.route)
      methods.add(method)
      if (!router.hasRoute(method, path)) router.on(method, path, () => {})
    }
  return (method, path) =>
    [...methods].some(
      (one) => (method === '*' || method === one) && router.find(one, path) !== null,
    )
}
