// Sends HTTP requests to addresses that users supply, and protects against server-side request forgery. An
// address is checked after its name is resolved, and the connection goes to exactly the checked address.
// Redirects are not followed, and only the beginning of the answer is read.
import { lookup } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'

export interface OutboundQuestion {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export interface OutboundRequest extends OutboundQuestion {
  readonly body: string
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of the body. */
  readonly body: string
}

export interface Outbound {
  /** Throws an error whose message says why there was no answer. */
  post(request: OutboundRequest): Promise<OutboundAnswer>
  /** The same without a body. */
  get(request: OutboundQuestion): Promise<OutboundAnswer>
  /** Returns a sentence with the reason why the address cannot be called; undefined if no reason is known. */
  findFault(url: string): Promise<string | undefined>
  close(): void
}

export interface OutboundOptions {
  /** Allows plain HTTP and addresses that are not public; for tests and development. */
  readonly allowPrivate: boolean
}

const BODY_KEPT_BYTES = 4_096
const SOCKETS_MAX = 64
const RESOLVE_MS = 2_000
const URL_LENGTH_MAX = 2_048
/** Host names of cloud metadata services, which give a machine its own secrets. */
const METADATA_NAMES = /^(metadata|metadata\.google\.internal|instance-data)\.?$/i

export function makeOutbound({ allowPrivate }: OutboundOptions): Outbound {
  const options = { keepAlive: true, maxSockets: SOCKETS_MAX, maxFreeSockets: 16 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }

  async function call(
    method: 'GET' | 'POST',
    request: OutboundQuestion,
    body?: string,
  ): Promise<OutboundAnswer> {
    // The rules may have become stricter since the address was accepted.
    const fault = findFault(request.url, allowPrivate)
    if (fault !== undefined) throw new Error(fault)
    const url = new URL(request.url)
    const isPlain = url.protocol === 'http:'
    const send = isPlain ? http.request : https.request
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const sent = send(url, {
        method,
        agent: agents[isPlain ? 'http:' : 'https:'],
        headers: { ...request.headers, ...length },
        ...(!allowPrivate && { lookup: lookupPublic }),
      })
      const timer = setTimeout(
        () => sent.destroy(new Error(`no answer within ${request.timeoutMs / 1000} s`)),
        request.timeoutMs,
      )
      sent.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      sent.on('response', (response) =>
        readStart(response, (start) => {
          clearTimeout(timer)
          resolve({ status: response.statusCode!, headers: textHeaders(response), body: start })
        }),
      )
      sent.end(body)
    })
  }

  return {
    async findFault(text) {
      const fault = findFault(text, allowPrivate)
      if (fault !== undefined || allowPrivate) return fault
      const { hostname } = new URL(text)
      const addresses = await resolveSoon(hostname)
      return addresses.every(isPublicAddress)
        ? undefined
        : `${hostname} leads to an address that is not public.`
    },
    post: (request) => call('POST', request, request.body),
    get: (request) => call('GET', request),
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Checks the URL itself, before its name is resolved. */
function findFault(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return 'It must be a complete URL.'
  const { protocol, hostname, username, password } = new URL(text)
  const isWeb = protocol === 'https:' || (allowPrivate && protocol === 'http:')
  if (!isWeb) return 'It must start with https://.'
  if (username !== '' || password !== '') return 'It must not hold a user name or a password.'
  if (allowPrivate) return undefined
  if (METADATA_NAMES.test(hostname)) return `${hostname} is not a public address.`
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  // A name is checked when it is resolved; an IP address is never resolved, so it is checked here.
  return isIP(address) !== 0 && !isPublicAddress(address)
    ? 'It leads to an address that is not public.'
    : undefined
}

/** Returns no addresses when the name cannot be resolved now; every call checks it again. */
async function resolveSoon(hostname: string): Promise<string[]> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return []
  const late = new Promise<never[]>((resolve) => {
    setTimeout(() => resolve([]), RESOLVE_MS).unref()
  })
  const found = await Promise.race([resolveName(hostname, { all: true }).catch(() => []), late])
  return found.map(({ address }) => address)
}

/** Resolves a name for a connection; refuses the name if any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) done(error, '', 0)
    else if (found.some(({ address }) => !isPublicAddress(address)))
      done(new Error(`${hostname} leads to an address that is not public`), '', 0)
    else if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  })
}

/** Reads until the answer ends, enough was read, or the other side closes the connection. */
function readStart(response: http.IncomingMessage, done: (body: string) => void): void {
  const parts: Buffer[] = []
  let size = 0
  response.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size > BODY_KEPT_BYTES) response.destroy()
  })
  // An answer that is cut off still counts; 'close' follows every error.
  response.on('error', () => {})
  response.on('close', () =>
    done(Buffer.concat(parts).subarray(0, BODY_KEPT_BYTES).toString('utf8')),
  )
}

const textHeaders = (response: http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(response.headers)
      .slice(0, 50)
      .map(([name, value]) => [name, String(value).slice(0, 500)]),
  )
