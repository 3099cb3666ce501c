// Errors as GraphQL shows them: the message and the code of the bank's own error, and a category for clients.
import { GraphQLError } from 'graphql'
import type { AppError } from '../../operation/error.ts'
import { shapeOf } from '../../operation/shape.ts'
import { retryAfter, toAppError } from '../rest/errors.ts'

type Category =
  | 'authentication'
  | 'authorization'
  | 'not_found'
  | 'validation'
  | 'payment'
  | 'conflict'
  | 'rate_limit'
  | 'internal'

const categories: Readonly<Record<number, Category>> = {
  400: 'validation',
  401: 'authentication',
  402: 'payment',
  403: 'authorization',
  404: 'not_found',
  409: 'conflict',
  413: 'validation',
  415: 'validation',
  422: 'validation',
  429: 'rate_limit',
}

const categoryOf = (status: number): Category =>
  categories[status] ?? (status >= 500 ? 'internal' : 'validation')

/** The extensions of an error of the bank. */
export function extensionsOf(error: AppError): Record<string, unknown> {
  const details = error.def.details && shapeOf(error.def.details).pick(error.details)
  const seconds = retryAfter(error)
  return {
    code: error.def.code,
    category: categoryOf(error.def.status),
    status: error.def.status,
    ...(details ? { details } : {}),
    ...('errors' in error.details ? { validation: error.details.errors } : {}),
    ...(seconds === undefined ? {} : { retry_after: seconds }),
  }
}

/** Replaces whatever a resolver threw; the cause of an unexpected error is only logged. */
export function toShownError(
  error: GraphQLError,
  requestId: string,
  onUnexpected: (cause: unknown) => void,
): GraphQLError {
  const { originalError } = error
  const place = { nodes: error.nodes ?? null, path: error.path ?? null }
  // An error without a cause is one of the query itself, such as a variable of the wrong type.
  if (!originalError || originalError instanceof GraphQLError)
    return new GraphQLError(error.message, {
      ...place,
      extensions: {
        category: 'validation',
        code: 'GRAPHQL_VALIDATION_FAILED',
        ...error.extensions,
      },
    })
  const shown = toAppError(originalError)
  if (shown.def.status >= 500 && shown.cause) onUnexpected(shown.cause)
  return new GraphQLError(shown.message, {
    ...place,
    extensions: { ...extensionsOf(shown), request_id: requestId },
  })
}

/** The answer to a request that never reached a resolver. */
export const refuse = (message: string, extensions: Record<string, unknown>) => ({
  errors: [new GraphQLError(message, { extensions }).toJSON()],
})

export const refuseFor = (error: AppError, requestId: string) =>
  refuse(error.message, { ...extensionsOf(error), request_id: requestId })
