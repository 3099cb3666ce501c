// The settings that name the first operator.
import { defineSettings, text } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findWeakness } from './weak-password.ts'

export const settings = defineSettings(
  {
    ADMIN_EMAIL: text('E-mail of the operator, created at start.', ''),
    ADMIN_PASSWORD: {
      ...text(
        'Password of the operator; in production at least 12 characters that are hard to guess.',
        '',
      ),
      secret: true,
    },
  },
  ({ ADMIN_EMAIL, ADMIN_PASSWORD }, { production }) => {
    if ((ADMIN_EMAIL === '') !== (ADMIN_PASSWORD === ''))
      throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
    if (ADMIN_EMAIL === '') return
    if (!/^\S+@\S+$/.test(ADMIN_EMAIL))
      throw new StartError(`ADMIN_EMAIL must be an e-mail address, but is "${ADMIN_EMAIL}".`)
    if (ADMIN_PASSWORD.length < 8)
      throw new StartError('ADMIN_PASSWORD must be at least 8 characters long.')
    const weakness = production ? findWeakness(ADMIN_PASSWORD, ADMIN_EMAIL) : undefined
    if (weakness !== undefined)
      throw new StartError(`ADMIN_PASSWORD is too weak for production: ${weakness}.`)
  },
)
