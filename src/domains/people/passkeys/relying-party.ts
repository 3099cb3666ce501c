// The relying party of WebAuthn: the host name to which a passkey is bound permanently, and the origins of the
// pages and apps that may use it.

export interface RelyingParty {
  readonly rp_id: string
  readonly origins: readonly string[]
}

/** Browsers create no passkeys for numeric addresses, so a bank on the developer's machine is `localhost`. */
const OWN_MACHINE = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

export function relyingPartyAt(baseUrl: string, moreOrigins: readonly string[]): RelyingParty {
  const url = new URL(baseUrl)
  if (OWN_MACHINE.has(url.hostname)) url.hostname = 'localhost'
  return { rp_id: url.hostname, origins: [url.origin, ...moreOrigins] }
}
