// Asks Google Play about a purchase: a signed assertion obtains an access token, then one GET. Apps and
// notifications are not trusted about a purchase; only Google's answer counts.
import { importPKCS8, SignJWT } from 'jose'
import type { Clock } from '../../../../kernel/clock.ts'
import { HOUR_SECONDS } from '../../../../kernel/durations.ts'
import { Unavailable } from '../../../../operation/error.ts'
import { refuse } from '../errors.ts'
import { type Claims, isRecord } from './facts.ts'

export interface GoogleReader {
  /** True when the answer comes from Google itself and so overrides a notification. */
  readonly isAuthority: boolean
  /** Throws when the store does not know the token or does not answer. */
  read(token: string, wanted: Wanted): Promise<GooglePurchase>
}

export interface Wanted {
  readonly product_id: string
  readonly now: Date
}

export interface GooglePurchase {
  /** The id under which the purchase is stored. */
  readonly token: string
  /** A `SubscriptionPurchaseV2`, not yet validated. */
  readonly purchase: Claims
}

export interface GoogleOptions {
  /** The base URL of the API: https://androidpublisher.googleapis.com. */
  readonly url: string
  readonly packageName: string
  /** The key file of the service account, as JSON. */
  readonly serviceAccount: string
  readonly clock: Clock
  /** The maximum of concurrent calls: each one holds a transaction open. */
  readonly atOnceMax: number
}

interface ServiceAccount {
  readonly client_email: string
  readonly private_key: string
  readonly token_uri?: string
}

const SCOPE = 'https://www.googleapis.com/auth/androidpublisher'
const TOKEN_URI = 'https://oauth2.googleapis.com/token'
const TIMEOUT_MS = 5_000
/** An access token is renewed this long before it expires. */
const SPARE_MS = 60_000

const unavailable = (how: string, cause?: unknown) =>
  Unavailable({ reason: `Google Play ${how}; try again shortly.` }, { cause })

export function googleReader(options: GoogleOptions): GoogleReader {
  const { url, packageName, clock } = options
  const account = JSON.parse(options.serviceAccount) as ServiceAccount
  const tokenUri = account.token_uri ?? TOKEN_URI
  let access: { readonly token: string; readonly until: number } | undefined
  let atOnce = 0

  async function getAccess(): Promise<string> {
    const now = clock.now().getTime()
    if (access && access.until > now) return access.token
    const seconds = Math.floor(now / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email)
      .setAudience(tokenUri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + HOUR_SECONDS)
      .sign(await importPKCS8(account.private_key, 'RS256'))
    const response = await fetch(tokenUri, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }),
    })
    const body: unknown = await response.json()
    if (!response.ok || !isRecord(body) || typeof body.access_token !== 'string')
      throw new Error(
        `Google answered ${response.status} to the service account's request for a token`,
      )
    const lasts = typeof body.expires_in === 'number' ? body.expires_in : HOUR_SECONDS
    access = { token: body.access_token, until: now + lasts * 1000 - SPARE_MS }
    return access.token
  }

  async function get(path: string): Promise<Response> {
    return fetch(`${url}${path}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { Authorization: `Bearer ${await getAccess()}` },
    })
  }

  async function ask(token: string): Promise<{ status: number; body: unknown }> {
    if (atOnce >= options.atOnceMax) throw unavailable('is busy')
    atOnce += 1
    try {
      const path = `/androidpublisher/v3/applications/${encodeURIComponent(packageName)}/purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`
      let response = await get(path)
      if (response.status === 401) {
        // Google may revoke an access token before it expires.
        await response.body?.cancel()
        access = undefined
        response = await get(path)
      }
      const { status } = response
      return { status, body: response.ok ? await response.json() : await response.body?.cancel() }
    } catch (error) {
      throw unavailable('did not answer', error)
    } finally {
      atOnce -= 1
    }
  }

  return {
    isAuthority: true,
    async read(token) {
      const { status, body } = await ask(token)
      if (status === 400 || status === 404 || status === 410)
        throw refuse('Google Play does not know this purchase.')
      if (status !== 200 || !isRecord(body)) throw unavailable(`answered ${status}`)
      return { token, purchase: body }
    },
  }
}
