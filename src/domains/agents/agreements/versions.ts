// The versions of the agent protocol with their capabilities, newest first.

export const versions = ['1.1', '1.0'] as const
export type Version = (typeof versions)[number]
export const preferredVersion: Version = versions[0]

export interface VersionCapabilities {
  readonly messaging: boolean
  readonly payments: boolean
  readonly escrow: boolean
  readonly encryption: readonly string[]
  readonly signatures: readonly string[]
  readonly compression: boolean
  readonly streaming: boolean
  readonly batch_operations?: boolean
}

export const capabilitiesOf: Readonly<Record<Version, VersionCapabilities>> = {
  '1.1': {
    messaging: true,
    payments: true,
    escrow: true,
    encryption: ['aes-256-gcm', 'chacha20-poly1305'],
    signatures: ['ed25519', 'secp256k1'],
    compression: true,
    streaming: true,
    batch_operations: true,
  },
  '1.0': {
    messaging: true,
    payments: true,
    escrow: true,
    encryption: ['aes-256-gcm'],
    signatures: ['ed25519'],
    compression: false,
    streaming: false,
  },
}

export const isVersion = (text: string): text is Version =>
  (versions as readonly string[]).includes(text)

/** The capabilities that agents can agree on: the names of the boolean ones that are true. */
export const offeredIn = (version: Version): string[] =>
  Object.entries(capabilitiesOf[version]).flatMap(([name, value]) => (value === true ? [name] : []))
