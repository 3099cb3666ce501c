// The refusals of the bank, one class for each kind.

/** A refusal, with its code and the fields that are wrong. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined
  readonly requestId: string | undefined

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.error?.message ?? answer.message ?? `The bank answered ${status}.`)
    this.name = new.target.name
    this.status = status
    this.code = answer.error?.code ?? 'UNREADABLE'
    this.details = answer.error?.details
    this.errors = answer.errors
    this.requestId = answer.request_id
  }
}

/** 400: the request could not be read. */
export class BadRequestError extends ApiError {}

/** 401: the token is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {}

/** 402: the call has to be paid for. */
export class PaymentRequiredError extends ApiError {}

/** 403: the token may not do this. */
export class PermissionDeniedError extends ApiError {}

/** 404: it does not exist, or belongs to somebody else. */
export class NotFoundError extends ApiError {}

/** 409: it conflicts with something that happened before. */
export class ConflictError extends ApiError {}

/** 422: a field is wrong, or the bank's rules refuse it. */
export class ValidationError extends ApiError {}

/** 429: too many calls. */
export class RateLimitError extends ApiError {}

/** 5xx: the bank failed or is busy. */
export class ServerError extends ApiError {}

export interface ErrorAnswer {
  readonly error?: { readonly code?: string; readonly message?: string; readonly details?: unknown }
  readonly message?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  readonly request_id?: string
}

const KINDS: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
}

export async function toError(response: Response): Promise<ApiError> {
  const { status } = response
  const Kind = KINDS[status] ?? (status >= 500 ? ServerError : ApiError)
  return new Kind(status, (await response.json().catch(() => ({}))) as ErrorAnswer)
}
