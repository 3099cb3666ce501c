// The errors of regulatory reporting.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvalidJurisdiction = defineError<{
  jurisdiction: string
  allowed: readonly string[]
}>('INVALID_JURISDICTION', 422, (d) => `The jurisdiction must be one of ${d.allowed.join(', ')}.`, {
  details: Type.Object({ allowed: Type.Array(Type.String(), { maxItems: 10 }) }),
})

export const ValidationFailed = defineError<{ errors: Record<string, string[]> }>(
  'VALIDATION_FAILED',
  422,
  (d) => Object.values(d.errors)[0]?.[0] ?? 'The report is not complete.',
)

export const InvalidReference = defineError(
  'INVALID_REFERENCE',
  422,
  () => 'A reference has 1 to 100 letters, digits, hyphens and underscores.',
)

export const HitStateConflict = defineError<{ status: string; decision: string }>(
  'HIT_STATE_CONFLICT',
  409,
  (d) => `This hit is ${d.status} already; it cannot be ${d.decision} again.`,
  {
    advice: 'Nothing: read the decision that was made.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const ExceptionEnded = defineError(
  'EXCEPTION_ENDED',
  409,
  () => 'This exception was revoked already.',
  { advice: 'Nothing: it has ended.' },
)

export const RulesUnknown = defineError<{ version: string }>(
  'UNKNOWN_RULES_VERSION',
  409,
  (d) =>
    `This version of the bank does not have the rules ${d.version}, so it cannot decide by them.`,
  {
    advice: 'Ask the operator of the bank to update it.',
    details: Type.Object({ version: Type.String() }),
  },
)
