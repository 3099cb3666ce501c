// Who asks for a passkey, as browsers and telephones see it. A passkey belongs to a host name for
// ever, and answers only pages and apps of these origins.

export interface Party {
  readonly rp_id: string
  readonly origins: readonly string[]
}

/** Browsers give no passkey to an address made of numbers; on one's own machine it has a name. */
const OWN_MACHINE = new Set(['127.0.0.1', '[::1]', '0.0.0.0', '[::]'])

export function partyAt(baseUrl: string, moreOrigins: readonly string[]): Party {
  const url = new URL(baseUrl)
  if (OWN_MACHINE.has(url.hostname)) url.hostname = 'localhost'
  return { rp_id: url.hostname, origins: [url.origin, ...moreOrigins] }
}
