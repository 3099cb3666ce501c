// What is refused of endpoints.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const EndpointExists = defineError<{ endpoint: string }>(
  'ENDPOINT_EXISTS',
  409,
  (d) => `${d.endpoint} costs something already.`,
)

/** Otherwise anybody could make everybody pay for what the bank gives them. */
export const PathServed = defineError(
  'PATH_SERVED',
  403,
  () =>
    'Only an operator may put a price on what the bank itself serves, such as everything under /api. Choose a path of your own, such as /premium/report.',
)

export const TooManyEndpoints = defineError<{ maximum: number }>(
  'TOO_MANY_X402_ENDPOINTS',
  422,
  (d) => `You have ${d.maximum} paths with a price; remove one first.`,
  { details: Type.Object({ maximum: Type.Integer() }) },
)
