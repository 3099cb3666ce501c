// Signing in on a page is signing in through the API: the same operations, so the same lock-out, the
// same second factor, the same audit. Refusals become sentences beside the fields they are about.
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

/** Whoever sits in front of the page. */
export interface Visit {
  readonly caller: Caller
  readonly requestId: string
}

export interface Login {
  readonly user_uuid: string
  readonly token: string
  readonly needs_code: boolean
}

export async function logIn(
  { run, operations }: SignInOptions,
  { caller, requestId }: Visit,
  input: { readonly email: string; readonly password: string },
): Promise<Login> {
  const { output } = await run(operations.logIn, { caller, input, requestId })
  const { data } = output as {
    data: { user: { uuid: string }; access_token: string; two_factor_required: boolean }
  }
  const { user, access_token, two_factor_required } = data
  return { user_uuid: user.uuid, token: access_token, needs_code: two_factor_required }
}

/** Undefined when the token that sends the code is over: the password is needed again. */
export async function sendCode(
  { run, operations, authenticate }: SignInOptions,
  { caller: visitor, requestId }: Visit,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<Login | undefined> {
  const caller = await authenticate(token, visitor.address)
  if (caller?.user === undefined) return undefined
  const input = /^\d{6}$/.test(code) ? { code } : { recovery_code: code }
  const { output } = await run(operations.verifyCode, { caller, input, requestId })
  const { access_token } = output as { access_token: string }
  return { user_uuid: caller.user, token: access_token, needs_code: false }
}

export interface Consent {
  readonly client_id: string
  readonly scopes: readonly string[]
  readonly daily_limit_minor: number | null
}

/** In the name of whoever is signed in on the page, who may do just this by it. */
export async function approve(
  { run, operations }: SignInOptions,
  { caller: visitor, requestId }: Visit,
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

/** What the person can do something about; everything else is thrown on. */
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
