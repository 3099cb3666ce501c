// Expiring links to archives that need no key, because the developer of the app has no partner key. A link contains the
// package and its expiry, and is signed with the secret of the bank.
import { timingSafeEqual } from 'node:crypto'
import { NotFound } from '../../../operation/error.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { LinkExpired } from './errors.ts'

const LINK_SECONDS = 3_600

interface Linked {
  readonly generation_id: string
  readonly language: string
}

interface Proof {
  /** Seconds since 1970. */
  readonly expires: number
  readonly signature: string
}

const textOf = ({ generation_id, language }: Linked, expires: number): string =>
  `sdk-download ${generation_id} ${language} ${expires}`

export function toLink(linked: Linked, baseUrl: string, now: Date, sealer: Sealer): string {
  const expires = Math.floor(now.getTime() / 1_000) + LINK_SECONDS
  const { generation_id, language } = linked
  const signature = sealer.digest(textOf(linked, expires)).toString('hex')
  return `${baseUrl}/api/v2/partner/sdk/generations/${generation_id}/${language}/download?expires=${expires}&signature=${signature}`
}

export function checkLink(
  linked: Linked,
  { expires, signature }: Proof,
  now: Date,
  sealer: Sealer,
) {
  const given = Buffer.from(signature)
  const isSigned = sealer
    .digests(textOf(linked, expires))
    .map((digest) => Buffer.from(digest.toString('hex')))
    .some((wanted) => wanted.length === given.length && timingSafeEqual(wanted, given))
  // Without a valid signature the answer does not reveal whether the SDK exists.
  if (!isSigned) throw NotFound({ what: 'SDK', id: linked.generation_id })
  if (expires * 1_000 < now.getTime()) throw LinkExpired({})
}
