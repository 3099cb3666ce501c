// Challenges for passkeys and phones to sign; each is valid for five minutes and works once.
import { defineChallenge } from '../../../platform/challenge.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret } from '../../../platform/secrets.ts'

const LIFETIME_MS = 300_000

const form = defineChallenge({ purpose: 'passkey challenge', nonceBytes: 32, proofBytes: 16 })

export interface IssuedChallenge {
  readonly challenge: string
  readonly expires_at: Date
}

/** A used challenge is stored by its hash until it would have expired anyway. */
export interface Challenge {
  readonly hash: Buffer
  readonly expires_at: Date
}

/** `subject` binds the challenge to one purpose, such as a login or one user's registration. */
export function issueChallenge(subject: string, now: Date, sealer: Sealer): IssuedChallenge {
  const expires_at = new Date(now.getTime() + LIFETIME_MS)
  return { challenge: form.issue([subject], expires_at, sealer).text, expires_at }
}

/** Undefined unless the challenge was issued by this bank for one of these subjects and has not expired. */
export function readChallenge(
  text: string,
  subjects: readonly string[],
  now: Date,
  sealer: Sealer,
): Challenge | undefined {
  for (const subject of subjects) {
    const challenge = form.open(text, [subject], sealer)
    if (challenge && challenge.expires_at > now)
      return { hash: hashSecret(text), expires_at: challenge.expires_at }
  }
  return undefined
}
