// Errors of open banking. In addition to the bank's usual envelope, the body has the `tppMessages` of the Berlin
// Group's standard.
import { defineError } from '../../../operation/error.ts'

const defineTppError = <Details extends object>(
  code: string,
  status: number,
  message: (details: Details) => string,
  {
    headers,
    ...documented
  }: {
    readonly meaning?: string
    readonly advice: string
    readonly headers?: (details: Details) => Readonly<Record<string, string>>
  },
) =>
  defineError<Details>(code, status, message, {
    ...documented,
    show: (details) => ({
      body: { tppMessages: [{ category: 'ERROR', code, text: message(details) }] },
      ...(headers && { headers: headers(details) }),
    }),
  })

export const ConsentMissing = defineTppError(
  'CONSENT_MISSING',
  403,
  () => 'Send the id of a consent in the header X-Consent-ID.',
  {
    advice:
      'Create a consent with POST /api/v1/open-banking/consents, let the account holder authorize it, and send its `consentId`.',
  },
)

export const ConsentInvalid = defineTppError<{ reason: string }>(
  'CONSENT_INVALID',
  403,
  (d) => d.reason,
  {
    meaning:
      'The consent is unknown, not authorized or ended, or does not cover the requested data.',
    advice:
      'Get the consent to see its `consentStatus` and the accounts in `granted`. If it has ended or does not cover the data, create a new one with POST /api/v1/open-banking/consents.',
  },
)

export const AccessExceeded = defineTppError<{
  frequency_per_day: number
  retry_after: number
  isLastDay: boolean
}>(
  'ACCESS_EXCEEDED',
  429,
  (d) =>
    `This consent allows ${d.frequency_per_day} accesses a day, and all of today's are used; ${
      d.isLastDay ? 'it ends today, so ask for a new one' : `retry in ${d.retry_after} s`
    }.`,
  {
    headers: (d) => ({ 'Retry-After': String(d.retry_after) }),
    meaning: 'All accesses that the consent allows in a day are used.',
    advice:
      'Wait as many seconds as the Retry-After header says. If the consent ends before that, or you need more accesses, create a new one with a higher `frequencyPerDay`.',
  },
)

export const StatusInvalid = defineTppError<{
  what: 'consent' | 'payment'
  action: string
  state: string
  allowed: readonly string[]
}>(
  'STATUS_INVALID',
  409,
  (d) => `This ${d.what} is ${d.state}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Get the consent or payment to see its current status. One that has ended stays as it is; create a new one.',
  },
)
