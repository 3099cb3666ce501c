// Issues the credential of a mandate: its terms, signed by the bank, so that third parties can verify them offline.
// The proof is a W3C Data Integrity proof of the suite eddsa-jcs-2022.
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { base58btc } from 'multiformats/bases/base58'
import type { Environment } from '../../../operation/caller.ts'
import type { Signer } from '../../../platform/secrets.ts'
import { toMultibase } from '../agents/index.ts'
import { canonicalize } from './jcs.ts'
import type { MandateType } from './life-cycle.ts'

export interface CredentialRequest {
  readonly uuid: string
  readonly type: MandateType
  readonly environment: Environment
  readonly issuer_did: string
  readonly subject_did: string
  readonly payload: object
  readonly amount_cents: number
  readonly currency: string
  readonly disclosures: Record<string, unknown>
  readonly issued_at: string
  readonly expires_at: string
  readonly issuer_signature: IssuerSignature | undefined
}

/** The issuing agent's own signature, if it gave one. */
export interface IssuerSignature {
  readonly verificationMethod: string
  readonly publicKeyMultibase: string
  readonly value: string
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()

/** SHA-256 of the canonical JSON, in hex. */
export const hashOf = (value: unknown): string => sha256(canonicalize(value)).toString('hex')

export type Credential = ReturnType<CredentialIssuer['issue']>

/** A public key of the bank. */
export interface IssuerKey {
  /** A did:key contains the key itself, so a credential stays checkable when addresses change. */
  readonly id: string
  readonly multibase: string
  readonly jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string }
}

function describeKey({ publicKey }: Signer): IssuerKey {
  const multibase = toMultibase(publicKey)
  return {
    id: `did:key:${multibase}#${multibase}`,
    multibase,
    jwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
  }
}

export class CredentialIssuer {
  private readonly signers: () => readonly Signer[]

  /** The first signs; what any of them signed is genuine. */
  constructor(signers: () => readonly Signer[]) {
    this.signers = signers
  }

  /** The public keys, that of new credentials first. */
  keys(): readonly IssuerKey[] {
    return this.signers().map(describeKey)
  }

  issue(request: CredentialRequest) {
    const document = {
      type: `${request.type}_vdc` as const,
      issuer: request.issuer_did,
      subject: request.subject_did,
      claims: {
        mandate_id: request.uuid,
        mandate_type: request.type,
        payload_hash: hashOf(request.payload),
        amount_cents: request.amount_cents,
        currency: request.currency,
        environment: request.environment,
      },
      disclosures: request.disclosures,
      issued_at: request.issued_at,
      expires_at: request.expires_at,
      ...(request.issuer_signature && { issuer_signature: request.issuer_signature }),
    }
    const [signer] = this.signers()
    const options = {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-jcs-2022',
      created: request.issued_at,
      verificationMethod: describeKey(signer!).id,
      proofPurpose: 'assertionMethod',
    } as const
    const signature = signer!.sign(signedBytes(document, options))
    const proofValue = base58btc.encode(new Uint8Array(signature))
    return { ...document, proof: { ...options, proofValue } }
  }

  /** Whether the bank signed exactly this credential. */
  isGenuine(credential: object): credential is Credential {
    const { proof, ...document } = credential as { readonly proof?: unknown }
    if (typeof proof !== 'object' || proof === null) return false
    const { proofValue, ...options } = proof as Record<string, unknown>
    if (options.type !== 'DataIntegrityProof' || options.cryptosuite !== 'eddsa-jcs-2022')
      return false
    const signature = readProofValue(proofValue)
    return signature !== undefined && this.isSigned(signedBytes(document, options), signature)
  }

  private isSigned(bytes: Buffer, signature: Uint8Array): boolean {
    return this.keys().some(({ jwk }) => verify(null, bytes, publicKeyOf(jwk), signature))
  }
}

const signedBytes = (document: object, options: object): Buffer =>
  Buffer.concat([sha256(canonicalize(options)), sha256(canonicalize(document))])

const publicKeyOf = (key: IssuerKey['jwk']): KeyObject => createPublicKey({ key, format: 'jwk' })

const SIGNATURE_BYTES = 64

function readProofValue(given: unknown): Uint8Array | undefined {
  if (typeof given !== 'string' || !/^z[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(given)) return undefined
  const bytes = base58btc.decode(given)
  return bytes.length === SIGNATURE_BYTES ? bytes : undefined
}
