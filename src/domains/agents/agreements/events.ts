// The events of an agreement; the owners of both agents get them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const agreement = {
  agreement_id: Type.String(),
  initiator_did: Type.String(),
  responder_did: Type.String(),
  version: Type.String(),
}

export const AgreementConcluded = defineEvent({
  type: 'agent_agreement.concluded',
  version: 1,
  summary: 'Two agents agreed on a version of the protocol and its methods.',
  data: Type.Object({
    ...agreement,
    encryption_method: Type.String(),
    signature_method: Type.String(),
    capabilities: Type.Array(Type.String()),
    expires_at: Type.String({ format: 'date-time' }),
  }),
})

export const AgreementRevoked = defineEvent({
  type: 'agent_agreement.revoked',
  version: 1,
  summary: 'One of two agents ended their agreement.',
  data: Type.Object({ ...agreement, revoked_by_did: Type.String() }),
})
