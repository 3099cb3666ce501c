// Answers every error in one envelope, whether it comes from an operation, the framework or the HTTP parser. No
// answer shows a stack trace or an error page of the framework.
import type { FastifyError } from 'fastify'
import {
  AppError,
  defineError,
  excuseDatabase,
  Invalid,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../operation/error.ts'
import { shapeOf } from '../../operation/shape.ts'

// Errors of the REST transport itself, before any operation is chosen.

export const BadRequest = defineError<{ reason: string }>('INVALID_REQUEST', 400, (d) => d.reason, {
  meaning: 'The request cannot be read: its address, its body or its encoding.',
  advice:
    'Check that the body is valid JSON and that the URL is percent-encoded; the message names the fault.',
})
export const MethodNotAllowed = defineError<{ method: string; allow: string }>(
  'METHOD_NOT_ALLOWED',
  405,
  (d) => `${d.method} is not allowed here; use ${d.allow}.`,
  { advice: 'Use one of the methods in the Allow header.' },
)
const RequestTimeout = defineError(
  'REQUEST_TIMEOUT',
  408,
  () => 'The request took too long to arrive; send it again.',
  {
    advice:
      'Send headers and body within 30 seconds: use a faster connection or a smaller body. Nothing was done, so a retry is safe.',
  },
)
export const PayloadTooLarge = defineError<{ limit: number }>(
  'PAYLOAD_TOO_LARGE',
  413,
  (d) => `The request body may have at most ${d.limit} bytes.`,
  { advice: 'Split the request into several smaller ones.' },
)
const UnsupportedMediaType = defineError(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  () => 'Send JSON, with the header Content-Type: application/json.',
  {
    advice:
      'Set the Content-Type header to the media type that the operation documents: `application/json` unless it says otherwise.',
  },
)
const HeadersTooLarge = defineError(
  'HEADERS_TOO_LARGE',
  431,
  () => 'The request headers are too large; send fewer or shorter ones.',
  { advice: 'Keep all headers together below 16 KiB; remove cookies and tracing headers first.' },
)
/** Rejected before anything was done, so a retry is safe. */
export const Overloaded = defineError(
  'OVERLOADED',
  503,
  () =>
    'The bank is overloaded and rejected this request before doing anything; retry in a moment.',
  {
    meaning: 'The bank is overloaded and rejected this request before doing anything.',
    advice:
      'Wait as long as the Retry-After header says, plus a random part of it, and send the same request again; double the wait each time. Send fewer requests at once.',
  },
)
const ServerError = defineError(
  'SERVER_ERROR',
  500,
  () => 'An internal error occurred; quote the request_id when you report it.',
  {
    advice:
      'Retry a write only with the same Idempotency-Key; if the error persists, report the request_id to the bank.',
  },
)

/** The client is gone; the error is only for logs and metrics. */
const RequestCutOff = defineError(
  'REQUEST_CUT_OFF',
  400,
  () => 'The connection ended before the body of the request did.',
  { advice: 'Send the complete body again, as long as Content-Length says.' },
)

export const BODY_BYTES_MAX = 1_048_576

/** Turns anything thrown into the error that the caller gets; `bodyLimit` is that of the route. */
export function toAppError(thrown: unknown, bodyLimit = BODY_BYTES_MAX): AppError {
  const error = excuseDatabase(thrown)
  if (error instanceof AppError) return error
  const { code, statusCode } = error as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return PayloadTooLarge({ limit: bodyLimit })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return UnsupportedMediaType({})
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return RequestTimeout({})
    case 'HPE_HEADER_OVERFLOW':
      return HeadersTooLarge({})
    case 'ECONNRESET':
      return RequestCutOff({})
    case 'FST_ERR_BAD_URL':
      return BadRequest({ reason: 'The address is not valid: check its percent-encoding.' })
  }
  if (code?.startsWith('HPE_')) return BadRequest({ reason: 'The request is not valid HTTP.' })
  if (statusCode === 503) return Unavailable({ reason: 'The server is shutting down.' })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return BadRequest({ reason: (error as Error).message })
  return ServerError({}, { cause: error })
}

/** The error envelope, with all fields that the specification shows for any client. */
export function toErrorBody(error: AppError, requestId: string) {
  const details = error.def.details && shapeOf(error.def.details).pick(error.details)
  return {
    success: false,
    error: {
      code: error.def.code,
      message: error.message,
      ...(details ? { details } : {}),
      ...error.shown.error,
    },
    message: error.message,
    ...('errors' in error.details ? { errors: error.details.errors } : {}),
    ...error.shown.body,
    request_id: requestId,
  }
}

/** Leads to the page of the catalogue that says what to do about this code (RFC 8288). The body has no room for it. */
export const helpLink = (code: string): string => `<${ERROR_PAGES}/${code}>; rel="help"`

export const ERROR_PAGES = '/api/docs/errors'

/** The body of two texts that the specification shows for some 404 answers. */
export const toPlainBody = (error: AppError) => ({
  message: error.message,
  error: 'Not found',
})

/** Seconds until the same request may succeed, where that is known. */
export function retryAfter(error: AppError): number | undefined {
  if (error.def.code === RateLimited.code && 'retry_after' in error.details)
    return Number(error.details.retry_after)
  return error.def.code === Unavailable.code || error.def.code === Overloaded.code ? 1 : undefined
}

/** Errors that any route may answer, for the generated documents. */
export const transportErrors = [
  BadRequest,
  Invalid,
  NotFound,
  MethodNotAllowed,
  RequestTimeout,
  PayloadTooLarge,
  UnsupportedMediaType,
  HeadersTooLarge,
  Overloaded,
  ServerError,
]
