// Reads what the App Store signs. The real reader lets nothing pass that does not chain to Apple's root
// with Apple's marks in the certificates (its own library checks that). The simulated one reads the claims of
// any ES256 token, and holds it to its own certificate where it brings one.
import { X509Certificate } from 'node:crypto'
import type { SignedDataVerifier } from '@apple/app-store-server-library'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { Unavailable } from '../../../operation/error.ts'
import { type Claims, isRecord, readName } from './facts.ts'

export interface AppleReader {
  readonly bundleId: string
  /** Each throws `NotApples`, or says that Apple cannot be asked. */
  readTransaction(signed: string): Promise<Claims>
  readRenewal(signed: string): Promise<Claims>
  readNotification(signed: string): Promise<Claims>
}

/** It is not signed by who it should be, or not about this app. */
export class NotApples extends Error {}

export interface ChainOptions {
  readonly bundleId: string
  /** The number of the app in the App Store. */
  readonly appId: number
  readonly roots: readonly Buffer[]
  /** Asks Apple whether its certificates still hold; at most once in fifteen minutes. */
  readonly asksOnline: boolean
}

type Kind = 'Transaction' | 'RenewalInfo' | 'Notification'

export function chainReader({ bundleId, appId, roots, asksOnline }: ChainOptions): AppleReader {
  // Loaded when it is first wanted: most banks never need it.
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
    // The claim only chooses who checks; who checks then holds it to the claim.
    const environment = readEnvironment(decodeClaims(signed))
    if (environment !== 'Production' && environment !== 'Sandbox')
      throw new NotApples('it is from no environment of the App Store')
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
      ? Unavailable({ reason: 'The App Store does not answer; try again shortly.' })
      : new NotApples(
          `the App Store's signature does not hold: ${VerificationStatus[error.status]}`,
        )
  }
  return {
    bundleId,
    readTransaction: (signed) => read('Transaction', signed),
    readRenewal: (signed) => read('RenewalInfo', signed),
    readNotification: (signed) => read('Notification', signed),
  }
}

/** Where Apple is simulated: whoever writes a token is believed. */
export function simulatedReader({ bundleId }: { readonly bundleId: string }): AppleReader {
  const read = async (signed: string): Promise<Claims> => {
    const claims = decodeClaims(signed)
    const { alg, x5c } = decodeProtectedHeader(signed)
    if (alg !== 'ES256') throw new NotApples('it is not signed with ES256')
    if (signed.endsWith('.')) throw new NotApples('it is not signed')
    const leaf = findLeaf(x5c)
    if (leaf)
      await compactVerify(signed, leaf.publicKey, { algorithms: ['ES256'] }).catch(() => {
        throw new NotApples('it was not signed with the key of its certificate')
      })
    return claims
  }
  const readOwn = (which: (claims: Claims) => unknown) => async (signed: string) => {
    const claims = await read(signed)
    if (which(claims) !== bundleId) throw new NotApples('it is about another app')
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
    throw new NotApples('it is not a signed token', { cause: error })
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

/** A notification says in one of several places which app it is about. */
const aboutOf = (claims: Claims): Claims =>
  [claims.data, claims.summary, claims.appData, claims.externalPurchaseToken].find(isRecord) ?? {}

export const readEnvironment = (claims: Claims): string | undefined =>
  readName(claims.environment) ?? readName(aboutOf(claims).environment)
