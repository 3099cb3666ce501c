// Reads a proof of payment from `Authorization: Payment …`: base64url or plain JSON, in the standard's shape
// (which echoes the whole challenge) or in the short one (the challenge's id and the rail).
import { isStorable, isTooDeep } from '../../../../kernel/json.ts'
import type { SchemeChallenge } from './challenge.ts'

export interface Credential {
  readonly rail: string
  /** The id of our challenge. */
  readonly challenge_id: string
  /** The echoed challenge; undefined in the short shape. */
  readonly echoed: SchemeChallenge | undefined
  readonly payload: Readonly<Record<string, unknown>>
  /** The payer's name as stated by the payer, not verified. */
  readonly payer: string | undefined
}

export const CREDENTIAL_LENGTH_MAX = 8_192

const SCHEME = /^payment\s+/i

/** Whether the header holds a proof of payment rather than, for example, a bearer token. */
export const isCredential = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && SCHEME.test(authorization)

/** Undefined when the proof cannot be read. */
export function readCredential(authorization: string): Credential | undefined {
  if (authorization.length > CREDENTIAL_LENGTH_MAX) return undefined
  const value = parse(authorization.replace(SCHEME, '').trim())
  if (!isRecord(value)) return undefined
  return isRecord(value.challenge) ? readStandard(value, value.challenge) : readShort(value)
}

function parse(text: string): unknown {
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64').toString('utf8')
  if (isTooDeep(json)) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

function readStandard(value: Fields, challenge: Fields): Credential | undefined {
  const { payload, source } = value
  const names = ['id', 'realm', 'method', 'intent', 'request', 'expires', 'opaque'] as const
  if (!isRecord(payload) || names.some((name) => typeof challenge[name] !== 'string'))
    return undefined
  const echoed = challenge as unknown as SchemeChallenge
  const { method: rail, opaque: challenge_id } = echoed
  return { rail, challenge_id, echoed, payload, payer: readName(source) }
}

function readShort(value: Fields): Credential | undefined {
  const { challenge_id, rail, proof_of_payment, payer_identifier } = value
  if (typeof challenge_id !== 'string' || typeof rail !== 'string' || !isRecord(proof_of_payment))
    return undefined
  const payer = readName(payer_identifier)
  return { rail, challenge_id, echoed: undefined, payload: proof_of_payment, payer }
}

const NAME_LENGTH_MAX = 255

const readName = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= NAME_LENGTH_MAX ? value : undefined

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
