// What is refused of buying and selling crypto.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** There is no price for it, or the fees eat it up. */
export const QuoteError = defineError<{ sentence: string }>('QUOTE_ERROR', 422, (d) => d.sentence)

export const sessionReasons = [
  'DAILY_LIMIT',
  'NO_ACCOUNT',
  'NOT_OFFERED',
  'PROVIDER_REFUSED',
  'QUOTE_EXPIRED',
  'QUOTE_MISMATCH',
  'QUOTE_USED',
] as const

export const SessionError = defineError<{
  reason: (typeof sessionReasons)[number]
  sentence: string
}>('SESSION_ERROR', 422, (d) => d.sentence, {
  details: Type.Object({ reason: Type.Enum([...sessionReasons]) }),
})

export const KycRequired = defineError(
  'KYC_REQUIRED',
  403,
  () => 'The bank must know who you are before you buy or sell crypto: finish your identity check.',
)

export const UnknownProvider = defineError<{ provider: string }>(
  'UNKNOWN_PROVIDER',
  404,
  (d) => `There is no provider ${d.provider} here.`,
)

export const InvalidSignature = defineError<{ reason: string }>(
  'INVALID_SIGNATURE',
  400,
  (d) => d.reason,
)

export const InvalidWebhook = defineError(
  'INVALID_WEBHOOK',
  400,
  () => 'The body is not an event about a session.',
)
