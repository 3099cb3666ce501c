// Wire shapes of versions, negotiations and agreements.
import { Type } from 'typebox'
import { DateTime } from '../../../kernel/schema.ts'
import type { AgreementRow } from './store.ts'

export const VersionCapabilities = Type.Object(
  {
    messaging: Type.Boolean(),
    payments: Type.Boolean(),
    escrow: Type.Boolean(),
    encryption: Type.Array(Type.String(), { maxItems: 20 }),
    signatures: Type.Array(Type.String(), { maxItems: 20 }),
    compression: Type.Boolean(),
    streaming: Type.Boolean(),
    batch_operations: Type.Optional(Type.Boolean()),
  },
  { $id: 'AgentProtocolCapabilities' },
)

export const Agreement = Type.Object(
  {
    agreementId: Type.String(),
    version: Type.String(),
    initiatorDid: Type.String(),
    responderDid: Type.String(),
    encryptionMethod: Type.String(),
    signatureMethod: Type.String(),
    capabilities: Type.Array(Type.String(), { maxItems: 50 }),
    agreedAt: DateTime,
    expiresAt: DateTime,
    metadata: Type.Object({
      validitySeconds: Type.Integer({
        description: 'How long the agreement is valid, counted from agreedAt.',
      }),
    }),
  },
  { $id: 'AgentAgreement' },
)

export const Negotiation = Type.Object(
  {
    success: Type.Boolean(),
    agreement: Agreement,
    error: Type.Null(),
    timeout: Type.Boolean(),
    existingAgreement: Type.Boolean({
      description: 'Whether the agreement existed before and is unchanged.',
    }),
    initiatorDid: Type.String(),
    targetDid: Type.String(),
  },
  { $id: 'AgentNegotiation' },
)

export const toAgreement = (row: AgreementRow) => ({
  agreementId: row.agreement_id,
  version: row.version,
  initiatorDid: row.initiator_did,
  responderDid: row.responder_did,
  encryptionMethod: row.encryption_method,
  signatureMethod: row.signature_method,
  capabilities: [...row.capabilities],
  agreedAt: row.agreed_at,
  expiresAt: row.expires_at,
  metadata: {
    validitySeconds: (Date.parse(row.expires_at) - Date.parse(row.agreed_at)) / 1000,
  },
})
