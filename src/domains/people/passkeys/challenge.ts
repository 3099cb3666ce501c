// What a passkey or a telephone signs to prove itself. A challenge carries its own proof that the bank
// made it and for what, so that asking for one leaves nothing behind: strangers cannot fill a table.
import { timingSafeEqual } from 'node:crypto'
import { hashSecret, randomHex, type Sealer } from '../../../platform/secrets.ts'

const LIFETIME_MS = 300_000
const RANDOM_BYTES = 32
const TIME_BYTES = 6
const PROOF_BYTES = 16
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES

export interface IssuedChallenge {
  readonly challenge: string
  readonly expires_at: Date
}

/** A challenge as it is used up: by its hash, until it would have expired anyway. */
export interface Challenge {
  readonly hash: Buffer
  readonly expires_at: Date
}

/** `subject` is what it may be answered for, and nothing else: a login, or one user's registration. */
export function issueChallenge(subject: string, now: Date, sealer: Sealer): IssuedChallenge {
  const expires_at = new Date(now.getTime() + LIFETIME_MS)
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(expires_at.getTime(), 0, TIME_BYTES)
  const body = Buffer.concat([Buffer.from(randomHex(RANDOM_BYTES), 'hex'), time])
  const challenge = Buffer.concat([body, prove(body, subject, sealer)]).toString('base64url')
  return { challenge, expires_at }
}

/** Undefined unless it is one of ours, still good, and for one of these subjects. */
export function readChallenge(
  text: string,
  subjects: readonly string[],
  now: Date,
  sealer: Sealer,
): Challenge | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // One challenge has one spelling: another one would be a second use of it.
  if (bytes.length !== BODY_BYTES + PROOF_BYTES || bytes.toString('base64url') !== text)
    return undefined
  const body = bytes.subarray(0, BODY_BYTES)
  const proof = bytes.subarray(BODY_BYTES)
  if (!subjects.some((subject) => timingSafeEqual(proof, prove(body, subject, sealer))))
    return undefined
  const expires_at = new Date(body.readUIntBE(RANDOM_BYTES, TIME_BYTES))
  return expires_at > now ? { hash: hashSecret(text), expires_at } : undefined
}

const prove = (body: Buffer, subject: string, sealer: Sealer): Buffer =>
  sealer.digest(`passkey challenge ${body.toString('hex')} ${subject}`).subarray(0, PROOF_BYTES)
