// Challenges that need no row: what the bank gave out carries its own proof that the bank made it and
// for what, so that asking for one leaves nothing behind and strangers cannot fill a table. Only those
// that are answered need remembering, until they would have expired anyway.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../kernel/json.ts'
import type { Sealer } from './secrets.ts'

type Prover = Pick<Sealer, 'digest'>

/** Over the purpose and the words in their order; without the bank's key nobody can make one. */
export const makeProof = (
  purpose: string,
  words: readonly string[],
  bytes: number,
  sealer: Prover,
): Buffer => sealer.digest(canonicalJson([purpose, ...words])).subarray(0, bytes)

/** Takes as long whether or not the two are alike. */
export const isSameProof = (given: Buffer, proof: Buffer): boolean =>
  given.length === proof.length && timingSafeEqual(given, proof)

export interface Challenge {
  /** The challenge itself: base64url, of one spelling. */
  readonly text: string
  readonly expires_at: Date
  readonly nonce: Buffer
  /** Bytes of the issuer's own, such as a price. */
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

/** A challenge may be answered for its subject and nothing else; the subject itself is not in it. */
export function defineChallenge(form: ChallengeForm) {
  const { purpose, carriedBytes = 0, nonceBytes, proofBytes } = form
  const nonceAt = EXPIRES_BYTES + carriedBytes
  const headBytes = nonceAt + nonceBytes

  const prove = (head: Buffer, subject: readonly string[], sealer: Prover): Buffer =>
    makeProof(purpose, [head.toString('hex'), ...subject], proofBytes, sealer)

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
      return read(Buffer.concat([head, prove(head, subject, sealer)]))
    },

    /** Undefined unless the bank made it for this subject; whether its time is over is for the caller. */
    open(text: string, subject: readonly string[], sealer: Prover): Challenge | undefined {
      const bytes = Buffer.from(text, 'base64url')
      // One challenge has one spelling: another one would be a second use of it.
      if (bytes.length !== headBytes + proofBytes || bytes.toString('base64url') !== text)
        return undefined
      const challenge = read(bytes)
      const proof = prove(bytes.subarray(0, headBytes), subject, sealer)
      return isSameProof(challenge.proof, proof) ? challenge : undefined
    },
  }
}
