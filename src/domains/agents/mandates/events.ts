// The events of a mandate; the owners of both agents get them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const mandate = {
  mandate_uuid: Type.String(),
  type: Type.String(),
  status: Type.String(),
  issuer_did: Type.String(),
  subject_did: Type.String(),
  amount_cents: Type.Integer(),
  currency: Type.String(),
}

export const MandateIssued = defineEvent({
  type: 'mandate.issued',
  version: 1,
  summary: 'An agent issued a mandate to another agent.',
  data: Type.Object({ ...mandate, vdc_hash: Type.String() }),
})

export const MandateAccepted = defineEvent({
  type: 'mandate.accepted',
  version: 1,
  summary: 'A mandate was accepted.',
  data: Type.Object(mandate),
})

export const MandateExecuted = defineEvent({
  type: 'mandate.executed',
  version: 1,
  summary: 'A payment was made on a mandate.',
  data: Type.Object({ ...mandate, payment_reference: Type.String() }),
})

export const MandateCompleted = defineEvent({
  type: 'mandate.completed',
  version: 1,
  summary: 'A mandate was fulfilled.',
  data: Type.Object(mandate),
})

export const MandateDisputed = defineEvent({
  type: 'mandate.disputed',
  version: 1,
  summary: 'One side of a mandate disputed it.',
  data: Type.Object({ ...mandate, disputed_by: Type.String(), reason: Type.String() }),
})

export const MandateRevoked = defineEvent({
  type: 'mandate.revoked',
  version: 1,
  summary: 'The issuer of a mandate withdrew it.',
  data: Type.Object({ ...mandate, reason: Type.Union([Type.String(), Type.Null()]) }),
})

export const MandateExpired = defineEvent({
  type: 'mandate.expired',
  version: 1,
  summary: 'A mandate expired before anything was paid on it.',
  data: Type.Object(mandate),
})
