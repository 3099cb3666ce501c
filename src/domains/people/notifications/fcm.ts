// Firebase Cloud Messaging, HTTP v1. The bank signs a request for an access token with the key of its service
// account, keeps the token until shortly before it expires, and sends one message for each phone.
import { type KeyObject, sign } from 'node:crypto'
import { isRecord } from '../../../kernel/json.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Outbound } from '../../../platform/outbound-http.ts'
import type { PushProvider } from './push-provider.ts'

export interface FcmOptions {
  readonly project: string
  readonly clientEmail: string
  readonly key: KeyObject
  readonly outbound: Pick<Outbound, 'post'>
  readonly clock: Clock
  readonly tokenUrl?: string
  readonly sendUrl?: string
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const TIMEOUT_MS = 10_000
const TOKEN_SECONDS = 3_600
/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function fcmPush(options: FcmOptions): PushProvider {
  const { project, clientEmail, key, outbound, clock, tokenUrl = TOKEN_URL } = options
  const sendUrl =
    options.sendUrl ?? `https://fcm.googleapis.com/v1/projects/${project}/messages:send`
  let known: { readonly token: string; readonly until: number } | undefined

  async function getToken(): Promise<string> {
    const now = clock.now().getTime()
    if (known && known.until > now) return known.token
    const issued = Math.floor(now / 1000)
    const claims = {
      iss: clientEmail,
      scope: SCOPE,
      aud: tokenUrl,
      iat: issued,
      exp: issued + TOKEN_SECONDS,
    }
    const head = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(head), key).toString('base64url')
    const { status, body } = await outbound.post({
      url: tokenUrl,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: `${head}.${signature}`,
      }).toString(),
      timeoutMs: TIMEOUT_MS,
    })
    const answer = readBody(body)
    const token = answer['access_token']
    if (status !== 200 || typeof token !== 'string')
      throw new Error(`the token of the push provider was refused with ${status}`)
    const seconds = typeof answer['expires_in'] === 'number' ? answer['expires_in'] : TOKEN_SECONDS
    known = { token, until: now + seconds * 1000 - MARGIN_MS }
    return token
  }

  return {
    name: 'fcm',
    async send(token, { title, body, data }) {
      const bearer = await getToken()
      const answer = await outbound.post({
        url: sendUrl,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ message: { token, notification: { title, body }, data } }),
        timeoutMs: TIMEOUT_MS,
      })
      if (answer.status === 200) return 'sent'
      // The next message requests a new token.
      if (answer.status === 401) known = undefined
      // The provider is busy or failed, which says nothing about the token.
      if (answer.status === 429 || answer.status >= 500)
        throw new Error(`the push provider answered ${answer.status}`)
      const gone = answer.status === 404 || answer.body.includes('UNREGISTERED')
      return { error: `the push provider answered ${answer.status}`, gone }
    },
  }
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return isRecord(body) ? body : {}
  } catch {
    return {}
  }
}
