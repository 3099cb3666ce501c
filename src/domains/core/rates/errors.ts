// What is refused of rates and conversions.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** The specification of this route knows one code; why, is said beside it. */
export const ConversionFailed = defineError<{
  reason: 'RATE_NOT_AVAILABLE' | 'INSUFFICIENT_FUNDS'
  sentence: string
  errors: Record<string, string[]>
}>('CONVERSION_FAILED', 422, (d) => d.sentence, {
  details: Type.Object({ reason: Type.String() }),
})

export const RateExists = defineError<{ asset: string }>(
  'RATE_EXISTS',
  409,
  (d) => `A rate of ${d.asset} came at this very instant; try again.`,
)
