// The routes of the pages for a forgotten password. They run the operations of the API, so that the same
// limits, mails and audit apply. Known and unknown addresses get the same answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../operation/error.ts'
import type { OAuthOptions } from './routes.ts'
import {
  changedPage,
  FORGOT_PATH,
  forgotPage,
  PASSWORD_HEADERS,
  RESET_PATH,
  resetPage,
  sentPage,
} from './password-pages.ts'
import { type Refusal, toRefusal } from './sign-in.ts'

const SENT_PATH = '/oauth/password/sent'
const CHANGED_PATH = '/oauth/password/changed'

export function addPasswordRoutes(scope: FastifyInstance, { signIn }: OAuthOptions): void {
  const { run, operations } = signIn
  const visit = (request: FastifyRequest) => ({
    caller: request.visitor,
    requestId: request.id,
  })

  scope.get(FORGOT_PATH, (request, reply) =>
    show(reply, forgotPage({ email: '', signIn: findSignIn(request) })),
  )
  scope.post(FORGOT_PATH, async (request, reply) => {
    const email = readForm(request).get('email')?.trim() ?? ''
    try {
      await run(operations.forgotPassword, { ...visit(request), input: { email } })
    } catch (error) {
      const refusal = toWords(error)
      const page = { email, signIn: findSignIn(request), problems: refusal.problems }
      return show(reply, forgotPage(page), refusal)
    }
    return go(reply, `${SENT_PATH}${queryOf(request)}`)
  })
  scope.get(SENT_PATH, (request, reply) => show(reply, sentPage(findSignIn(request))))

  scope.get(RESET_PATH, (request, reply) => {
    const { token } = request.query as { token?: unknown }
    const given = typeof token === 'string' ? token : ''
    return given === ''
      ? go(reply, FORGOT_PATH)
      : show(reply, resetPage({ token: given, email: '', endsEverything: false }))
  })
  scope.post(RESET_PATH, async (request, reply) => {
    const form = readForm(request)
    const read = (field: string): string => form.get(field) ?? ''
    const token = read('token')
    const email = read('email').trim()
    const endsEverything = form.has('end_everything')
    const input = {
      token,
      email,
      password: read('password'),
      password_confirmation: read('password_confirmation'),
      end_everything: endsEverything,
    }
    try {
      await run(operations.resetPassword, { ...visit(request), input })
    } catch (error) {
      const refusal = toWords(error)
      const { token: ended, ...problems } = refusal.problems
      // The token is a hidden field, so its problem is shown for the whole form.
      const shown = ended === undefined ? problems : { ...problems, '': ended }
      return show(reply, resetPage({ token, email, endsEverything, problems: shown }), refusal)
    }
    return go(reply, CHANGED_PATH)
  })
  scope.get(CHANGED_PATH, (_request, reply) => show(reply, changedPage()))
}

const readForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

/** The sign-in page that the user came from. The query holds only its id, so it cannot lead elsewhere. */
function findSignIn({ query }: FastifyRequest): string | undefined {
  const { from } = query as { from?: unknown }
  return typeof from === 'string' && /^[\w-]{1,64}$/.test(from)
    ? `/oauth/interaction/${from}`
    : undefined
}

const queryOf = (request: FastifyRequest): string => {
  const signIn = findSignIn(request)
  return signIn === undefined ? '' : `?from=${signIn.split('/').at(-1)!}`
}

/** Unlike on other pages, 503 is shown in the form: it says that the bank sends no mail. */
function toWords(error: unknown): Refusal {
  if (error instanceof AppError && error.def.status === 503)
    return { status: 503, retryAfter: undefined, problems: { '': error.message } }
  return toRefusal(error)
}

const go = (reply: FastifyReply, address: string): FastifyReply =>
  reply.headers(PASSWORD_HEADERS).redirect(address, 303)

function show(reply: FastifyReply, page: string, refusal?: Refusal): FastifyReply {
  if (refusal?.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter))
  return reply
    .code(refusal?.status ?? 200)
    .headers(PASSWORD_HEADERS)
    .type('text/html; charset=utf-8')
    .send(page)
}
