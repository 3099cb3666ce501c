// Consent to lose the right of withdrawal by being served at once: an app must ask for it from version
// 1.3.1 on. Below, and where an app does not say what it is, it may; what it then sends must be whole.
import { refuseField } from './errors.ts'
import { isAtLeast, parseVersion } from './version.ts'

const REQUIRED_FROM = [1, 3, 1] as const

export interface Consent {
  readonly given: boolean
  readonly shownAt: string
  readonly acceptedAt: string
  readonly consentText: string
  readonly version: number
}

export interface Consenting {
  readonly appVersion?: string | null
  readonly withdrawalConsent?: Consent | null
}

/** Throws unless what the version of the app asks for is there. */
export function checkConsent({ appVersion, withdrawalConsent: consent }: Consenting): void {
  const isRequired = isConsentRequired(appVersion ?? null)
  if (!consent) {
    if (isRequired)
      throw refuseField(
        'withdrawalConsent',
        'The withdrawalConsent field is required from app version 1.3.1 on.',
      )
    return
  }
  if (isRequired && !consent.given)
    throw refuseField(
      'withdrawalConsent.given',
      'The consent must be given before a subscription starts.',
    )
  // A leap second has the right form, too, but is no instant that can be compared.
  if (!(Date.parse(consent.acceptedAt) >= Date.parse(consent.shownAt)))
    throw refuseField(
      'withdrawalConsent.acceptedAt',
      'The consent cannot be accepted before it was shown.',
    )
}

function isConsentRequired(appVersion: string | null): boolean {
  if (appVersion === null) return false
  const version = parseVersion(appVersion)
  // A version that cannot be read must not be a way around the rule.
  if (!version) throw refuseField('appVersion', 'The appVersion must look like 1.3.1.')
  return isAtLeast(version, REQUIRED_FROM)
}
