// Errors of buying and selling crypto.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** There is no current price, or the fees use up the amount. */
export const QuoteError = defineError<{ sentence: string }>('QUOTE_ERROR', 422, (d) => d.sentence, {
  meaning: 'There is no current price, or the fees use up the amount.',
  advice: 'Ask for a larger amount, another asset, or again in a moment.',
})

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
  meaning: 'The purchase or sale cannot be started.',
  advice:
    'Read `error.details.reason`: it names the limit, the account or the provider that is in the way.',
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
  {
    meaning: 'The signature of the webhook is missing, wrong or too old.',
    advice:
      'Check the secret that the provider signs with, the clock, and that no proxy changes the body.',
  },
)

export const InvalidWebhook = defineError(
  'INVALID_WEBHOOK',
  400,
  () => 'The body must be an event with a session in data.object.',
)
