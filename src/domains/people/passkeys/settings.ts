// The setting that lists where passkeys may be used.
import { defineSettings, isOrigin, list } from '../../../platform/settings.ts'

/** An Android app has no web address; its origin is the hash of its signing certificate. */
const isPageOrApp = (value: string): boolean =>
  isOrigin(value) || /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/.test(value)

export const settings = defineSettings({
  WEBAUTHN_ORIGINS: list(
    'Origins of pages and apps, besides PUBLIC_URL, in which its passkeys may be used.',
    'origins such as https://app.example.com or android:apk-key-hash:…',
    isPageOrApp,
  ),
})
