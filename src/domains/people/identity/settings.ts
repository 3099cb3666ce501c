// The settings that name the first operator, and how addresses are confirmed.
import { choice, defineSettings, type Mode, text, type Values } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'
import { findWeakness } from './passwords/strength.ts'

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
    EMAIL_CONFIRMATION: choice(
      'How new customers confirm their address: mail, by a code that is mailed to them, or at_once, without any proof. Default: at_once in the sandbox, mail in production, where at_once is refused.',
      '',
      ['', 'mail', 'at_once'],
    ),
  },
  ({ ADMIN_EMAIL, ADMIN_PASSWORD, EMAIL_CONFIRMATION }, { production }) => {
    if (production && EMAIL_CONFIRMATION === 'at_once')
      throw new StartError(
        'EMAIL_CONFIRMATION=at_once is for the sandbox: in production an address is confirmed by mail or by an operator. Unset it.',
      )
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

export const confirmsAtOnce = (
  { EMAIL_CONFIRMATION }: Values<(typeof settings)['variables']>,
  { production }: Mode,
): boolean => !production && EMAIL_CONFIRMATION !== 'mail'
