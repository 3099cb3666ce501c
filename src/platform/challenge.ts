// Challenges that need no table row: each carries a proof that the bank made it and for which purpose, so that
// anonymous callers cannot fill a table by asking for challenges. Only answered challenges are stored, until
// they expire.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../kernel/json.ts'
import type { Sealer } from './key-ring.ts'

type Prover = Pick<Sealer, 'digest' | 'digests'>

/** A keyed hash over the purpose and the words in their order; only the bank can make one. */
export const makeProof = (
  purpose: string,
  words: readonly string[],
  bytes: number,
  sealer: Pick<Prover, 'digest'>,
): Buffer => sealer.digest(canonicalJson([purpose, ...words])).subarray(0, bytes)

/** Whether the bank made this proof, with a key that still counts. Compares in constant time. */
export const isProof = (
  given: Buffer,
  purpose: string,
  words: readonly string[],
  bytes: number,
  sealer: Pick<Prover, 'digests'>,
): boolean =>
  given.length === bytes &&
  sealer
    .digests(canonicalJson([purpose, ...words]))
    .some((digest) => timingSafeEqual(given, digest.subarray(0, bytes)))

export interface Challenge {
  /** The challenge as base64url, in its only valid spelling. */
  readonly text: string
  readonly expires_at: Date
  readonly nonce: Buffer
  /** Data of the issuer inside the challenge, such as a price. */
  readonly carried: Buffer
  readonly proof: Buffer
}

interface ChallengeForm {
  readonly purpose: string
  readonly carriedBytes?: number
  readonly nonceBytes: number
  readonly proofBytes: number
}

const EXPIRES_BYTES = 6

/** A challenge is valid only for its subject, which is covered by the proof but not contained in the text. */
export function defineChallenge(form: ChallengeForm) {
  const { purpose, carriedBytes = 0, nonceBytes, proofBytes } = form
  const nonceAt = EXPIRES_BYTES + carriedBytes
  const headBytes = nonceAt + nonceBytes

  const wordsOf = (head: Buffer, subject: readonly string[]): string[] => [
    head.toString('hex'),
    ...subject,
  ]

  const read = (bytes: Buffer): Challenge => ({
    text: bytes.toString('base64url'),
    expires_at: new Date(bytes.readUIntBE(0, EXPIRES_BYTES)),
    carried: bytes.subarray(EXPIRES_BYTES, nonceAt),
    nonce: bytes.subarray(nonceAt, headBytes),
    proof: bytes.subarray(headBytes),
  })

  return {
    issue(
      subject: readonly string[],
      expires_at: Date,
      sealer: Prover,
      carried: Buffer = Buffer.alloc(0),
    ): Challenge {
      if (carried.length !== carriedBytes)
        throw new Error(`${purpose} carries ${carriedBytes} bytes`)
      const expires = Buffer.alloc(EXPIRES_BYTES)
      expires.writeUIntBE(expires_at.getTime(), 0, EXPIRES_BYTES)
      const head = Buffer.concat([expires, carried, randomBytes(nonceBytes)])
      const proof = makeProof(purpose, wordsOf(head, subject), proofBytes, sealer)
      return read(Buffer.concat([head, proof]))
    },

    /** Returns undefined unless the bank made it for this subject. The caller must check the expiry. */
    open(text: string, subject: readonly string[], sealer: Prover): Challenge | undefined {
      const bytes = Buffer.from(text, 'base64url')
      // Each challenge has only one spelling, so that it cannot be used again in another one.
      if (bytes.length !== headBytes + proofBytes || bytes.toString('base64url') !== text)
        return undefined
      const challenge = read(bytes)
      const words = wordsOf(bytes.subarray(0, headBytes), subject)
      return isProof(challenge.proof, purpose, words, proofBytes, sealer) ? challenge : undefined
    },
  }
}
