// The errors of rates and conversions.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** The specification gives this route a single error code, so `reason` distinguishes the cases. */
export const ConversionFailed = defineError<{
  reason: 'RATE_NOT_AVAILABLE' | 'INSUFFICIENT_FUNDS'
  sentence: string
  errors: Record<string, string[]>
}>('CONVERSION_FAILED', 422, (d) => d.sentence, {
  meaning: 'The conversion cannot be made: there is no current rate, or too little money.',
  advice:
    'Read `error.details.reason`. For RATE_NOT_AVAILABLE, retry when GET /api/v2/exchange-rates/:from/:to has a rate of the last day; for INSUFFICIENT_FUNDS, convert less.',
  details: Type.Object({ reason: Type.String() }),
})

export const RateExists = defineError<{ asset: string }>(
  'RATE_EXISTS',
  409,
  (d) => `Another rate of ${d.asset} was recorded at the same instant; try again.`,
  { advice: 'Send the same rate again; it is recorded at a later instant.' },
)
