// Verifies WebAuthn answers with a library. The library is loaded on first use, because loading is slow and
// many nodes never need it. If it throws, the answer is not valid.
import { createPublicKey } from 'node:crypto'
import type { RelyingParty } from './relying-party.ts'

/** The algorithm ES256, which all phones and browsers support. */
export const ES256 = -7

/** Base64 or base64url, with or without padding; undefined for anything else. */
export const readBytes = (text: string): Buffer | undefined =>
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined

export interface ClientData {
  readonly bytes: Buffer
  /** The challenge in the client's encoding. */
  readonly challenge: string
}

/** Reads the data that was signed; undefined when it was signed in a frame of another site. */
export function readClientData(text: string): ClientData | undefined {
  const bytes = readBytes(text)
  if (!bytes) return undefined
  try {
    const data = JSON.parse(bytes.toString('utf8')) as {
      challenge?: unknown
      crossOrigin?: unknown
    } | null
    if (typeof data?.challenge !== 'string' || data.crossOrigin === true) return undefined
    return { bytes, challenge: data.challenge }
  } catch {
    return undefined
  }
}

/** Returns the challenge in both possible readings, because some clients encode it a second time. */
export const challengesOf = ({ challenge }: ClientData): string[] => [
  challenge,
  Buffer.from(challenge, 'base64url').toString('utf8'),
]

export interface Attestation {
  readonly credential_id: Buffer
  readonly client_data: ClientData
  readonly attestation_object: Buffer
}

export interface NewCredential {
  readonly public_key: Buffer
  readonly sign_count: number
  readonly is_synced: boolean
}

export async function verifyAttestation(
  given: Attestation,
  party: RelyingParty,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const id = given.credential_id.toString('base64url')
  const result = await orUndefined(() =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.client_data.bytes.toString('base64url'),
          attestationObject: given.attestation_object.toString('base64url'),
        },
      },
      expectedChallenge: given.client_data.challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rp_id,
      supportedAlgorithmIDs: [ES256],
    }),
  )
  const info = result?.verified ? result.registrationInfo : undefined
  // The authenticator's own credential id counts, so the id sent beside it must be the same.
  if (!info || info.credential.id !== id) return undefined
  if (!(await orUndefined(() => checkKey(info.credential.publicKey)))) return undefined
  return {
    public_key: Buffer.from(info.credential.publicKey),
    sign_count: info.credential.counter,
    is_synced: info.credentialDeviceType === 'multiDevice',
  }
}

/** Without attestation nothing guarantees the key, so this checks that it is a point on the curve. */
async function checkKey(cose: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose: names, decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const key = decodeCredentialPublicKey(cose)
  if (!names.isCOSEPublicKeyEC2(key)) return false
  const [x, y] = [key.get(names.COSEKEYS.x)!, key.get(names.COSEKEYS.y)!].map((bytes) =>
    Buffer.from(bytes).toString('base64url'),
  )
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return key.get(names.COSEKEYS.crv) === names.COSECRV.P256
}

export interface Assertion {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly client_data: ClientData
  readonly authenticator_data: Buffer
  readonly signature: Buffer
}

/** Returns the authenticator's counter if the answer is right; the caller must check that it has risen. */
export async function verifyAssertion(
  given: Assertion,
  party: RelyingParty,
): Promise<bigint | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const id = given.credential_id.toString('base64url')
  const result = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: given.client_data.bytes.toString('base64url'),
          authenticatorData: given.authenticator_data.toString('base64url'),
          signature: given.signature.toString('base64url'),
        },
      },
      expectedChallenge: given.client_data.challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.rp_id,
      // A counter of zero turns off the library's own check, which would run before the signature is verified.
      credential: { id, publicKey: new Uint8Array(given.public_key), counter: 0 },
    }),
  )
  return result?.verified ? BigInt(result.authenticationInfo.newCounter) : undefined
}

async function orUndefined<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
