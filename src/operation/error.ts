// Errors that callers see. Each is declared once; its code, status and wording are the same through every
// transport. Errors are thrown, not returned, because throwing rolls the transaction back.
import { type TSchema, Type } from 'typebox'
import { acceptsNoWrites, isUnavailable } from '../platform/database.ts'

export interface ErrorDef<Details extends object = never> {
  readonly code: string
  readonly status: number
  /** Public wording, computed from the details so that the two cannot disagree. */
  message(details: Details): string
  /** The details that callers see in `error.details`; without this schema they see none. */
  readonly details?: TSchema
  /** What it means in general, where the message is only a detail; for documents. */
  readonly meaning?: string
  /** What the caller should do about it; for the error catalogue. */
  readonly advice: string
  /** Commits what the handler wrote before it threw, such as the count of failed logins. */
  readonly keepsWrites?: boolean
  /** Additions to the usual error body that the specification shows for this error. */
  show?(details: Details): Shown
}

/** Extra fields of the body and of its `error`, and extra headers. */
export interface Shown {
  readonly body?: Record<string, unknown>
  readonly error?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Any declared error, whatever its details. */
export type AnyErrorDef = Omit<ErrorDef, 'message' | 'show'>

export class AppError extends Error {
  readonly def: AnyErrorDef
  readonly details: object
  readonly shown: Shown
  constructor(
    def: AnyErrorDef,
    message: string,
    details: object,
    options: ErrorOptions & { readonly shown?: Shown | undefined } = {},
  ) {
    super(message, options)
    this.def = def
    this.details = details
    this.shown = options.shown ?? {}
  }
}

type Raise<Details extends object> = (details: Details, options?: ErrorOptions) => AppError

/**
 * Declares an error; the result is both the declaration (listed on operations) and the function
 * that makes one to throw. Private context goes into `options.cause`, never into the message.
 */
export function defineError<Details extends object = object>(
  code: string,
  status: number,
  message: (details: Details) => string,
  extra: Omit<ErrorDef<Details>, 'code' | 'status' | 'message'>,
): Raise<Details> & ErrorDef<Details> {
  const def: ErrorDef<Details> = { code, status, message, ...extra }
  const raise: Raise<Details> = (details, options) =>
    new AppError(def, message(details), details, { ...options, shown: def.show?.(details) })
  return Object.assign(raise, def)
}

// Errors that the pipeline and the transports may answer for any operation.

/** Also the answer to a wrong password; `keepsWrites` keeps the count of failed attempts. */
export const Unauthenticated = defineError<{
  reason?: string
  errors?: Record<string, string[]>
}>('UNAUTHORIZED', 401, (d) => d.reason ?? 'Unauthenticated.', {
  meaning: 'The request has no valid credential, or the password or code is wrong.',
  advice:
    'Send `Authorization: Bearer` with a valid token or key: sign in with POST /api/auth/login, renew an expired token with POST /api/auth/refresh, or use another API key.',
  keepsWrites: true,
})

export const InsufficientScope = defineError<{ required_scope: string }>(
  'INSUFFICIENT_SCOPE',
  403,
  (d) => `This credential lacks the permission "${d.required_scope}".`,
  {
    advice:
      'Use a credential with the permission in `error.details.required_scope`, or create one that has it.',
    details: Type.Object({ required_scope: Type.String() }),
  },
)

export const TwoFactorRequired = defineError(
  'TWO_FACTOR_REQUIRED',
  403,
  () => 'Finish signing in first: send your code to POST /api/auth/2fa/verify.',
  {
    advice:
      'Send a code from the authenticator app, or a recovery code, with the token of this sign-in; then use the token that the response returns.',
  },
)

export const ReauthenticationRequired = defineError(
  'REAUTHENTICATION_REQUIRED',
  403,
  () =>
    'Confirm your identity again: send your password to POST /api/auth/prove, or sign in again with your password or a passkey. The confirmation is valid for five minutes.',
  {
    advice:
      'Ask the user for the password, send it to POST /api/auth/prove in the same session, and repeat the request within five minutes.',
  },
)

export const EmailNotConfirmed = defineError(
  'EMAIL_NOT_CONFIRMED',
  403,
  () =>
    'Confirm your e-mail address first: sign in and send the code from the mail to POST /api/auth/verify-email. POST /api/auth/resend-verification mails a new code.',
  {
    meaning:
      'Until the e-mail address is confirmed, the account can be read and can receive money, but cannot pay or grant lasting access.',
    advice:
      'Ask the user for the code from the mail, send it to POST /api/auth/verify-email, and repeat the request.',
  },
)

export const Forbidden = defineError<{ reason: string }>('FORBIDDEN', 403, (d) => d.reason, {
  meaning: 'The credential is valid, but does not have the right to do this.',
  advice:
    'Use the credential of a user who has the right that the message names. A retry does not help.',
})

/** Also the answer for records of other users, so that callers cannot find out whether they exist. */
export const NotFound = defineError<{ what: string; id: string }>(
  'NOT_FOUND',
  404,
  (d) => `There is no ${d.what} ${d.id}.`,
  {
    advice:
      'Check the id and the path. A record of another customer, tenant or environment is reported as not found.',
  },
)

/** `errors` maps each field to its problems; REST shows it at the top level of the body. */
export const Invalid = defineError<{ errors: Record<string, string[]> }>(
  'VALIDATION_ERROR',
  422,
  (d) => Object.values(d.errors)[0]?.[0] ?? 'The given data was invalid.',
  {
    meaning: 'A field is missing or has a value that the operation does not take.',
    advice: 'Correct each field that `errors` names; every field comes with its own message.',
  },
)

export const IdempotencyConflict = defineError(
  'IDEMPOTENCY_CONFLICT',
  409,
  () =>
    'This Idempotency-Key was already used with a different request or by a credential with other rights; use a new key.',
  {
    advice:
      'Use a new key for each new request. Reuse a key only to retry the identical request with a credential of the same rights.',
  },
)

export const RequestInProgress = defineError(
  'REQUEST_IN_PROGRESS',
  409,
  () => 'A request with this Idempotency-Key is still running; retry in a moment.',
  {
    advice:
      'Wait a moment and send the same request with the same key; the response is that of the first request.',
  },
)

export const RateLimited = defineError<{ retry_after: number }>(
  'RATE_LIMIT_EXCEEDED',
  429,
  (d) => `Too many requests; retry in ${d.retry_after} s.`,
  {
    advice:
      'Wait as many seconds as the Retry-After header says. The headers X-RateLimit-Remaining and X-RateLimit-Reset say beforehand when the window is used up.',
    details: Type.Object({ retry_after: Type.Integer() }),
  },
)

/** One caller may have only a few long requests in progress. */
export const TooManyConcurrentRequests = defineError<{ in_progress: number; retry_after: number }>(
  'TOO_MANY_CONCURRENT_REQUESTS',
  429,
  (d) =>
    `You have ${d.in_progress} long requests in progress, the limit for one caller; wait for one to finish, or retry in ${d.retry_after} s.`,
  {
    advice:
      'Send long requests one after another, or at most as many at once as `error.details.in_progress` says.',
    details: Type.Object({ in_progress: Type.Integer(), retry_after: Type.Integer() }),
    show: (d) => ({ headers: { 'Retry-After': String(d.retry_after) } }),
  },
)

export const Unavailable = defineError<{ reason: string }>(
  'SERVICE_UNAVAILABLE',
  503,
  (d) => d.reason,
  {
    meaning: 'The bank, or a service that it depends on, is not available at the moment.',
    advice: 'Retry with exponential backoff, a write with the same Idempotency-Key.',
  },
)

/** The answer to a node that no longer waits for it: nothing was done, and the answer is discarded. */
export const RevokedByTransport = (): AppError =>
  Unavailable({ reason: 'The node that forwarded this request no longer waits for it.' })

/** Turns an outage of the database into a 503; returns any other error unchanged. */
export function excuseDatabase(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  const reason = acceptsNoWrites(error)
    ? 'The database accepts no writes at the moment; retry shortly.'
    : 'The database is not reachable; retry shortly.'
  return Unavailable({ reason }, { cause: error })
}
