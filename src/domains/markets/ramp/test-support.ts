// Shared by the tests of ramp: a session, a signed call, and a provider that a test plays.
import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, Bank, CallOptions } from '../../../../test/harness/bank.ts'

export const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

export const order = {
  type: 'on',
  fiat_currency: 'USD',
  fiat_amount: '100.00',
  crypto_currency: 'USDC',
  wallet_address: WALLET,
}

export const start = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v1/ramp/session', { ...order, ...change }, caller)

export async function startId(bank: Bank, caller: CallOptions, change: object = {}) {
  const { status, body } = await start(bank, caller, change)
  if (status !== 201) throw new Error(`start answered ${status}: ${JSON.stringify(body)}`)
  return body.data.session_id as string
}

export const read = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET /api/v1/ramp/session/${id}`, undefined, caller)).body.data

export const settle = (bank: Bank, session: string) => bank.runJob('ramp.settle', { session })

export interface Signing {
  readonly provider?: string
  readonly secret?: string
  readonly secondsAgo?: number
}

/** An event as a provider sends it, signed with its own code. */
export function signEvent(
  bank: Bank,
  object: unknown,
  { secret = bank.env.RAMP_WEBHOOK_SECRET!, secondsAgo = 0 }: Signing = {},
) {
  const body = JSON.stringify({ type: 'crypto.onramp_session.updated', data: { object } })
  const t = Math.floor(bank.clock.now().getTime() / 1000) - secondsAgo
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return { body, headers: { 'Stripe-Signature': `t=${t},v1=${v1}` } }
}

export function callWebhook(bank: Bank, object: unknown, how: Signing = {}): Promise<Answer> {
  const { body, headers } = signEvent(bank, object, how)
  const { provider = 'mock' } = how
  return bank.call(`POST /api/v1/ramp/webhook/${provider}`, body, { raw: true, headers })
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly form: Record<string, string>
}

export interface ProviderStub {
  readonly url: string
  readonly asked: ReceivedRequest[]
  /** The answer from now on; undefined to close the connection without an answer. */
  answer: (
    asked: ReceivedRequest,
  ) => { status: number; body: unknown } | undefined | Promise<undefined>
  close(): Promise<void>
}

/** A provider's server. */
export async function startProviderStub(): Promise<ProviderStub> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked: ReceivedRequest = {
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        form: Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString())),
      }
      double.asked.push(asked)
      void Promise.resolve(double.answer(asked)).then((answer) => {
        if (!answer) return request.socket.destroy()
        response.writeHead(answer.status, { 'Content-Type': 'application/json' })
        return response.end(JSON.stringify(answer.body))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const double: ProviderStub = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    answer: () => undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return double
}
