// The challenge that an agent signs to log in, valid for five minutes and one attempt. It is JSON, so that
// the agent can read what it signs; its nonce contains the proof that the bank made it.
import { isProof, makeProof } from '../../../platform/challenge.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { randomText } from '../../../platform/secrets.ts'

const LIFETIME_MS = 300_000
const RANDOM_LENGTH = 10
/** Written as 22 hex digits, which with the random part make the 32 characters of a nonce. */
const PROOF_BYTES = 11
const PURPOSE = 'agent challenge'

export interface Challenge {
  readonly did: string
  readonly nonce: string
  readonly expires_at: Date
}

export interface IssuedChallenge extends Challenge {
  /** The exact text to sign. */
  readonly challenge: string
}

export function issueChallenge(did: string, now: Date, sealer: Sealer): IssuedChallenge {
  const timestamp = now.toISOString()
  const random = randomText(RANDOM_LENGTH)
  const nonce = random + prove(did, timestamp, random, sealer)
  const body = { did, nonce, timestamp, action: 'authenticate' }
  return {
    did,
    nonce,
    challenge: Buffer.from(JSON.stringify(body), 'utf8').toString('base64'),
    expires_at: new Date(now.getTime() + LIFETIME_MS),
  }
}

/** Undefined when the bank did not make this challenge, or when it has expired. */
export function readChallenge(text: string, now: Date, sealer: Sealer): Challenge | undefined {
  const body = parse(text)
  if (!body || body.action !== 'authenticate') return undefined
  const { did, nonce, timestamp } = body
  const random = nonce.slice(0, RANDOM_LENGTH)
  // Only lower-case digits are read, so that a nonce has one spelling.
  const written = nonce.slice(RANDOM_LENGTH)
  const proof = Buffer.from(/^[0-9a-f]{22}$/.test(written) ? written : '', 'hex')
  if (!isProof(proof, PURPOSE, [did, timestamp, random], PROOF_BYTES, sealer)) return undefined
  const expires_at = new Date(new Date(timestamp).getTime() + LIFETIME_MS)
  return expires_at > now ? { did, nonce, expires_at } : undefined
}

const prove = (did: string, timestamp: string, random: string, sealer: Sealer): string =>
  makeProof(PURPOSE, [did, timestamp, random], PROOF_BYTES, sealer).toString('hex')

interface Body {
  readonly did: string
  readonly nonce: string
  readonly timestamp: string
  readonly action: string
}

function parse(text: string): Body | undefined {
  try {
    const body = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Body> | null
    const fields = [body?.did, body?.nonce, body?.timestamp, body?.action]
    return fields.every((field) => typeof field === 'string') ? (body as Body) : undefined
  } catch {
    return undefined
  }
}
