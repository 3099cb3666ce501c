// The address of the bank, and its other names on the developer's own machine. Passkeys need a name, so the bank is
// `localhost` there by default; whoever calls it 127.0.0.1 means the same place.
import { isThisMachine } from './settings.ts'

/**
 * The address under which a request came, if that is the bank's own or another name of it on this machine; otherwise
 * the bank's own. `host` is the Host header.
 */
export function addressFor(host: string | undefined, baseUrl: string): string {
  const own = new URL(baseUrl)
  if (host === undefined || host === own.host || !isThisMachine(own.hostname)) return baseUrl
  const alias = `${own.protocol}//${host}`
  if (!URL.canParse(alias)) return baseUrl
  const { origin, hostname, port } = new URL(alias)
  return isThisMachine(hostname) && port === own.port ? origin : baseUrl
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** All names of the bank, its own first. */
export function namesOf(baseUrl: string): readonly string[] {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (!LOOPBACK.includes(hostname)) return [baseUrl]
  const others = LOOPBACK.filter((one) => one !== hostname)
  return [baseUrl, ...others.map((one) => `${protocol}//${one}${port && `:${port}`}`)]
}
