// Certificates for the tests, written byte by byte: a root, an authority and a signer as Apple has them,
// with or without Apple's marks.
import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import { makeKey } from '../test-support.ts'

/** Tag, length, value. */
function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts)
const octets = (...parts: readonly Buffer[]) => tlv(0x04, ...parts)
const yes = Buffer.from([0x01, 0x01, 0xff])

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const groups = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return tlv(0x06, Buffer.from(bytes))
}

const named = (name: string) =>
  sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))))
const time = (text: string) => tlv(0x17, Buffer.from(text))
const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

interface Certificate {
  readonly subject: string
  readonly issuer: string
  readonly key: KeyObject
  readonly issuerKey: KeyObject
  readonly isAuthority: boolean
  /** The OID of Apple's marker extension, whose value is NULL. */
  readonly mark?: string | undefined
  /** YYMMDDhhmmssZ */
  readonly until?: string
}

let serials = 0

function certify({ subject, issuer, key, issuerKey, isAuthority, mark, until }: Certificate) {
  const extensions = [
    sequence(oid('2.5.29.19'), yes, octets(isAuthority ? sequence(yes) : sequence())),
    ...(mark === undefined ? [] : [sequence(oid(mark), octets(Buffer.from([0x05, 0x00])))]),
  ]
  const content = sequence(
    tlv(0xa0, Buffer.from([0x02, 0x01, 0x02])),
    tlv(0x02, Buffer.from([++serials])),
    ecdsaWithSha256,
    named(issuer),
    sequence(time('200101000000Z'), time(until ?? '400101000000Z')),
    named(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, issuerKey))
  return sequence(content, ecdsaWithSha256, signature)
}

const AUTHORITY_MARK = '1.2.840.113635.100.6.2.1'
const SIGNER_MARK = '1.2.840.113635.100.6.11.1'

export interface ChainChange {
  readonly authorityMark?: string | undefined
  readonly signerMark?: string | undefined
  readonly signerUntil?: string
  readonly authorityIsNone?: boolean
}

export interface Chain {
  readonly root: Buffer
  readonly key: KeyObject
  readonly x5c: readonly string[]
}

/** A whole chain. Each change makes it one that the verifier must reject. */
export function makeChain(
  change: ChainChange = {},
  rootKey: KeyObject = makeKey().privateKey,
): Chain {
  const authorityKey = makeKey().privateKey
  const { privateKey: key } = makeKey()
  const root = certify({
    subject: 'Test Root',
    issuer: 'Test Root',
    key: rootKey,
    issuerKey: rootKey,
    isAuthority: true,
  })
  const authority = certify({
    subject: 'Test Authority',
    issuer: 'Test Root',
    key: authorityKey,
    issuerKey: rootKey,
    isAuthority: change.authorityIsNone !== true,
    mark: 'authorityMark' in change ? change.authorityMark : AUTHORITY_MARK,
  })
  const signer = certify({
    subject: 'Test Signer',
    issuer: 'Test Authority',
    key,
    issuerKey: authorityKey,
    isAuthority: false,
    mark: 'signerMark' in change ? change.signerMark : SIGNER_MARK,
    ...(change.signerUntil !== undefined && { until: change.signerUntil }),
  })
  return { root, key, x5c: [signer, authority, root].map((one) => one.toString('base64')) }
}
