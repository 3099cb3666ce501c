// Visits of account holders to the pages at which they decide. The state of a visit is in a sealed cookie of the
// browser that opened the page, so that any node can serve it and no client can read or change it. A visit ends with
// the decision, and so does its login: every decision needs a new one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import type { Sealer } from '../../platform/key-ring.ts'
import { randomText } from '../../platform/secrets.ts'

export interface Outcome {
  readonly approved: boolean
  /** Where the user may continue. */
  readonly redirect_uri: string | null
}

export interface ApprovalSession {
  /** A visit is to one page; its cookie is valid for no other. */
  readonly path: string
  /** Sent with every form, so that no other site can send one. */
  readonly form_token: string
  readonly began: number
  /** The login, or the token with which the second factor has to be sent. */
  readonly token?: string
  readonly needs_code?: boolean
  readonly outcome?: Outcome
}

export interface ApprovalSessionOptions {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly baseUrl: () => string
}

const COOKIE = 'florin_approval'
const LASTS_SECONDS = 15 * 60
/** Longer than any cookie that the bank sets. */
const COOKIE_LENGTH_MAX = 4_096

export class ApprovalSessions {
  private readonly options: ApprovalSessionOptions

  constructor(options: ApprovalSessionOptions) {
    this.options = options
  }

  /** Undefined when this browser has not opened this page lately. */
  find(request: FastifyRequest, path: string): ApprovalSession | undefined {
    const text = readCookie(request.headers.cookie ?? '')
    if (text === undefined) return undefined
    const visit = this.open(text)
    const age = this.options.clock.now().getTime() - (visit?.began ?? 0)
    return visit?.path === path && age < LASTS_SECONDS * 1000 ? visit : undefined
  }

  begin(reply: FastifyReply, path: string): ApprovalSession {
    const began = this.options.clock.now().getTime()
    return this.keep(reply, { path, form_token: randomText(32), began })
  }

  /** The next step gets a new form token, so that an earlier form cannot be sent again. */
  goOn(
    reply: FastifyReply,
    { path, began }: ApprovalSession,
    { token, needs_code, outcome }: Pick<ApprovalSession, 'token' | 'needs_code' | 'outcome'>,
  ): ApprovalSession {
    return this.keep(reply, {
      path,
      began,
      form_token: randomText(32),
      ...(token !== undefined && { token }),
      ...(needs_code !== undefined && { needs_code }),
      ...(outcome && { outcome }),
    })
  }

  end(reply: FastifyReply, { path }: ApprovalSession): void {
    this.set(reply, path, '', 0)
  }

  private keep(reply: FastifyReply, visit: ApprovalSession): ApprovalSession {
    const sealed = this.options.sealer.seal(JSON.stringify(visit)).toString('base64url')
    this.set(reply, visit.path, sealed, LASTS_SECONDS)
    return visit
  }

  private set(reply: FastifyReply, path: string, value: string, seconds: number): void {
    const secure = this.options.baseUrl().startsWith('https:') ? '; Secure' : ''
    reply.header(
      'Set-Cookie',
      `${COOKIE}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
    )
  }

  private open(text: string): ApprovalSession | undefined {
    try {
      return JSON.parse(
        this.options.sealer.openToken(Buffer.from(text, 'base64url')),
      ) as ApprovalSession
    } catch {
      // It was sealed by another bank or for another purpose, or was modified.
      return undefined
    }
  }
}

function readCookie(header: string): string | undefined {
  for (const part of header.split(';')) {
    const [name = '', value = ''] = part.trim().split('=')
    if (name === COOKIE && value.length <= COOKIE_LENGTH_MAX) return value
  }
  return undefined
}
