// Issues and reads stateless challenges. A challenge's id holds its price, its expiry and a MAC over both, the
// realm, the resource and a digest of the request. So it is valid for that request at that price until
// then, and for nothing else.
import { canonicalJson } from '../../../../kernel/json.ts'
import { type Challenge as Stateless, defineChallenge } from '../../../../platform/challenge.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'

export interface Terms {
  readonly realm: string
  /** 'POST:/api/v1/sms/send' */
  readonly resource: string
  /** A digest of the request to the resource. */
  readonly digest: Buffer
}

export interface Challenge {
  readonly id: string
  readonly price_usdc: bigint
  readonly nonce: string
  readonly expires_at: Date
  readonly hmac: string
}

export const CHALLENGE_SECONDS = 300

const PREFIX = 'ch_'
const PRICE_BYTES = 8

const form = defineChallenge({
  purpose: 'challenge',
  carriedBytes: PRICE_BYTES,
  nonceBytes: 16,
  proofBytes: 24,
})

type Macs = Pick<Sealer, 'digest' | 'digests'>

export function issueChallenge(
  terms: Terms,
  price_usdc: bigint,
  now: Date,
  sealer: Macs,
): Challenge {
  const price = Buffer.alloc(PRICE_BYTES)
  price.writeBigUInt64BE(price_usdc)
  const expires = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS
  return toChallenge(form.issue(subjectOf(terms), new Date(expires * 1000), sealer, price))
}

/** Undefined unless this bank issued the challenge for exactly these terms. */
export function readChallenge(id: string, terms: Terms, sealer: Macs): Challenge | undefined {
  if (!id.startsWith(PREFIX)) return undefined
  const challenge = form.open(id.slice(PREFIX.length), subjectOf(terms), sealer)
  return challenge && toChallenge(challenge)
}

const subjectOf = ({ realm, resource, digest }: Terms): string[] => [
  realm,
  resource,
  digest.toString('hex'),
]

const toChallenge = ({ text, expires_at, carried, nonce, proof }: Stateless): Challenge => ({
  id: PREFIX + text,
  price_usdc: carried.readBigUInt64BE(),
  nonce: nonce.toString('hex'),
  expires_at,
  hmac: proof.toString('hex'),
})

/** The parameters of a challenge in the "Payment" HTTP authentication scheme; its method is the rail. */
export interface SchemeChallenge {
  readonly id: string
  readonly realm: string
  readonly method: string
  readonly intent: 'charge'
  /** Base64url of canonical JSON. */
  readonly request: string
  readonly expires: string
  /** The id of our challenge, which the payer sends back unchanged. */
  readonly opaque: string
}

export function toSchemeChallenge(
  { id: opaque, expires_at }: Challenge,
  realm: string,
  method: string,
  request: object,
  sealer: Macs,
): SchemeChallenge {
  const parts = {
    realm,
    method,
    intent: 'charge' as const,
    request: Buffer.from(canonicalJson(request)).toString('base64url'),
    expires: expires_at.toISOString(),
    opaque,
  }
  return { id: sealer.digest(toText(parts)).toString('base64url'), ...parts }
}

/** Whether the parameters are those that the bank gave out. */
export const isUnchanged = (echoed: SchemeChallenge, sealer: Macs): boolean =>
  sealer.digests(toText(echoed)).some((digest) => digest.toString('base64url') === echoed.id)

const toText = (parts: Omit<SchemeChallenge, 'id'>): string => {
  const { realm, method, intent, request, expires, opaque } = parts
  return ['scheme', realm, method, intent, request, expires, opaque].join('|')
}

/** Formats a challenge for WWW-Authenticate; several are joined by commas. */
export const toHeader = (challenge: SchemeChallenge): string =>
  `Payment ${Object.entries(challenge)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
