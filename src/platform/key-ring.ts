// The keys of the bank in the memory of a node: what it seals, digests and signs with. A root key exists in generations: the
// newest active one is used, and earlier ones still open what was made with them until everything is sealed anew.
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { deriveSeed, makeSigner, type Signer } from './secrets.ts'

export interface Sealer {
  seal(plain: string): Buffer
  /** Opens what the bank has stored. */
  open(sealed: Buffer): string
  /** Opens what a client brings back, such as a cookie or a quote: earlier keys count for it only for a limited time. */
  openToken(sealed: Buffer): string
  /** A keyed hash: recognises a text again, and cannot be attacked by guessing without the key. */
  digest(text: string): Buffer
  /** The digest by each key that still counts, the newest first: to check one that was made some time ago. */
  digests(text: string): readonly Buffer[]
  /** A keyed hash for values that must never change, such as an address that was given out. */
  constantDigest(text: string): Buffer
  /** Changes when other keys are used than before, so that what was derived from them must be derived again. */
  readonly version: number
}

/** The purposes of stored keys. Everything else is derived from the root (docs/keys.md). */
export const ROOT = 'root'
export const CONSTANT = 'constant'
export const SIGN = 'sign mandates'
export const keyPurposes = [ROOT, CONSTANT, SIGN] as const
export type KeyPurpose = (typeof keyPurposes)[number]

export interface Key {
  readonly purpose: KeyPurpose
  readonly generation: number
  readonly value: string
  readonly activatesAt: Date
  /** What clients hold by earlier generations counts until then. */
  readonly earlierUntil: Date
}

/** The first root key is a text, because banks that were set up before it was random use FLORIN_SECRET itself. */
export const firstValueOf = (purpose: KeyPurpose, root: string): string => {
  if (purpose === ROOT) return root
  return purpose === CONSTANT
    ? derive(root, 'digest').toString('hex')
    : deriveSeed(root, 'mandates').toString('hex')
}

export const newKeyValue = (): string => randomBytes(32).toString('hex')

const IV_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'florin', purpose, 32))

/** AES-256-GCM; the additional data must be the same when it is opened. */
function encrypt(key: Buffer, plain: string, about: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(about)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, about: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
  decipher.setAAD(about)
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const body = sealed.subarray(IV_BYTES + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

/** What seals the keys themselves, under FLORIN_SECRET. */
export interface Wrapper {
  /** Identifies the secret without revealing it. */
  readonly fingerprint: string
  wrap(key: Pick<Key, 'purpose' | 'generation' | 'value'>): Buffer
  unwrap(wrapped: Buffer, key: Pick<Key, 'purpose' | 'generation'>): string
}

export function makeWrapper(secret: string): Wrapper {
  const key = derive(secret, 'keys')
  const about = ({ purpose, generation }: Pick<Key, 'purpose' | 'generation'>): Buffer =>
    Buffer.from(`${purpose} ${generation}`)
  return {
    fingerprint: derive(secret, 'fingerprint').toString('hex').slice(0, 32),
    wrap: (one) => encrypt(key, one.value, about(one)),
    unwrap: (wrapped, one) => decrypt(key, wrapped, about(one)),
  }
}

/** Begins every value that is sealed by a second or later generation, whose number follows. */
const MARK = Buffer.from('f1071a5e', 'hex')
export const SEAL_HEADER_BYTES = MARK.length + 2

/** The first generation writes no header, so that versions of Florin without generations can open it. */
export function headerOf(generation: number): Buffer {
  if (generation === 1) return Buffer.alloc(0)
  const number = Buffer.alloc(2)
  number.writeUInt16BE(generation)
  return Buffer.concat([MARK, number])
}

/** The keys that are derived from one generation of the root. */
class Derived {
  readonly generation: number
  readonly header: Buffer
  readonly sealKey: Buffer
  readonly digestKey: string
  readonly peerKey: Buffer

  constructor(generation: number, root: string) {
    this.generation = generation
    this.header = headerOf(generation)
    this.sealKey = derive(root, 'seal')
    this.digestKey = derive(root, 'digest').toString('hex')
    this.peerKey = derive(root, 'peers')
  }

  // The key is on both sides to prevent length extension; a single call, because every posting makes one.
  readonly digest = (text: string): Buffer =>
    hash('sha256', this.digestKey + text + this.digestKey, 'buffer')
}

/** How nodes authenticate each other. */
export interface PeerKeys {
  /** That of the newest key. */
  own(): { readonly identity: string; readonly psk: Buffer }
  /** Undefined for an identity that does not count. */
  find(identity: string): Buffer | undefined
}

/** Nodes learn of a new key within this time after it is active, and authenticate by either until then. */
const PEERS_OVERLAP_MS = 300_000

const PEER_IDENTITY = 'florin'
const identityOf = (generation: number): string =>
  generation === 1 ? PEER_IDENTITY : `${PEER_IDENTITY}-${generation}`

export class KeyRing implements Sealer, PeerKeys {
  version = 0
  private roots = new Map<number, Derived>()
  private current: Derived | undefined
  private counting: readonly Derived[] = []
  private peers: readonly Derived[] = []
  private constantKey = ''
  private signing: readonly Signer[] = []
  private digestWith: Derived['digest'] = () => {
    throw notLoaded()
  }

  /** Called again from time to time, because time decides which keys are used. */
  load(keys: readonly Key[], now: Date): void {
    const roots = newestFirst(keys, ROOT)
    this.roots = new Map(
      roots.map(({ generation, value }) => [
        generation,
        this.roots.get(generation) ?? new Derived(generation, value),
      ]),
    )
    const isActive = ({ activatesAt }: Key): boolean => activatesAt <= now
    const current = roots.find(isActive) ?? roots.at(-1)!
    // Another node may already use a newer key.
    const pick = (withEarlier: boolean): Derived[] => {
      const others = roots.filter(
        ({ generation }) =>
          generation > current.generation || (withEarlier && generation < current.generation),
      )
      return [current, ...others].map(({ generation }) => this.roots.get(generation)!)
    }
    const ago = new Date(now.getTime() - PEERS_OVERLAP_MS)
    const before = this.counting.map(({ generation }) => generation).join()
    this.counting = pick(current.earlierUntil > now)
    this.peers = pick(current.activatesAt > ago)
    this.current = this.counting[0]!
    if (this.counting.map(({ generation }) => generation).join() !== before) this.version += 1
    this.digestWith = this.current.digest
    this.constantKey = newestFirst(keys, CONSTANT).at(-1)!.value
    const signing = newestFirst(keys, SIGN)
    const active = signing.filter(isActive)
    this.signing = [...active, ...signing.filter((key) => !isActive(key))].map(({ value }) =>
      makeSigner(Buffer.from(value, 'hex')),
    )
  }

  /** Whether it knows a key of this generation. */
  knows(generation: number): boolean {
    return this.roots.has(generation)
  }

  digest(text: string): Buffer {
    return this.digestWith(text)
  }

  digests(text: string): readonly Buffer[] {
    if (this.counting.length === 1) return [this.digestWith(text)]
    return this.counting.map((key) => key.digest(text))
  }

  constantDigest(text: string): Buffer {
    if (this.constantKey === '') throw notLoaded()
    return hash('sha256', this.constantKey + text + this.constantKey, 'buffer')
  }

  seal(plain: string): Buffer {
    if (!this.current) throw notLoaded()
    const { sealKey, header } = this.current
    const sealed = encrypt(sealKey, plain, header)
    return header.length === 0 ? sealed : Buffer.concat([header, sealed])
  }

  open(sealed: Buffer): string {
    return this.openBy(sealed, this.roots)
  }

  openToken(sealed: Buffer): string {
    const counting = new Map(this.counting.map((key) => [key.generation, key]))
    return this.openBy(sealed, counting)
  }

  own() {
    const [newest] = this.peers
    if (!newest) throw notLoaded()
    return { identity: identityOf(newest.generation), psk: newest.peerKey }
  }

  find(identity: string): Buffer | undefined {
    return this.peers.find(({ generation }) => identityOf(generation) === identity)?.peerKey
  }

  /** Signs mandates. Keys of earlier generations, and one that is not active yet, are published as well. */
  signers(): readonly Signer[] {
    if (this.signing.length === 0) throw notLoaded()
    return this.signing
  }

  private openBy(sealed: Buffer, roots: ReadonlyMap<number, Derived>): string {
    const marked = sealed.subarray(0, MARK.length).equals(MARK)
    const key = marked ? roots.get(sealed.readUInt16BE(MARK.length)) : undefined
    const first = roots.get(1)
    if (key)
      try {
        return decrypt(key.sealKey, sealed.subarray(SEAL_HEADER_BYTES), key.header)
      } catch (error) {
        // A value of the first generation may begin like a header.
        if (!first) throw error
      }
    if (!first) throw new Error('The value is sealed by a key that this bank does not have.')
    return decrypt(first.sealKey, sealed, first.header)
  }
}

const newestFirst = (keys: readonly Key[], purpose: KeyPurpose): Key[] =>
  keys.filter((key) => key.purpose === purpose).toSorted((a, b) => b.generation - a.generation)

const notLoaded = (): Error => new Error('The keys of the bank are not loaded yet.')

/** The ring of a bank with this first root key. */
export function makeSealer(root: string): KeyRing {
  const ring = new KeyRing()
  const always = new Date(0)
  ring.load(
    keyPurposes.map((purpose) => ({
      purpose,
      generation: 1,
      value: firstValueOf(purpose, root),
      activatesAt: always,
      earlierUntil: always,
    })),
    always,
  )
  return ring
}
