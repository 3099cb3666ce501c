// The settings of the SMS provider and of the flat charge for a message.
import {
  choice,
  defineSettings,
  integer,
  pattern,
  previousSecret,
  secretText,
  webUrl,
} from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    SMS_FLAT_CHARGE_MINOR: integer(
      'Charge in cents for a text message sent by a connected client; it counts against the daily limit.',
      5,
      0,
      100_000,
    ),
    SMS_PROVIDER: choice(
      'The SMS provider. By default sandbox uses a simulated one (mock) and production sends no messages.',
      '',
      ['', 'mock', 'vertexsms'],
    ),
    SMS_PROVIDER_URL: webUrl('Address of the SMS provider.'),
    SMS_PROVIDER_TOKEN: secretText('Token that authenticates the bank to the SMS provider.'),
    SMS_REPORT_SECRET: secretText(
      'Shared secret that authenticates delivery reports of the SMS provider.',
    ),
    SMS_REPORT_SECRET_PREVIOUS: previousSecret('SMS_REPORT_SECRET'),
    SMS_SENDER: pattern(
      'Shown as the sender when a request names none.',
      'Florin',
      '1 to 20 letters, digits and spaces',
      /^[A-Za-z0-9 ]{1,20}$/,
    ),
  },
  (values, { production }) => {
    const { SMS_PROVIDER, SMS_PROVIDER_URL, SMS_PROVIDER_TOKEN, SMS_REPORT_SECRET } = values
    if (
      SMS_PROVIDER === 'vertexsms' &&
      [SMS_PROVIDER_URL, SMS_PROVIDER_TOKEN, SMS_REPORT_SECRET].includes('')
    )
      throw new StartError(
        'SMS_PROVIDER "vertexsms" needs SMS_PROVIDER_URL, SMS_PROVIDER_TOKEN and SMS_REPORT_SECRET.',
      )
    if (production && SMS_PROVIDER === 'mock')
      throw new StartError('SMS_PROVIDER must not be "mock" in production: it sends nothing.')
  },
)
