// The errors of endpoints.
import { Type } from 'typebox'
import { defineError } from '../../../../operation/error.ts'

export const EndpointExists = defineError<{ endpoint: string }>(
  'ENDPOINT_EXISTS',
  409,
  (d) => `${d.endpoint} already has a price; change that one, or choose another path.`,
  {
    advice:
      'Look for it in GET /api/v2/x402/endpoints and change it by PUT /api/v2/x402/endpoints/{id}. If it is not listed, the path belongs to another seller.',
  },
)

/** Otherwise a customer could charge others for the bank's own service. */
export const PathReserved = defineError(
  'PATH_RESERVED',
  403,
  () =>
    'Only an operator may put a price on a path that the bank itself serves, such as everything under /api. Choose another path, such as /premium/report.',
  {
    advice:
      'Sell a path outside /api that the bank does not serve by any method, or ask an operator to set the price.',
  },
)

export const TooManyEndpoints = defineError<{ maximum: number }>(
  'TOO_MANY_X402_ENDPOINTS',
  422,
  (d) => `You have the maximum of ${d.maximum} paths with a price; remove one first.`,
  {
    advice:
      'Remove an endpoint by DELETE /api/v2/x402/endpoints/{id}; inactive ones count as well.',
    details: Type.Object({ maximum: Type.Integer() }),
  },
)
