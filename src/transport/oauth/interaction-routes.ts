// The routes of the sign-in and consent pages: password, second factor if the user has one, consent. A form
// is answered by a redirect to the next step, or by the same page with the problems.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OAuthOptions, PageState } from './routes.ts'
import {
  consentPage,
  LIMIT_DEFAULT,
  limitChoices,
  PAGE_HEADERS,
  problemPage,
  secondFactorPage,
  signInPage,
} from './pages.ts'
import { FORGOT_PATH } from './password-pages.ts'
import { approve, logIn, type Refusal, sendCode, toRefusal, visitorOf } from './sign-in.ts'

const PATH = '/oauth/interaction/:uid'

export function addInteractionRoutes(scope: FastifyInstance, options: OAuthOptions): void {
  scope.get(PATH, async (request, reply) => {
    const state = await findPage(request, reply, options)
    if (!state) return showGone(reply)
    return isSignedOut(state)
      ? go(reply, await state.switchedAccount())
      : show(reply, state, options)
  })
  scope.post(PATH, async (request, reply) => {
    const state = await findPage(request, reply, options)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (state?.form_token !== form.get('form_token') || !state) return showGone(reply)
    try {
      return await takeStep(request, reply, state, form, options)
    } catch (error) {
      return show(reply, state, options, form, toRefusal(error))
    }
  })
}

/** True when the login ended while the page was open. */
const isSignedOut = ({ step, user }: PageState): boolean => step === 'consent' && !user

/** The library reads and sets its cookies on the raw request and response. */
const findPage = (request: FastifyRequest, reply: FastifyReply, { server }: OAuthOptions) =>
  server.findInteraction(request.raw, reply.raw, (request.params as { uid: string }).uid)

async function takeStep(
  request: FastifyRequest,
  reply: FastifyReply,
  state: PageState,
  form: URLSearchParams,
  options: OAuthOptions,
): Promise<FastifyReply> {
  // A page is used by the user in front of it, so a bearer on the request is ignored.
  const visit = visitorOf(request)
  const decision = form.get('decision')
  if (decision === 'deny') return go(reply, await state.denied())
  if (state.step === 'consent') {
    if (!state.user || decision === 'switch_account')
      return go(reply, await state.switchedAccount())
    const problems = judgeConsent(state, form)
    if (problems) return show(reply, state, options, form, { ...refused, problems })
    const limit = form.get('mcp_daily_limit_minor') ?? LIMIT_DEFAULT
    const grant = await approve(options.signIn, visit, state.user.uuid, {
      client_id: state.client.id,
      scopes: tickedOf(state, form),
      daily_limit_minor: limit === 'none' ? null : Number(limit),
    })
    return go(reply, await state.approved(grant))
  }
  if (state.step === 'password') {
    const email = form.get('email')?.trim() ?? ''
    const password = form.get('password') ?? ''
    const login = await logIn(options.signIn, visit, { email, password })
    if (!login.needs_code) return go(reply, await state.signedIn(login))
    await state.holdForCode(login.token)
    return go(reply, request.url)
  }
  const code = form.get('code')?.replace(/\s/g, '') ?? ''
  const login = await sendCode(options.signIn, visit, { token: state.pending_token!, code })
  if (login) return go(reply, await state.signedIn(login))
  await state.holdForCode(undefined)
  return go(reply, request.url)
}

const refused = { status: 422, retryAfter: undefined }

const tickedOf = (state: PageState, form: URLSearchParams): string[] => {
  const ticked = form.getAll('scope')
  return state.scopes.filter((name) => ticked.includes(name))
}

function judgeConsent(state: PageState, form: URLSearchParams): Refusal['problems'] | undefined {
  if (tickedOf(state, form).length === 0)
    return { scope: 'Tick at least one permission, or choose Deny.' }
  const limit = form.get('mcp_daily_limit_minor') ?? LIMIT_DEFAULT
  return limitChoices.some(({ value }) => value === limit)
    ? undefined
    : { mcp_daily_limit_minor: 'Choose one of the daily limits.' }
}

/** Every step ends with a redirect, so that reloading a page sends no form twice. */
const go = (reply: FastifyReply, address: string): FastifyReply =>
  reply.headers(PAGE_HEADERS).redirect(address, 303)

function show(
  reply: FastifyReply,
  state: PageState,
  options: OAuthOptions,
  form?: URLSearchParams,
  refusal?: Refusal,
): FastifyReply {
  if (refusal?.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
  const page = {
    action: `/oauth/interaction/${state.uid}`,
    form_token: state.form_token,
    client: state.client,
    problems: refusal?.problems,
  }
  return send(reply, refusal?.status ?? 200, render())

  function render(): string {
    if (state.step === 'second_factor') return secondFactorPage(page)
    if (state.step === 'password')
      return signInPage({
        ...page,
        email: form?.get('email')?.trim() ?? '',
        forgot: `${FORGOT_PATH}?from=${state.uid}`,
      })
    const offered = options.server.scopes.filter(({ name }) => state.scopes.includes(name))
    return consentPage({
      ...page,
      email: state.user?.email ?? '',
      scopes: offered.map((scope) => ({
        ...scope,
        isTicked: form
          ? form.getAll('scope').includes(scope.name)
          : state.named_scopes || !scope.writes,
      })),
      limit: form?.get('mcp_daily_limit_minor') ?? LIMIT_DEFAULT,
    })
  }
}

const showGone = (reply: FastifyReply): FastifyReply =>
  send(
    reply,
    400,
    problemPage({
      status: 400,
      error: 'page_expired',
      description: 'This page has expired, or was opened in another browser.',
    }),
  )

export const send = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
