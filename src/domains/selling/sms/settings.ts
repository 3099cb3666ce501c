// Who carries text messages, and what they cost.
import {
  choice,
  defineSettings,
  integer,
  pattern,
  secretText,
  webUrl,
} from '../../../platform/settings.ts'
import { StartError } from '../../../platform/start-error.ts'

export const settings = defineSettings(
  {
    SMS_FLAT_CHARGE_MINOR: integer(
      'What a text message sent by a connected program is charged, and counts against the daily limit, in cents.',
      5,
      0,
      100_000,
    ),
    SMS_PROVIDER: choice(
      'Who carries text messages; sandbox has a simulated one (mock), production none.',
      '',
      ['', 'mock', 'vertexsms'],
    ),
    SMS_PROVIDER_URL: webUrl('Address of the SMS provider.'),
    SMS_PROVIDER_TOKEN: secretText('Token with which the SMS provider knows us.'),
    SMS_REPORT_SECRET: secretText(
      'With which the SMS provider proves that a delivery report is its own.',
    ),
    SMS_SENDER: pattern(
      'Sender of text messages that name none.',
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
