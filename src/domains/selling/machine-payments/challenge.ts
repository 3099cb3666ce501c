// Challenges that need no row. The id of one holds its price and its end, and a code that only this
// bank can make over them, the realm, the resource and a digest of what was asked of it: so it counts
// for that request at that price until then, and for nothing else.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../../kernel/json.ts'
import type { Sealer } from '../../../platform/secrets.ts'

export interface Terms {
  readonly realm: string
  /** 'POST:/api/v1/sms/send' */
  readonly resource: string
  /** Of what is asked of the resource. */
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
const EXPIRES_BYTES = 6
const PRICE_BYTES = 8
const NONCE_BYTES = 16
const MAC_BYTES = 24
const ID_LENGTH = ((EXPIRES_BYTES + PRICE_BYTES + NONCE_BYTES + MAC_BYTES) / 3) * 4

type Macs = Pick<Sealer, 'digest'>

export function issueChallenge(
  terms: Terms,
  price_usdc: bigint,
  now: Date,
  sealer: Macs,
): Challenge {
  const head = Buffer.alloc(EXPIRES_BYTES + PRICE_BYTES + NONCE_BYTES)
  const expires = Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS
  head.writeUIntBE(expires, 0, EXPIRES_BYTES)
  head.writeBigUInt64BE(price_usdc, EXPIRES_BYTES)
  randomBytes(NONCE_BYTES).copy(head, EXPIRES_BYTES + PRICE_BYTES)
  return read(Buffer.concat([head, macOf(head, terms, sealer)]))
}

/** Undefined when it is not one of ours for exactly these terms. */
export function readChallenge(id: string, terms: Terms, sealer: Macs): Challenge | undefined {
  const text = id.slice(PREFIX.length)
  if (!id.startsWith(PREFIX) || text.length !== ID_LENGTH || !/^[\w-]+$/.test(text))
    return undefined
  const bytes = Buffer.from(text, 'base64url')
  const head = bytes.subarray(0, -MAC_BYTES)
  return timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(head, terms, sealer))
    ? read(bytes)
    : undefined
}

function read(bytes: Buffer): Challenge {
  const expires = bytes.readUIntBE(0, EXPIRES_BYTES)
  const nonceAt = EXPIRES_BYTES + PRICE_BYTES
  return {
    id: PREFIX + bytes.toString('base64url'),
    price_usdc: bytes.readBigUInt64BE(EXPIRES_BYTES),
    nonce: bytes.subarray(nonceAt, nonceAt + NONCE_BYTES).toString('hex'),
    expires_at: new Date(expires * 1000),
    hmac: bytes.subarray(-MAC_BYTES).toString('hex'),
  }
}

const macOf = (head: Buffer, { realm, resource, digest }: Terms, sealer: Macs): Buffer =>
  sealer
    .digest(
      canonicalJson(['challenge', head.toString('hex'), realm, resource, digest.toString('hex')]),
    )
    .subarray(0, MAC_BYTES)

/** The parameters of one challenge of the "Payment" scheme; the rail is its method. */
export interface SchemeChallenge {
  readonly id: string
  readonly realm: string
  readonly method: string
  readonly intent: 'charge'
  /** Base64url of canonical JSON. */
  readonly request: string
  readonly expires: string
  /** Ours, and sent back as it is: the id of the challenge. */
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
  return { id: schemeIdOf(parts, sealer), ...parts }
}

export const schemeIdOf = (
  { realm, method, intent, request, expires, opaque }: Omit<SchemeChallenge, 'id'>,
  sealer: Macs,
): string =>
  sealer
    .digest(['scheme', realm, method, intent, request, expires, opaque].join('|'))
    .toString('base64url')

/** As it stands in WWW-Authenticate; several are joined by commas. */
export const toHeader = (challenge: SchemeChallenge): string =>
  `Payment ${Object.entries(challenge)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
