// Which apps' subscriptions are taken, and how the stores are asked about them.
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
  APPLE_BUNDLE_ID: text('The app in the App Store whose receipts are taken.', 'app.zelta'),
  APPLE_APP_ID: integer(
    'Its number in the App Store; without it sandbox believes any receipt, production none.',
    0,
    0,
    9_999_999_999,
  ),
  APPLE_ROOT_CERTIFICATE: pemText(
    'To which receipts of the App Store must chain, if not to Apple Root CA - G3.',
    'a certificate',
    (bytes) => new X509Certificate(bytes).raw,
  ),
  APPLE_ONLINE_CHECKS: flag('Apple is asked whether its certificates were revoked.'),
  GOOGLE_PLAY_PACKAGE: text('The app at Google Play whose purchases are taken.', 'app.zelta'),
  GOOGLE_PLAY_SERVICE_ACCOUNT: serviceAccount(
    'Key file with which Google Play is asked; without it sandbox simulates, production refuses.',
  ),
  GOOGLE_PLAY_URL: webUrl(
    'Where the interface of Google Play begins.',
    'https://androidpublisher.googleapis.com',
  ),
})
