// Tokens by which the later pages of one access are recognised. They are part of the same access, so they are
// not counted again; they show the state at which its first page was read.
import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../../../../platform/key-ring.ts'

/** Time enough to fetch all pages. */
const LASTS_MS = 10 * 60_000

export class Continuations {
  private readonly sealer: Sealer

  constructor(sealer: Sealer) {
    this.sealer = sealer
  }

  /** For an access to this scope that begins now. */
  make(scope: string, now: Date): string {
    const began = now.toISOString()
    const digest = toText(this.sealer.digest(textOf(scope, began)))
    return `${began.replaceAll(/[-:.]/g, '')}.${digest}`
  }

  /** When the access began; undefined if the token is absent, too old or for another scope. */
  read(text: string | undefined, scope: string, now: Date): Date | undefined {
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.([\w-]{43})$/.exec(text ?? '')
    if (!parts) return undefined
    const [, year, month, day, hour, minute, second, ms, digest] = parts
    const began = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`
    const given = Buffer.from(digest!)
    const made = this.sealer.digests(textOf(scope, began)).map(toText)
    if (!made.some((one) => timingSafeEqual(given, Buffer.from(one)))) return undefined
    const time = new Date(began)
    return now.getTime() - time.getTime() <= LASTS_MS ? time : undefined
  }
}

const textOf = (scope: string, began: string): string =>
  `open banking continuation ${scope} ${began}`

const toText = (digest: Buffer): string => digest.toString('base64url')
