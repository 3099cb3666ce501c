// Computes what two agents agree on from what each accepts: the newest version that both know, the first
// of the initiator's methods that the other accepts, and the capabilities of that version. The initiator
// decides only the order of preference, never whether there is an agreement.
import {
  capabilitiesOf,
  offeredIn,
  type Version,
  type VersionCapabilities,
  versions,
} from './versions.ts'

/** The versions and methods that an agent accepts, preferred first; undefined accepts all. */
export interface Terms {
  readonly versions: readonly string[] | undefined
  readonly encryption: readonly string[] | undefined
  readonly signatures: readonly string[] | undefined
}

export interface Agreed {
  readonly version: Version
  readonly encryption_method: string
  readonly signature_method: string
  readonly capabilities: readonly string[]
}

export type Result = { readonly agreed: Agreed } | { readonly error: string }

/** Reads `metadata.protocol_versions`, `.encryption` and `.signatures` of an agent's record. */
export const readTerms = (metadata: Readonly<Record<string, unknown>>): Terms => ({
  versions: readList(metadata.protocol_versions),
  encryption: readList(metadata.encryption),
  signatures: readList(metadata.signatures),
})

/**
 * Accepts a list, one name, or `{preferred, supported}`. Any other value is a restriction that the bank
 * does not understand, so the agent then accepts nothing rather than everything.
 */
function readList(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  if (typeof value !== 'object') return []
  const { preferred, supported } = value as { preferred?: unknown; supported?: unknown }
  if (preferred === undefined && supported === undefined) return []
  return [preferred, supported].flatMap((part) => readList(part) ?? [])
}

export function negotiate(
  initiator: Terms,
  responder: Terms,
  preferredCapabilities: readonly string[] = [],
): Result {
  const version = versions.find(
    (one) => accepts(initiator.versions, one) && accepts(responder.versions, one),
  )
  if (version === undefined) return { error: 'The agents have no protocol version in common.' }
  const encryption_method = choose('encryption', version, initiator, responder)
  if (encryption_method === undefined)
    return { error: `The agents have no encryption method of version ${version} in common.` }
  const signature_method = choose('signatures', version, initiator, responder)
  if (signature_method === undefined)
    return { error: `The agents have no signature method of version ${version} in common.` }
  const offered = offeredIn(version)
  const capabilities =
    preferredCapabilities.length === 0
      ? offered
      : offered.filter((name) => preferredCapabilities.includes(name))
  if (capabilities.length === 0)
    return { error: `Version ${version} has none of the preferred capabilities.` }
  return { agreed: { version, encryption_method, signature_method, capabilities } }
}

const accepts = (list: readonly string[] | undefined, one: string): boolean =>
  list === undefined || list.includes(one)

function choose(
  what: keyof Pick<VersionCapabilities, 'encryption' | 'signatures'>,
  version: Version,
  initiator: Terms,
  responder: Terms,
): string | undefined {
  const known = capabilitiesOf[version][what]
  const wanted = initiator[what] ?? known
  return wanted.find((one) => known.includes(one) && accepts(responder[what], one))
}
