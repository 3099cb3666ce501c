// The events of regulatory reporting.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const TravelRuleChecked = defineEvent({
  type: 'travel_rule.check.completed',
  version: 1,
  summary: 'A transfer was checked against the travel rule.',
  data: Type.Object({
    check_id: Type.String(),
    transfer_id: Type.String(),
    is_compliant: Type.Boolean(),
    risk_level: Type.String(),
    applicable_jurisdiction: Type.String(),
    issues: Type.Array(Type.String(), { maxItems: 20 }),
  }),
})

export const TravelRuleSubmitted = defineEvent({
  type: 'travel_rule.transfer.submitted',
  version: 1,
  summary: 'The data of a transfer was recorded for the travel rule.',
  data: Type.Object({
    record_id: Type.String(),
    transfer_id: Type.String(),
    is_compliant: Type.Boolean(),
    jurisdiction: Type.String(),
  }),
})

export const ReportSubmitted = defineEvent({
  type: 'compliance.report_submitted',
  version: 1,
  summary: 'A report was submitted to a regulator.',
  data: Type.Object({
    reference: Type.String(),
    report_type: Type.String(),
    jurisdiction: Type.String(),
  }),
})

export const MicaChecked = defineEvent({
  type: 'compliance.mica_checked',
  version: 1,
  summary: 'A token was checked against MiCA.',
  data: Type.Object({
    check_id: Type.String(),
    asset_type: Type.String(),
    issuer_id: Type.String(),
    is_compliant: Type.Boolean(),
  }),
})

export const EnforcementChanged = defineEvent({
  type: 'compliance.enforcement_changed',
  version: 1,
  summary: 'An operator switched the enforcement of the travel rule on or off.',
  data: Type.Object({
    enabled: Type.Boolean(),
    reason: Type.String(),
    changed_by: Type.String({ format: 'uuid' }),
  }),
})

export const SanctionsHitDecided = defineEvent({
  type: 'compliance.sanctions_hit_decided',
  version: 1,
  summary: 'An operator confirmed or cleared a hit on the sanctions list, or revoked an exception.',
  data: Type.Object({
    hit_id: Type.String({ format: 'uuid' }),
    status: Type.String(),
    decided_by: Type.String({ format: 'uuid' }),
  }),
})
