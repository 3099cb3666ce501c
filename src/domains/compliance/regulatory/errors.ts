// The errors of regulatory reporting.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvalidJurisdiction = defineError<{
  jurisdiction: string
  allowed: readonly string[]
}>('INVALID_JURISDICTION', 422, (d) => `The jurisdiction must be one of ${d.allowed.join(', ')}.`, {
  advice:
    'Send one of `error.details.allowed` in `jurisdiction`. MiFID II reports exist for the EU and the UK only.',
  details: Type.Object({ allowed: Type.Array(Type.String(), { maxItems: 10 }) }),
})

export const ValidationFailed = defineError<{ errors: Record<string, string[]> }>(
  'VALIDATION_FAILED',
  422,
  (d) => Object.values(d.errors)[0]?.[0] ?? 'The report is not complete.',
  {
    advice:
      'Complete the fields of `report_data` that `errors` names; where it names `report_type`, send a type of the jurisdiction.',
  },
)

export const InvalidReference = defineError(
  'INVALID_REFERENCE',
  422,
  () => 'A reference has 1 to 100 letters, digits, hyphens and underscores.',
  {
    advice:
      'Use the `reference` that the report was filed under; operators find it with GET /api/regtech/reports.',
  },
)

export const HitStateConflict = defineError<{ status: string; decision: string }>(
  'HIT_STATE_CONFLICT',
  409,
  (d) => `This hit is ${d.status} already; it cannot be ${d.decision} again.`,
  {
    advice:
      'Read the decision with GET /api/regtech/sanctions/hits. To reverse it, send the other decision.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const ExceptionEnded = defineError(
  'EXCEPTION_ENDED',
  409,
  () => 'This exception was revoked already.',
  {
    advice:
      'No action is needed: GET /api/regtech/sanctions/exceptions shows who revoked it and when.',
  },
)

export const UnknownRulesVersion = defineError<{ version: string }>(
  'UNKNOWN_RULES_VERSION',
  409,
  (d) =>
    `This version of the bank does not have the rules ${d.version}, so it cannot decide by them.`,
  {
    advice:
      'Upgrade the bank to the release that made the decision, or a later one: every release keeps the earlier versions of the rules.',
    details: Type.Object({ version: Type.String() }),
  },
)
