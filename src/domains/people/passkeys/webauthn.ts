// WebAuthn by its library, which is loaded when somebody first uses a passkey: it takes a while, and
// many nodes never need it. Whatever it complains about is simply no proof.
import { createPublicKey } from 'node:crypto'
import type { Party } from './party.ts'

/** ES256: what every telephone and every browser can. */
export const ES256 = -7

/** Base64 or base64url, with or without padding; undefined for anything else. */
export const readBytes = (text: string): Buffer | undefined =>
  /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined

export interface ClientData {
  readonly bytes: Buffer
  /** As the client wrote it. */
  readonly challenge: string
}

/** What the browser or the telephone says that was signed, unless it came from inside another site. */
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

/** Some clients take the challenge for text, and encode it once more. */
export const spellingsOf = ({ challenge }: ClientData): string[] => [
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
  party: Party,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const id = given.credential_id.toString('base64url')
  const result = await orNothing(() =>
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
  // What is registered is what the authenticator says, not what stands beside it.
  if (!info || info.credential.id !== id) return undefined
  if (!(await orNothing(() => checkKey(info.credential.publicKey)))) return undefined
  return {
    public_key: Buffer.from(info.credential.publicKey),
    sign_count: info.credential.counter,
    is_synced: info.credentialDeviceType === 'multiDevice',
  }
}

/** Nobody vouches for a key without attestation: whether it is a point on the curve is looked at here. */
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

/** The authenticator's count, if everything is right; whether it has risen is for the caller to judge. */
export async function verifyAssertion(given: Assertion, party: Party): Promise<bigint | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const id = given.credential_id.toString('base64url')
  const result = await orNothing(() =>
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
      // With a count of zero the library leaves it alone: only a good signature may tell of a clone.
      credential: { id, publicKey: new Uint8Array(given.public_key), counter: 0 },
    }),
  )
  return result?.verified ? BigInt(result.authenticationInfo.newCounter) : undefined
}

async function orNothing<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
