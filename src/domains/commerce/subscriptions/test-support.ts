// What the tests of subscriptions share: receipts as Apple signs them, with a chain of our own that has
// Apple's marks; pushes of Google; a simulated Google; verifying as an app does.
import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { DAY_MS } from '../../../kernel/durations.ts'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'

export const inDays = (bank: Bank, days: number): number =>
  bank.clock.now().getTime() + days * DAY_MS

/** A new user, with a key that outlives the days that pass in a test. */
export async function lastingPerson(bank: Bank): Promise<Person> {
  const person = await bank.person()
  const key = { name: 'Lasting', permissions: ['*'] }
  const { body } = await bank.call('POST /api/v2/api-keys', key, person)
  return { ...person, token: body.data.api_key }
}

export const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const anyKey = makeKey().privateKey

export interface Signing {
  readonly key?: KeyObject
  /** Base64 certificates, the leaf first. */
  readonly x5c?: readonly string[]
}

/** A JWS with these claims. */
export const signAsApple = (claims: object, { key = anyKey, x5c }: Signing = {}): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', ...(x5c && { x5c: [...x5c] }) })
    .sign(key)

let transactions = 2_000_000_000

/** What a transaction of the App Store says, for a month from now. */
export const transaction = (bank: Bank, change: object = {}) => {
  const id = String(++transactions)
  return {
    transactionId: id,
    originalTransactionId: id,
    bundleId: 'app.zelta',
    productId: 'zelta_pro_monthly',
    purchaseDate: inDays(bank, 0),
    signedDate: inDays(bank, 0),
    expiresDate: inDays(bank, 30),
    type: 'Auto-Renewable Subscription',
    inAppOwnershipType: 'PURCHASED',
    environment: 'Sandbox',
    currency: 'EUR',
    price: 9990,
    ...change,
  }
}

export const consentAt = (
  shownAt = '2026-02-28T10:00:00Z',
  acceptedAt = '2026-02-28T10:00:05Z',
) => ({
  given: true,
  shownAt,
  acceptedAt,
  consentText: 'I want it at once and know that I cannot withdraw.',
  version: 1,
})

export const VERIFY = 'POST /api/v1/subscription/iap/verify'

export const verify = (
  bank: Bank,
  caller: CallOptions,
  request: object,
  key: string = randomUUID(),
): Promise<Answer> =>
  bank.call(VERIFY, { productId: 'zelta_pro_monthly', ...request }, { ...caller, key })

export const verifyGoogle = (
  bank: Bank,
  caller: CallOptions,
  receipt: string,
  change: object = {},
): Promise<Answer> => verify(bank, caller, { platform: 'google_play', receipt, ...change })

export const verifyApple = async (
  bank: Bank,
  caller: CallOptions,
  claims: object,
  signing: Signing = {},
  change: object = {},
): Promise<Answer> =>
  verify(bank, caller, {
    platform: 'apple_iap',
    receipt: await signAsApple(claims, signing),
    ...change,
  })

export const me = async (bank: Bank, caller: CallOptions) =>
  (await bank.call('GET /api/v1/subscription/me', undefined, caller)).body

export interface Note {
  readonly type: string
  readonly subtype?: string
  readonly transaction?: object
  readonly renewal?: object
  readonly change?: object
}

/** A notification of the App Store, with its inner parts signed, too. */
export async function notifyApple(bank: Bank, note: Note, signing: Signing = {}): Promise<Answer> {
  const { type, subtype, transaction: inner, renewal, change } = note
  const bundleId = 'app.zelta'
  const environment = 'Sandbox'
  const signedPayload = await signAsApple(
    {
      notificationType: type,
      ...(subtype !== undefined && { subtype }),
      notificationUUID: randomUUID(),
      signedDate: bank.clock.now().getTime(),
      data: {
        bundleId,
        environment,
        ...(inner && { signedTransactionInfo: await signAsApple(inner, signing) }),
        ...(renewal && {
          signedRenewalInfo: await signAsApple({ environment, ...renewal }, signing),
        }),
      },
      ...change,
    },
    signing,
  )
  return bank.call('POST /api/webhooks/apple/notifications', { signedPayload })
}

/** A message of Pub/Sub about a subscription. */
export const toPush = (bank: Bank, about: object, change: object = {}) => ({
  messageId: randomUUID(),
  data: Buffer.from(
    JSON.stringify({
      version: '1.0',
      packageName: 'app.zelta',
      eventTimeMillis: String(bank.clock.now().getTime()),
      subscriptionNotification: { version: '1.0', subscriptionId: 'zelta_pro_monthly', ...about },
      ...change,
    }),
  ).toString('base64'),
})

export const notifyGoogle = (bank: Bank, about: object, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/webhooks/google/play', { message: toPush(bank, about, change) })

export interface GoogleDouble {
  readonly url: string
  readonly serviceAccount: string
  readonly asked: { readonly path: string; readonly authorization: string | undefined }[]
  readonly assertions: string[]
  /** By purchase token; a number is a status. */
  readonly purchases: Map<string, object | number>
  /** Access tokens given so far; a test forgets them to have them refused. */
  readonly tokens: Set<string>
  close(): Promise<void>
}

/** A double of Google's API: a token for an assertion, purchases by their token. */
export async function startGoogle(): Promise<GoogleDouble> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify(body))
      }
      if (request.url === '/token') {
        const form = new URLSearchParams(Buffer.concat(parts).toString())
        double.assertions.push(form.get('assertion') ?? '')
        const token = `access-${double.assertions.length}`
        double.tokens.add(token)
        return answer(200, { access_token: token, expires_in: 3600, token_type: 'Bearer' })
      }
      const { authorization } = request.headers
      double.asked.push({ path: request.url!, authorization })
      if (!double.tokens.has(authorization?.slice('Bearer '.length) ?? '')) return answer(401, {})
      const token = decodeURIComponent(request.url!.split('/').at(-1)!)
      const purchase = double.purchases.get(token) ?? 404
      return typeof purchase === 'number' ? answer(purchase, {}) : answer(200, purchase)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: GoogleDouble = {
    url,
    serviceAccount: JSON.stringify({
      client_email: 'florin@example.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${url}/token`,
    }),
    asked: [],
    assertions: [],
    purchases: new Map(),
    tokens: new Set(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return double
}
