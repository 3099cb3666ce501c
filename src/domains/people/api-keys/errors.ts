// The error of a revoked API key.
import { defineError } from '../../../operation/error.ts'

export const KeyRevoked = defineError(
  'API_KEY_REVOKED',
  409,
  () => 'This API key is revoked; create a new one.',
)
