// The transport of the web console: its files, and the routes by which its pages sign a user in and out. They run the
// operations of the API, so that the same lock-out, second factor and audit apply; only the token goes into a cookie
// instead of the answer. Everything else the console does through the API like any other client.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SOFTWARE_VERSION } from '../../kernel/version.ts'
import { defineError } from '../../operation/error.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import { brandStyle, type HostBranding } from '../oauth/brand-style.ts'
import { sendCode, type SignInOptions, visitorOf } from '../oauth/sign-in.ts'
import { type ConsoleCookie, isFromConsole } from './session-cookie.ts'
import { addFiles, type BuiltFiles } from './files.ts'

export interface ConsoleOptions {
  /** Undefined when the console is not built. */
  readonly files: BuiltFiles | undefined
  readonly cookie: ConsoleCookie
  readonly signIn: SignInOptions
  readonly operations: {
    readonly register: AnyOperation
    readonly verifyPasskey: AnyOperation
    readonly logOut: AnyOperation
    readonly changePassword: AnyOperation
    readonly endRenewal: AnyOperation
    readonly whoAmI: AnyOperation
  }
  readonly mode: string
  readonly looksUnder: (host: string, requestId: string) => Promise<HostBranding>
  readonly onAnswered: (request: FastifyRequest, status: number) => void
}

const BODY_BYTES_MAX = 16_384
/** As long as the token for the second factor lasts at most. */
const CODE_SECONDS = 600

const NotFromConsole = defineError(
  'NOT_FROM_CONSOLE',
  403,
  () => 'This address is for the pages of the console; other clients use /api/auth/login.',
  { advice: 'Sign in with POST /api/auth/login and send the token as `Authorization: Bearer`.' },
)
const SignInExpired = defineError(
  'SIGN_IN_EXPIRED',
  401,
  () => 'The sign-in took too long; start again with your password.',
  { advice: 'Sign in again with POST /console/session, and send the code within ten minutes.' },
)

export function addConsole(app: FastifyInstance, options: ConsoleOptions): void {
  addFiles(app, options.files)
  app.get('/console/brand.css', async (request, reply) => {
    const branding = await options.looksUnder(request.hostname, request.id)
    return reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', `public, max-age=${branding.white_label ? 60 : 3600}`)
      .header('X-Content-Type-Options', 'nosniff')
      .send(brandStyle(branding))
  })
  app.register((scope, _none, done) => {
    scope.addHook('onRequest', (request, reply, go) => {
      request.operation = 'console.session'
      request.pattern = request.routeOptions.url ?? ''
      reply.header('Cache-Control', 'no-store')
      go(isFromConsole(request) ? undefined : NotFromConsole({}))
    })
    addSessionRoutes(scope, new Sessions(options))
    done()
  })
}

function addSessionRoutes(scope: FastifyInstance, sessions: Sessions): void {
  const path = '/console/session'
  const limit = { bodyLimit: BODY_BYTES_MAX }
  const own = { config: { limits: 'session' as const } }
  scope.get(path, own, (request, reply) => sessions.show(request, reply))
  scope.post(path, limit, (request, reply) => sessions.logIn(request, reply))
  scope.post(`${path}/code`, limit, (request, reply) => sessions.sendCode(request, reply))
  scope.post(`${path}/register`, limit, (request, reply) => sessions.register(request, reply))
  scope.post(`${path}/passkey`, limit, (request, reply) => sessions.usePasskey(request, reply))
  scope.post(`${path}/password`, limit, (request, reply) => sessions.changePassword(request, reply))
  scope.delete(path, own, (request, reply) => sessions.logOut(request, reply))
}

/** The fields that the outputs of all sign-in operations share. */
interface SignedIn {
  readonly data: {
    readonly access_token: string
    readonly expires_in: number
    readonly two_factor_required?: boolean
  }
}

interface PasswordChanged {
  readonly new_token: string
  readonly message: string
  readonly still_active: unknown
}

class Sessions {
  private readonly options: ConsoleOptions

  constructor(options: ConsoleOptions) {
    this.options = options
  }

  /** Returns the signed-in user, if any, and the mode and version of the bank. */
  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { cookie, mode, operations } = this.options
    const session = cookie.find(request)
    const bank = { mode, version: SOFTWARE_VERSION }
    if (!session || session.needs_code)
      return this.answer(request, reply, { user: null, needs_code: session !== undefined, bank })
    const caller = await this.options.signIn.authenticate(session.token, request.caller.address)
    if (caller?.user === undefined) {
      cookie.end(reply)
      return this.answer(request, reply, { user: null, needs_code: false, bank })
    }
    const call = { caller, input: {}, requestId: request.id }
    const { output } = await this.options.signIn.run(operations.whoAmI, call)
    const { data: user } = output as { data: unknown }
    return this.answer(request, reply, { user, needs_code: false, bank })
  }

  async logIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, this.options.signIn.operations.logIn)
  }

  async register(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, this.options.operations.register)
  }

  async usePasskey(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.begin(request, reply, this.options.operations.verifyPasskey)
  }

  async sendCode(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { cookie, signIn } = this.options
    const session = cookie.find(request)
    const { code } = (request.body ?? {}) as { code?: unknown }
    const visit = visitorOf(request)
    const text = typeof code === 'string' ? code.replaceAll(/\s/g, '') : ''
    const given = { token: session?.token ?? '', code: text }
    const login = session?.needs_code ? await sendCode(signIn, visit, given) : undefined
    if (!login) {
      cookie.end(reply)
      throw SignInExpired({})
    }
    await this.keepBrief(request, reply, login.token, SESSION_SECONDS)
    return this.answer(request, reply, { needs_code: false })
  }

  /** Ends all other sessions; this one goes on with the token that replaces them. */
  async changePassword(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { operations, signIn } = this.options
    const { requestId, user_agent } = visitorOf(request)
    const input = { ...(request.body as object | undefined), user_agent }
    const call = { caller: request.caller, input, requestId }
    const { output } = await signIn.run(operations.changePassword, call)
    const { new_token, message, still_active } = output as PasswordChanged
    await this.keepBrief(request, reply, new_token, SESSION_SECONDS)
    return this.answer(request, reply, { message, still_active })
  }

  async logOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { cookie, operations, signIn } = this.options
    const session = cookie.find(request)
    cookie.end(reply)
    reply.header('Clear-Site-Data', '"cache"')
    const caller = session && (await signIn.authenticate(session.token, request.caller.address))
    if (caller?.user !== undefined && session?.needs_code === false)
      await signIn.run(operations.logOut, { caller, input: {}, requestId: request.id })
    return this.answer(request, reply, { user: null })
  }

  /** Runs as an anonymous caller, whichever user was signed in before. */
  private async begin(request: FastifyRequest, reply: FastifyReply, operation: AnyOperation) {
    const { caller, requestId, user_agent } = visitorOf(request)
    const input = { ...(request.body as object | undefined), user_agent }
    const { output } = await this.options.signIn.run(operation, { caller, input, requestId })
    const { access_token, expires_in, two_factor_required = false } = (output as SignedIn).data
    if (two_factor_required)
      this.options.cookie.keep(reply, access_token, two_factor_required, CODE_SECONDS)
    else await this.keepBrief(request, reply, access_token, expires_in)
    return this.answer(request, reply, { needs_code: two_factor_required })
  }

  /** The cookie has no room for a refresh token, so the session must not outlive it in the user's list. */
  private async keepBrief(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    seconds: number,
  ): Promise<void> {
    const { cookie, operations, signIn } = this.options
    const caller = await signIn.authenticate(token, request.caller.address)
    if (caller)
      await signIn.run(operations.endRenewal, { caller, input: {}, requestId: request.id })
    cookie.keep(reply, token, false, seconds)
  }

  private answer(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
    this.options.onAnswered(request, 200)
    return reply.send(body)
  }
}

/** As long as an access token lasts. */
const SESSION_SECONDS = 86_400
