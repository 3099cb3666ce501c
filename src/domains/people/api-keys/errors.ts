// What API keys may be refused for, beside not being there.
import { defineError } from '../../../operation/error.ts'

export const KeyRevoked = defineError(
  'API_KEY_REVOKED',
  409,
  () => 'This API key is revoked; create a new one.',
)
