// What is refused of monetized paths.
import { defineError } from '../../operation/error.ts'

export const EndpointExists = defineError<{ endpoint: string }>(
  'ENDPOINT_EXISTS',
  409,
  (d) => `${d.endpoint} costs something already.`,
)
