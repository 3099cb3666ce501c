// The session of the console in a browser: a sealed cookie that scripts cannot read and other sites cannot send. It
// counts only with a header that no form and no link can set, on a request that the browser says comes from a page
// of the bank. So another site can neither read nor write with it, and a plain link never carries the session.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import type { Sealer } from '../../platform/key-ring.ts'

export interface ConsoleSession {
  readonly token: string
  /** The password was right, and the second factor is still missing; the token is valid for nothing else. */
  readonly needs_code: boolean
  /** Milliseconds since 1970. */
  readonly ends: number
}

/** The parts of a request that are read. */
type Sent = Pick<FastifyRequest, 'headers' | 'host' | 'url'>

export interface CookieOptions {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly baseUrl: () => string
}

/** Seals are used for several purposes; a cookie of another must not be taken for this one. */
const PURPOSE = 'console'
const NAME = 'florin_console'
/** Longer than any cookie that the bank sets. */
const COOKIE_LENGTH_MAX = 4_096
export const CONSOLE_HEADER = 'x-florin-console'
/** Marks requests of the playground, where a third party's link may set the query: the session counts only there. */
export const PLAYGROUND_HEADER = 'x-florin-playground'
const PLAYGROUND_ENDPOINT = '/api/graphql'

export class ConsoleCookie {
  private readonly options: CookieOptions

  constructor(options: CookieOptions) {
    this.options = options
  }

  /** The bearer of a request to the API that has none of its own. */
  bearerOf(request: Sent): string | undefined {
    // Most requests come from API clients and carry no cookie.
    if (request.headers.cookie === undefined || !isFromPage(request)) return undefined
    const session = this.find(request)
    return session?.needs_code === false ? session.token : undefined
  }

  find(request: Sent): ConsoleSession | undefined {
    const text = readCookie(request.headers.cookie ?? '', this.name())
    const session = text === undefined ? undefined : this.open(text)
    return session && session.ends > this.options.clock.now().getTime() ? session : undefined
  }

  keep(reply: FastifyReply, token: string, needsCode: boolean, seconds: number): void {
    const ends = this.options.clock.now().getTime() + seconds * 1000
    const content = JSON.stringify({ for: PURPOSE, token, needs_code: needsCode, ends })
    this.set(reply, this.options.sealer.seal(content).toString('base64url'), seconds)
  }

  end(reply: FastifyReply): void {
    this.set(reply, '', 0)
  }

  private isSecure(): boolean {
    return this.options.baseUrl().startsWith('https:')
  }

  /** With this prefix a browser takes the cookie only over https, and from no other host of the domain. */
  private name(): string {
    return this.isSecure() ? `__Host-${NAME}` : NAME
  }

  private set(reply: FastifyReply, value: string, seconds: number): void {
    const secure = this.isSecure() ? '; Secure' : ''
    reply.header(
      'Set-Cookie',
      `${this.name()}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    )
  }

  private open(text: string): ConsoleSession | undefined {
    try {
      const opened = JSON.parse(this.options.sealer.openToken(Buffer.from(text, 'base64url'))) as {
        for?: string
      } & ConsoleSession
      return opened.for === PURPOSE ? opened : undefined
    } catch {
      // It was sealed by another bank, or was modified.
      return undefined
    }
  }
}

/** Whether the console sent the request, by its script. */
export const isFromConsole = (request: Sent): boolean =>
  isMarked(request, CONSOLE_HEADER) && isFromHere(request)

const isFromPage = (request: Sent): boolean =>
  isFromConsole(request) || (isForPlayground(request) && isFromHere(request))

const isForPlayground = (request: Sent): boolean =>
  isMarked(request, PLAYGROUND_HEADER) && request.url === PLAYGROUND_ENDPOINT

export const isMarked = ({ headers }: Pick<Sent, 'headers'>, header: string): boolean =>
  headers[header] === '1'

/** Whether the browser says that a page of this very host sent it. */
function isFromHere({ headers, host }: Sent): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  return (
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || hostOf(origin) === host)
  )
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key = '', value = ''] = part.trim().split('=')
    if (key === name && value.length <= COOKIE_LENGTH_MAX) return value
  }
  return undefined
}
