// Checks the consent to waive the right of withdrawal. Apps must send it from version 1.3.1 on. For older
// apps, and apps that send no version, it is optional, but must be complete when sent.
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

/** Throws when the consent that this app version needs is missing or not given. */
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
      'The withdrawalConsent.given field must be true from app version 1.3.1 on.',
    )
  // Negated, because a leap second passes the schema but parses to NaN.
  if (!(Date.parse(consent.acceptedAt) >= Date.parse(consent.shownAt)))
    throw refuseField(
      'withdrawalConsent.acceptedAt',
      'The withdrawalConsent.acceptedAt field must not be earlier than shownAt.',
    )
}

function isConsentRequired(appVersion: string | null): boolean {
  if (appVersion === null) return false
  const version = parseVersion(appVersion)
  // Otherwise an unreadable version would be a way around the rule.
  if (!version) throw refuseField('appVersion', 'The appVersion must look like 1.3.1.')
  return isAtLeast(version, REQUIRED_FROM)
}
