// Reads tokens signed by the App Store. The real reader uses Apple's library and accepts only tokens whose
// certificates chain to Apple's root and carry Apple's marker extensions. The simulated reader accepts
// any ES256 token, and verifies it against its own certificate if it has one.
import { X509Certificate } from 'node:crypto'
import type { SignedDataVerifier } from '@apple/app-store-server-library'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { Unavailable } from '../../../../operation/error.ts'
import { type Claims, isRecord, readName } from './facts.ts'

export interface AppleReader {
  readonly bundleId: string
  /** Each method throws `InvalidAppleToken` for a bad token, or `Unavailable` when Apple cannot be reached. */
  readTransaction(signed: string): Promise<Claims>
  readRenewal(signed: string): Promise<Claims>
  readNotification(signed: string): Promise<Claims>
}

/** A token that Apple did not sign, or that is about another app. */
export class InvalidAppleToken extends Error {}

export interface ChainOptions {
  readonly bundleId: string
  /** The app's numeric id in the App Store. */
  readonly appId: number
  readonly roots: readonly Buffer[]
  /** Whether to ask Apple if its certificates were revoked; at most once in fifteen minutes. */
  readonly asksOnline: boolean
}

type Kind = 'Transaction' | 'RenewalInfo' | 'Notification'

export function chainReader({ bundleId, appId, roots, asksOnline }: ChainOptions): AppleReader {
  // Loaded on first use: most banks never need it.
  const library = () => import('@apple/app-store-server-library')
  const verifiers = new Map<string, SignedDataVerifier>()
  const verifierFor = async (environment: 'Production' | 'Sandbox') => {
    const { SignedDataVerifier: Verifier, Environment } = await library()
    const known = verifiers.get(environment)
    if (known) return known
    const which = environment === 'Production' ? Environment.PRODUCTION : Environment.SANDBOX
    const made = new Verifier([...roots], asksOnline, which, bundleId, appId)
    verifiers.set(environment, made)
    return made
  }
  const read = async (kind: Kind, signed: string): Promise<Claims> => {
    // The unverified claim only selects the verifier, which then checks the claim as well.
    const environment = readEnvironment(decodeClaims(signed))
    if (environment !== 'Production' && environment !== 'Sandbox')
      throw new InvalidAppleToken('the token names no environment of the App Store')
    const verifier = await verifierFor(environment)
    try {
      const claims = await verifier[`verifyAndDecode${kind}`](signed)
      return claims as unknown as Claims
    } catch (error) {
      throw await judge(error)
    }
  }
  const judge = async (error: unknown): Promise<unknown> => {
    const { VerificationException, VerificationStatus } = await library()
    if (!(error instanceof VerificationException)) return error
    return error.status === VerificationStatus.RETRYABLE_VERIFICATION_FAILURE
      ? Unavailable({ reason: 'The App Store did not answer; try again shortly.' })
      : new InvalidAppleToken(
          `the App Store's signature is not valid: ${VerificationStatus[error.status]}`,
        )
  }
  return {
    bundleId,
    readTransaction: (signed) => read('Transaction', signed),
    readRenewal: (signed) => read('RenewalInfo', signed),
    readNotification: (signed) => read('Notification', signed),
  }
}

/** Accepts tokens of any signer, so it is for sandboxes only. */
export function simulatedReader({ bundleId }: { readonly bundleId: string }): AppleReader {
  const read = async (signed: string): Promise<Claims> => {
    const claims = decodeClaims(signed)
    const { alg, x5c } = decodeProtectedHeader(signed)
    if (alg !== 'ES256')
      throw new InvalidAppleToken(`the token is signed with ${alg}, not with ES256`)
    if (signed.endsWith('.')) throw new InvalidAppleToken('the token has no signature')
    const leaf = findLeaf(x5c)
    if (leaf)
      await compactVerify(signed, leaf.publicKey, { algorithms: ['ES256'] }).catch(() => {
        throw new InvalidAppleToken('the token was not signed with the key of its certificate')
      })
    return claims
  }
  const readOwn = (which: (claims: Claims) => unknown) => async (signed: string) => {
    const claims = await read(signed)
    if (which(claims) !== bundleId) throw new InvalidAppleToken('the token is about another app')
    return claims
  }
  return {
    bundleId,
    readTransaction: readOwn((claims) => claims.bundleId),
    readRenewal: read,
    readNotification: readOwn((claims) => aboutOf(claims).bundleId),
  }
}

function decodeClaims(signed: string): Claims {
  try {
    return decodeJwt(signed) as Claims
  } catch (error) {
    throw new InvalidAppleToken('the text is not a signed token', { cause: error })
  }
}

function findLeaf(chain: readonly string[] | undefined): X509Certificate | undefined {
  try {
    return chain?.[0] === undefined
      ? undefined
      : new X509Certificate(Buffer.from(chain[0], 'base64'))
  } catch {
    return undefined
  }
}

/** A notification names its app in one of several places. */
const aboutOf = (claims: Claims): Claims =>
  [claims.data, claims.summary, claims.appData, claims.externalPurchaseToken].find(isRecord) ?? {}

export const readEnvironment = (claims: Claims): string | undefined =>
  readName(claims.environment) ?? readName(aboutOf(claims).environment)
