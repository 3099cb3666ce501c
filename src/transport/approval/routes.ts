// The pages at which account holders authorize or reject consents and payments that third parties ask for. They
// run the operations of the API as the user who signed in here, so that the same rules, limits and audit apply.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../operation/caller.ts'
import { AppError, defineError } from '../../operation/error.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import {
  logIn,
  type Refusal,
  sendCode,
  type SignInOptions,
  toRefusal,
  visitorOf,
} from '../oauth/sign-in.ts'
import { retryAfter, toAppError } from '../rest/errors.ts'
import {
  APPROVAL_HEADERS,
  type Asked,
  codePage,
  type ConsentAsked,
  consentPage,
  donePage,
  type Kind,
  type PaymentAsked,
  paymentPage,
  signInPage,
  stoppedPage,
} from './pages.ts'
import { type ApprovalSession, type ApprovalSessionOptions, ApprovalSessions } from './sessions.ts'

/** The operations by which an account holder decides about one kind of request. */
export interface Decision {
  readonly review: AnyOperation
  readonly authorize: AnyOperation
  readonly reject: AnyOperation
}

export interface ApprovalOptions extends ApprovalSessionOptions {
  readonly signIn: SignInOptions
  readonly logOut: AnyOperation
  /** Returns the user who is signed in. */
  readonly whoAmI: AnyOperation
  readonly decisions: Readonly<Record<Kind, Decision>>
  readonly onAnswered: (request: FastifyRequest, status: number) => void
  readonly onError: (error: unknown, requestId: string) => void
}

const FORM_BYTES_MAX = 16_384
const kinds: readonly Kind[] = ['consents', 'payments']

export function addApprovalPages(app: FastifyInstance, options: ApprovalOptions): void {
  app.register((scope, _none, done) => {
    scope.setErrorHandler((thrown, request, reply) => {
      const error = toAppError(thrown, request.routeOptions.bodyLimit)
      if (error.def.status >= 500 && error.cause) options.onError(error.cause, request.id)
      return showStop(reply, error)
    })
    scope.addHook('onResponse', (request, reply, finish) => {
      options.onAnswered(request, reply.statusCode)
      finish()
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
      (_request, body, finish) => finish(null, new URLSearchParams(String(body))),
    )
    for (const kind of kinds) addPages(scope, kind, new Approval(kind, options))
    done()
  })
}

function addPages(scope: FastifyInstance, kind: Kind, approval: Approval): void {
  const url = `/open-banking/${kind}/:id/authorize`
  scope.addHook('onRequest', (request, _reply, go) => {
    if (request.routeOptions.url === url) {
      request.operation = `approval.${kind}`
      request.pattern = url
    }
    go()
  })
  scope.get(url, (request, reply) => approval.open(request, reply))
  scope.post(url, (request, reply) => approval.take(request, reply))
}

const Decided = defineError(
  'ALREADY_DECIDED',
  409,
  () => 'This request was already decided, or it has expired.',
  { advice: 'Go back to the application that asked; it shows the decision, or can ask again.' },
)

const readId = ({ params }: FastifyRequest): string => (params as { id: string }).id

class Approval {
  private readonly kind: Kind
  private readonly options: ApprovalOptions
  private readonly visits: ApprovalSessions

  constructor(kind: Kind, options: ApprovalOptions) {
    this.kind = kind
    this.options = options
    this.visits = new ApprovalSessions(options)
  }

  async open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = this.pathOf(request)
    const visit = this.visits.find(request, path) ?? this.visits.begin(reply, path)
    if (visit.outcome) {
      this.visits.end(reply, visit)
      return send(reply, 200, donePage(this.kind, visit.outcome))
    }
    return this.show(request, reply, visit)
  }

  async take(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = this.pathOf(request)
    const visit = this.visits.find(request, path)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!visit || visit.outcome || visit.form_token !== form.get('form_token'))
      return send(
        reply,
        400,
        stoppedPage('This page has expired, or was opened in another browser.'),
      )
    try {
      await this.takeStep(request, reply, visit, form)
      return reply.headers(APPROVAL_HEADERS).redirect(path, 303)
    } catch (error) {
      return this.show(request, reply, visit, form, toRefusal(error))
    }
  }

  /** The id is encoded again, because a path in a cookie must not hold anything else. */
  private pathOf(request: FastifyRequest): string {
    return `/open-banking/${this.kind}/${encodeURIComponent(readId(request))}/authorize`
  }

  private async takeStep(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: ApprovalSession,
    form: URLSearchParams,
  ): Promise<void> {
    const { signIn } = this.options
    const visitor = visitorOf(request)
    if (visit.token === undefined) {
      const email = form.get('email')?.trim() ?? ''
      const login = await logIn(signIn, visitor, { email, password: form.get('password') ?? '' })
      this.visits.goOn(reply, visit, login)
    } else if (visit.needs_code === true) {
      const code = form.get('code')?.replaceAll(/\s/g, '') ?? ''
      const login = await sendCode(signIn, visitor, { token: visit.token, code })
      this.visits.goOn(reply, visit, login ?? {})
    } else await this.decide(request, reply, visit, form)
  }

  private async decide(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: ApprovalSession,
    form: URLSearchParams,
  ): Promise<void> {
    const decision = form.get('decision')
    const caller = await this.findCaller(request, visit)
    // The login ended while the page was open, so the user signs in again.
    if (!caller) return void this.visits.goOn(reply, visit, {})
    if (decision === 'switch_account') {
      await this.logOut(request, caller)
      return void this.visits.goOn(reply, visit, {})
    }
    const { review, authorize, reject } = this.options.decisions[this.kind]
    const asked = await this.run<Asked>(review, request, caller)
    const approved = decision === 'approve'
    if (approved) await this.run(authorize, request, caller, this.chosenIn(form))
    else if (decision === 'deny') await this.run(reject, request, caller)
    else return
    await this.logOut(request, caller)
    const outcome = { approved, redirect_uri: asked.redirect_uri }
    this.visits.goOn(reply, visit, { outcome })
  }

  private chosenIn(form: URLSearchParams): object {
    return this.kind === 'consents' ? { accounts: form.getAll('account') } : {}
  }

  private async findCaller(
    request: FastifyRequest,
    { token }: ApprovalSession,
  ): Promise<Caller | undefined> {
    const { address } = request.caller
    return token === undefined ? undefined : this.options.signIn.authenticate(token, address)
  }

  private async run<Output>(
    operation: AnyOperation,
    request: FastifyRequest,
    caller: Caller,
    more: object = {},
  ): Promise<Output> {
    const input = { ...more, id: readId(request) }
    const call = { caller, input, requestId: request.id }
    return (await this.options.signIn.run(operation, call)).output as Output
  }

  private async logOut(request: FastifyRequest, caller: Caller): Promise<void> {
    await this.run(this.options.logOut, request, caller)
  }

  private async show(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: ApprovalSession,
    form?: URLSearchParams,
    refusal?: Refusal,
  ): Promise<FastifyReply> {
    if (refusal?.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
    const status = refusal?.status ?? 200
    const page = {
      action: visit.path,
      form_token: visit.form_token,
      problems: problemsOf(refusal),
    }
    if (visit.needs_code === true) return send(reply, status, codePage(page))
    const caller = await this.findCaller(request, visit)
    if (!caller) {
      const { form_token } = visit.token === undefined ? visit : this.visits.goOn(reply, visit, {})
      const email = form?.get('email')?.trim() ?? ''
      return send(reply, status, signInPage({ ...page, form_token, kind: this.kind, email }))
    }
    try {
      return send(reply, status, await this.renderQuestion(request, caller, page, form))
    } catch (error) {
      if (!(error instanceof AppError) || error.def.status >= 500) throw error
      // This user cannot decide the request, so the session is ended.
      await this.logOut(request, caller)
      this.visits.end(reply, visit)
      return showStop(reply, error)
    }
  }

  private async renderQuestion(
    request: FastifyRequest,
    caller: Caller,
    page: { action: string; form_token: string; problems: Refusal['problems'] | undefined },
    form: URLSearchParams | undefined,
  ): Promise<string> {
    const { review } = this.options.decisions[this.kind]
    const asked = await this.run<ConsentAsked | PaymentAsked>(review, request, caller)
    if (!asked.is_open) throw Decided({})
    const { email } = await this.run<{ email: string }>(this.options.whoAmI, request, caller)
    if ('payment' in asked) return paymentPage({ ...page, asked, email })
    const ticked = new Set(
      form?.getAll('account') ?? asked.accounts.map(({ resourceId }) => resourceId),
    )
    return consentPage({ ...page, asked, email, ticked })
  }
}

/** Problems with a single account are shown at the list of accounts. */
const problemsOf = (refusal: Refusal | undefined): Refusal['problems'] | undefined =>
  refusal &&
  Object.fromEntries(
    Object.entries(refusal.problems).map(([field, text]) => [
      /^accounts\b/.test(field) ? 'accounts' : FIELDS.has(field) ? field : '',
      text,
    ]),
  )

const FIELDS = new Set(['email', 'password', 'code'])

function showStop(reply: FastifyReply, error: AppError): FastifyReply {
  const seconds = retryAfter(error)
  if (seconds !== undefined) reply.header('Retry-After', String(seconds))
  return send(reply, error.def.status, stoppedPage(error.message))
}

const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(APPROVAL_HEADERS).type('text/html; charset=utf-8').send(page)
