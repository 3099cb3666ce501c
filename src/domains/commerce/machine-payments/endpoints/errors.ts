// The errors of endpoints.
import { Type } from 'typebox'
import { defineError } from '../../../../operation/error.ts'

export const EndpointExists = defineError<{ endpoint: string }>(
  'ENDPOINT_EXISTS',
  409,
  (d) => `${d.endpoint} already has a price; change that one, or choose another path.`,
)

/** Otherwise a customer could charge others for the bank's own service. */
export const PathReserved = defineError(
  'PATH_RESERVED',
  403,
  () =>
    'Only an operator may put a price on a path that the bank itself serves, such as everything under /api. Choose another path, such as /premium/report.',
)

export const TooManyEndpoints = defineError<{ maximum: number }>(
  'TOO_MANY_X402_ENDPOINTS',
  422,
  (d) => `You have the maximum of ${d.maximum} paths with a price; remove one first.`,
  { details: Type.Object({ maximum: Type.Integer() }) },
)
