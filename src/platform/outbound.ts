// Requests to addresses that users name. Whoever can make a bank call an address can use it to look
// into the bank's own network, so an address is judged after its name is resolved, and the connection
// goes to the very address that was judged. Whatever the other side answers costs no more than its own
// request: redirects are not followed, and no more is read than is kept.
import { lookup } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './addresses.ts'

export interface OutboundRequest {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The beginning of it. */
  readonly body: string
}

export interface Outbound {
  /** Throws a sentence about why there was no answer. */
  post(request: OutboundRequest): Promise<OutboundAnswer>
  /** Why the address cannot be called, in a sentence; undefined when it can, as far as is known now. */
  findFault(url: string): Promise<string | undefined>
  close(): void
}

export interface OutboundOptions {
  /** For tests and for developers at their own machine: plain HTTP, and addresses that are not public. */
  readonly allowPrivate: boolean
}

const BODY_KEPT_BYTES = 4_096
const SOCKETS_MAX = 64
const RESOLVE_MS = 2_000
const URL_LENGTH_MAX = 2_048
/** Names under which clouds tell a machine its own secrets. */
const METADATA_NAMES = /^(metadata|metadata\.google\.internal|instance-data)\.?$/i

export function makeOutbound({ allowPrivate }: OutboundOptions): Outbound {
  const options = { keepAlive: true, maxSockets: SOCKETS_MAX, maxFreeSockets: 16 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
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
    async post(request) {
      // The rules may have become stricter since the address was accepted.
      const fault = findFault(request.url, allowPrivate)
      if (fault !== undefined) throw new Error(fault)
      const url = new URL(request.url)
      const isPlain = url.protocol === 'http:'
      const send = isPlain ? http.request : https.request
      return new Promise((resolve, reject) => {
        const call = send(url, {
          method: 'POST',
          agent: agents[isPlain ? 'http:' : 'https:'],
          headers: { ...request.headers, 'Content-Length': Buffer.byteLength(request.body) },
          ...(!allowPrivate && { lookup: lookupPublic }),
        })
        const timer = setTimeout(
          () => call.destroy(new Error(`no answer within ${request.timeoutMs / 1000} s`)),
          request.timeoutMs,
        )
        call.on('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        call.on('response', (response) =>
          readStart(response, (body) => {
            clearTimeout(timer)
            resolve({ status: response.statusCode!, headers: textHeaders(response), body })
          }),
        )
        call.end(request.body)
      })
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** What the address itself says, before anything is resolved. */
function findFault(text: string, allowPrivate: boolean): string | undefined {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text)) return 'It must be a complete URL.'
  const { protocol, hostname, username, password } = new URL(text)
  const isWeb = protocol === 'https:' || (allowPrivate && protocol === 'http:')
  if (!isWeb) return 'It must start with https://.'
  if (username !== '' || password !== '') return 'It must not hold a user name or a password.'
  if (allowPrivate) return undefined
  if (METADATA_NAMES.test(hostname)) return `${hostname} is not a public address.`
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  // A name is judged when it is resolved; an address is never looked up.
  return isIP(address) !== 0 && !isPublicAddress(address)
    ? 'It leads to an address that is not public.'
    : undefined
}

/** None when the name cannot be resolved now: it is judged again whenever it is called. */
async function resolveSoon(hostname: string): Promise<string[]> {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) return []
  const late = new Promise<never[]>((resolve) => {
    setTimeout(() => resolve([]), RESOLVE_MS).unref()
  })
  const found = await Promise.race([resolveName(hostname, { all: true }).catch(() => []), late])
  return found.map(({ address }) => address)
}

/** Resolves a name for a connection; one address that is not public spoils the whole name. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) done(error, '', 0)
    else if (found.some(({ address }) => !isPublicAddress(address)))
      done(new Error(`${hostname} leads to an address that is not public`), '', 0)
    else if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  })
}

/** Done when the answer ends, when enough was read, or when the other side hangs up. */
function readStart(response: http.IncomingMessage, done: (body: string) => void): void {
  const parts: Buffer[] = []
  let size = 0
  response.on('data', (part: Buffer) => {
    parts.push(part)
    size += part.length
    if (size > BODY_KEPT_BYTES) response.destroy()
  })
  // What was cut short was answered all the same; 'close' comes after any error.
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
