// Errors of buying and selling crypto.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** There is no current price, or the fees use up the amount. */
export const QuoteError = defineError<{ sentence: string }>('QUOTE_ERROR', 422, (d) => d.sentence, {
  meaning: 'There is no current price, or the fees use up the amount.',
  advice:
    'Raise the amount, choose a type and a coin from GET /api/v1/ramp/supported, or retry later if a price is missing.',
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
    'Act on `error.details.reason`: for QUOTE_… request a quote with GET /api/v1/ramp/quotes, for DAILY_LIMIT lower the amount or wait for the next UTC day, for NO_ACCOUNT open an account with POST /api/v2/accounts, otherwise choose from GET /api/v1/ramp/supported.',
  details: Type.Object({ reason: Type.Enum([...sessionReasons]) }),
})

export const KycRequired = defineError(
  'KYC_REQUIRED',
  403,
  () =>
    'Your identity must be verified before you can buy or sell crypto; complete your identity check first.',
  {
    advice:
      'Ask the bank to verify your identity, and retry once `kyc_status` in GET /api/profile is approved. The sandbox needs no verification.',
  },
)

export const UnknownProvider = defineError<{ provider: string }>(
  'UNKNOWN_PROVIDER',
  404,
  (d) => `There is no provider called ${d.provider} at this bank.`,
  {
    advice:
      'Use the provider of the setting RAMP_PROVIDER in the webhook URL; GET /api/v1/ramp/supported shows its name.',
  },
)

export const InvalidSignature = defineError<{ reason: string }>(
  'INVALID_SIGNATURE',
  400,
  (d) => d.reason,
  {
    meaning: 'The signature of the webhook is missing, wrong or too old.',
    advice:
      'Sign the raw body with RAMP_WEBHOOK_SECRET and send it within 300 seconds; check both clocks, and that no proxy changes the body.',
  },
)

export const InvalidWebhook = defineError(
  'INVALID_WEBHOOK',
  400,
  () => 'The body must be an event with a session in data.object.',
  { advice: 'Send JSON in which `data.object` has the `id` and the `status` of the session.' },
)
