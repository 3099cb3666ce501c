// Asks Google Play about a purchase: one signed assertion for an access token, one GET. Nothing that an
// app or a notification says of a purchase counts; what Google answers does.
import { importPKCS8, SignJWT } from 'jose'
import type { Clock } from '../../../kernel/clock.ts'
import { Unavailable } from '../../../operation/error.ts'
import { refuse } from './errors.ts'
import { type Claims, isRecord } from './facts.ts'

export interface GoogleReader {
  /** Whether what it answers is the store's own word, worth more than a notification. */
  readonly isAuthority: boolean
  /** Throws when the store does not know the token, or does not answer. */
  read(token: string, wanted: Wanted): Promise<GooglePurchase>
}

export interface Wanted {
  readonly product_id: string
  readonly now: Date
}

export interface GooglePurchase {
  /** What the purchase is called from now on. */
  readonly token: string
  /** A `SubscriptionPurchaseV2`, not judged yet. */
  readonly purchase: Claims
}

export interface GoogleOptions {
  /** Where the interface begins: https://androidpublisher.googleapis.com. */
  readonly url: string
  readonly packageName: string
  /** The key file of the service account, as JSON. */
  readonly serviceAccount: string
  readonly clock: Clock
  /** A call waits inside a transaction: more than these at once are refused. */
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
const HOUR_SECONDS = 3_600
/** A token is renewed a little before it ends. */
const SPARE_MS = 60_000

const silent = (how: string, cause?: unknown) =>
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
      throw new Error(`Google answered ${response.status} to our service account`)
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
    if (atOnce >= options.atOnceMax) throw silent('is busy')
    atOnce += 1
    try {
      const path = `/androidpublisher/v3/applications/${encodeURIComponent(packageName)}/purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`
      let response = await get(path)
      if (response.status === 401) {
        // A token may be taken back before its time.
        await response.body?.cancel()
        access = undefined
        response = await get(path)
      }
      const { status } = response
      return { status, body: response.ok ? await response.json() : await response.body?.cancel() }
    } catch (error) {
      throw silent('does not answer', error)
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
      if (status !== 200 || !isRecord(body)) throw silent(`answers ${status}`)
      return { token, purchase: body }
    },
  }
}
