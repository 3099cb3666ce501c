// Errors of buying and selling crypto.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** There is no current price, or the fees use up the amount. */
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
  () =>
    'Your identity must be verified before you can buy or sell crypto; complete your identity check first.',
)

export const UnknownProvider = defineError<{ provider: string }>(
  'UNKNOWN_PROVIDER',
  404,
  (d) => `There is no provider called ${d.provider} at this bank.`,
)

export const InvalidSignature = defineError<{ reason: string }>(
  'INVALID_SIGNATURE',
  400,
  (d) => d.reason,
)

export const InvalidWebhook = defineError(
  'INVALID_WEBHOOK',
  400,
  () => 'The body must be an event with a session in data.object.',
)
