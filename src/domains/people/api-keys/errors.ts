// The error of a revoked API key.
import { defineError } from '../../../operation/error.ts'

export const KeyRevoked = defineError(
  'API_KEY_REVOKED',
  409,
  () => 'This API key is revoked; create a new one.',
  { advice: 'A revocation cannot be undone. Sign in and create a key with POST /api/v2/api-keys.' },
)
