// Errors of open banking. Besides the bank's usual envelope the body has `tppMessages`, as the standard of the
// Berlin Group shows errors.
import { defineError } from '../../../operation/error.ts'

const defineTppError = <Details extends object>(
  code: string,
  status: number,
  message: (details: Details) => string,
  headers?: (details: Details) => Readonly<Record<string, string>>,
  said: { readonly meaning?: string; readonly advice?: string } = {},
) =>
  defineError<Details>(code, status, message, {
    ...said,
    show: (details) => ({
      body: { tppMessages: [{ category: 'ERROR', code, text: message(details) }] },
      ...(headers && { headers: headers(details) }),
    }),
  })

export const ConsentMissing = defineTppError(
  'CONSENT_MISSING',
  403,
  () => 'Send the id of a consent in the header X-Consent-ID.',
)

export const ConsentInvalid = defineTppError<{ reason: string }>(
  'CONSENT_INVALID',
  403,
  (d) => d.reason,
  undefined,
  {
    meaning: 'The consent is not valid, or does not cover this.',
    advice: 'Read the consent; ask the account holder for a new one that covers what you read.',
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
  (d) => ({ 'Retry-After': String(d.retry_after) }),
  {
    meaning: 'All accesses that the consent allows in a day are used.',
    advice:
      'Wait as long as the Retry-After header says; if the consent ends before that, ask the account holder for a new one.',
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
)
