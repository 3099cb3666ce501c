// Settings of notifications: the provider of push messages.
import { createPrivateKey } from 'node:crypto'
import { choice, defineSettings, pattern, pemText } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

const FCM = 'fcm'

export const settings = defineSettings(
  {
    PUSH_PROVIDER: choice(
      'The provider of push messages: simulated, or Firebase Cloud Messaging. In production, simulated sends none.',
      'simulated',
      ['simulated', FCM],
    ),
    FCM_PROJECT_ID: pattern(
      'The project at Firebase Cloud Messaging.',
      '',
      'lowercase letters, digits and hyphens',
      /^[a-z0-9-]{0,63}$/,
    ),
    FCM_CLIENT_EMAIL: pattern(
      'The e-mail address of the service account that sends push messages.',
      '',
      'an e-mail address',
      /^([^\s@]{1,200}@[^\s@]{1,200})?$/,
    ),
    FCM_PRIVATE_KEY: pemText(
      'The private key of that service account.',
      'an RSA private key',
      (bytes) => {
        const key = createPrivateKey(bytes)
        return key.asymmetricKeyType === 'rsa' ? key : undefined
      },
    ),
  },
  ({ PUSH_PROVIDER, FCM_PROJECT_ID, FCM_CLIENT_EMAIL, FCM_PRIVATE_KEY }) => {
    if (PUSH_PROVIDER !== FCM) return
    const needed = { FCM_PROJECT_ID, FCM_CLIENT_EMAIL, FCM_PRIVATE_KEY }
    for (const [name, value] of Object.entries(needed))
      if (value === '') throw new StartError(`${name} must be set when PUSH_PROVIDER is fcm.`)
  },
)
