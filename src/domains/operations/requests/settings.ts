// Settings of the request log.
import { choice, defineSettings } from '../../../platform/settings.ts'

export const settings = defineSettings({
  REQUEST_LOG_BODIES: choice(
    'Of which calls by programs the request log keeps the bodies: of all, of those in the sandbox environment, of none; auto: all in sandbox mode, sandbox in production.',
    'auto',
    ['auto', 'all', 'sandbox', 'none'],
  ),
})
