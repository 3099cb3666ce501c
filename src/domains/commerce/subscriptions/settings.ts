// The settings of the App Store and Google Play: which apps are accepted, and the credentials.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  defineSettings,
  flag,
  integer,
  pemText,
  text,
  type Variable,
  webUrl,
} from '../../../platform/settings.ts'

const serviceAccount = (summary: string): Variable<string> => ({
  summary,
  fallback: '',
  expected: 'the JSON key file of a service account, with client_email and private_key',
  secret: true,
  parse(value) {
    if (value === '') return ''
    try {
      const { client_email, private_key } = JSON.parse(value) as Record<string, unknown>
      return typeof client_email === 'string' && createPrivateKey(String(private_key))
        ? value
        : undefined
    } catch {
      return undefined
    }
  },
})

export const settings = defineSettings({
  APPLE_BUNDLE_ID: text('Bundle id of the app whose App Store receipts are accepted.', 'app.zelta'),
  APPLE_APP_ID: integer(
    'Numeric id of the app in the App Store; without it sandbox accepts any receipt, production none.',
    0,
    0,
    9_999_999_999,
  ),
  APPLE_ROOT_CERTIFICATE: pemText(
    'Root certificate for App Store receipts, in place of Apple Root CA - G3.',
    'a certificate',
    (bytes) => new X509Certificate(bytes).raw,
  ),
  APPLE_ONLINE_CHECKS: flag('Ask Apple whether its certificates were revoked.'),
  GOOGLE_PLAY_PACKAGE: text(
    'Package name of the app whose Google Play purchases are accepted.',
    'app.zelta',
  ),
  GOOGLE_PLAY_SERVICE_ACCOUNT: serviceAccount(
    'Key file of the service account for Google Play; without it sandbox simulates the store, production refuses its purchases.',
  ),
  GOOGLE_PLAY_URL: webUrl(
    'Base URL of the Google Play API.',
    'https://androidpublisher.googleapis.com',
  ),
})
