// Signs users in on the pages by running the operations of the API, so that the same lock-out, second factor
// and audit apply. Errors become sentences for the fields they concern.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../operation/caller.ts'
import { AppError } from '../../operation/error.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import type { Run } from '../../operation/pipeline.ts'
import type { Authenticate } from '../rest/request-guard.ts'
import { retryAfter } from '../rest/errors.ts'

export interface PageOperations {
  readonly logIn: AnyOperation
  readonly verifyCode: AnyOperation
  readonly approve: AnyOperation
  readonly forgotPassword: AnyOperation
  readonly resetPassword: AnyOperation
}

export interface SignInOptions {
  readonly run: Run
  readonly operations: PageOperations
  readonly authenticate: (bearer: string, address: string) => ReturnType<Authenticate>
}

/** One request of the user in front of the page. */
export interface Visitor {
  readonly caller: Caller
  readonly requestId: string
  /** The browser, for the list of the user's sessions. */
  readonly user_agent?: string
}

/** The longest that the operations take. */
const USER_AGENT_LENGTH_MAX = 1000

export function visitorOf({ visitor, id, headers }: FastifyRequest): Visitor {
  const { 'user-agent': sent } = headers
  const more = sent === undefined ? {} : { user_agent: sent.slice(0, USER_AGENT_LENGTH_MAX) }
  return { caller: visitor, requestId: id, ...more }
}

export interface Login {
  readonly user_uuid: string
  readonly token: string
  readonly needs_code: boolean
}

export async function logIn(
  { run, operations }: SignInOptions,
  { caller, requestId, ...browser }: Visitor,
  given: { readonly email: string; readonly password: string },
): Promise<Login> {
  const input = { ...given, ...browser }
  const { output } = await run(operations.logIn, { caller, input, requestId })
  const { data } = output as {
    data: { user: { uuid: string }; access_token: string; two_factor_required: boolean }
  }
  const { user, access_token, two_factor_required } = data
  return { user_uuid: user.uuid, token: access_token, needs_code: two_factor_required }
}

/** Undefined when the token for sending the code has expired; then the password is needed again. */
export async function sendCode(
  { run, operations, authenticate }: SignInOptions,
  { caller: visitor, requestId, ...browser }: Visitor,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<Login | undefined> {
  const caller = await authenticate(token, visitor.address)
  if (caller?.user === undefined) return undefined
  const given = /^\d{6}$/.test(code) ? { code } : { recovery_code: code }
  const input = { ...given, ...browser }
  const { output } = await run(operations.verifyCode, { caller, input, requestId })
  const { access_token } = output as { access_token: string }
  return { user_uuid: caller.user, token: access_token, needs_code: false }
}

export interface Consent {
  readonly client_id: string
  readonly scopes: readonly string[]
  readonly daily_limit_minor: number | null
}

/** Runs as the user who is signed in on the page, without any scopes. */
export async function approve(
  { run, operations }: SignInOptions,
  { caller: visitor, requestId }: Visitor,
  user: string,
  input: Consent,
): Promise<string> {
  const caller = { ...visitor, user }
  const { output } = await run(operations.approve, { caller, input, requestId })
  return (output as { grant_id: string }).grant_id
}

export interface Refusal {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly problems: Readonly<Record<string, string>>
}

/** Translates errors that the user can correct; all others are thrown again. */
export function toRefusal(error: unknown): Refusal {
  if (!(error instanceof AppError) || error.def.status >= 500) throw error
  const { errors } = error.details as { errors?: Record<string, string[]> }
  const problems = errors
    ? Object.fromEntries(
        Object.entries(errors).map(([field, texts]) => [
          field === 'recovery_code' ? 'code' : field,
          texts[0] ?? error.message,
        ]),
      )
    : { '': error.message }
  return { status: error.def.status, retryAfter: retryAfter(error), problems }
}
