// Requests to paths that cost something. Before the route is asked, the payment is shown; after it has
// succeeded, and before anything is sent, the payment is taken. What nobody serves is a resource of its
// own: whoever pays has it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import FindMyWay, { type HTTPMethod } from 'find-my-way'
import type { AppError } from '../../operation/error.ts'
import { type AnyOperation, parseRoute } from '../../operation/operation.ts'
import type { PaidAnswer, Passage, Paywall, PaywallRequest } from '../../operation/paywall.ts'
import { toAppError, toErrorBody } from './errors.ts'

/** Several kinds of prices side by side; a path has one of them. */
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
  interface FastifyRequest {
    passage: Passage | null
  }
}

export function usePaywall(
  app: FastifyInstance,
  paywall: Paywall,
  /** Told of every resource that no route served. */
  onAnswered: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('passage', null)
  app.addHook('preHandler', (request, reply, done) => {
    // A probe is never sold, and is answered before there are tables to look prices up in.
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

/** Whether a route is still to be asked. */
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
  request.pattern = 'a path that costs something'
  await (answer
    ? reply.code(answer.status).headers(answer.headers).send(answer.body)
    : reply.send({ success: true, data: { resource: pathOf(request), paid: true } }))
  return false
}

/** What is sent instead of, or as, the payload. */
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

/** The headers that belong to what was answered, not to the request. */
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

/** What was prepared is not given away. */
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

function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** However it is spelt, it is the path that the router finds. */
function pathOf(request: FastifyRequest): string {
  const [raw = '/'] = request.url.split(/[?#]/, 1)
  const path = raw.replace(/(?<=.)\/+$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether an operation answers there; '*' asks for any method. */
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
