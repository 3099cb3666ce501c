// The DID of an agent: did:florin:agent:<id>, in the syntax of W3C DIDs.
import { randomHex } from '../../../platform/secrets.ts'
import { InvalidDid } from './errors.ts'

/** Every DID method is accepted as well-formed, although only did:florin is ever registered. */
const FORM = /^did:[a-z0-9]+:agent:[A-Za-z0-9._-]{1,128}$/

export const DID_LENGTH_MAX = 255

export const newDid = (): string => `did:florin:agent:${randomHex(16)}`

export const isDid = (text: string): boolean => FORM.test(text)

export function checkDid(text: string): string {
  if (!isDid(text)) throw InvalidDid({ did: text })
  return text
}
