// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const mandateCredential = {
  type: 'payment_vdc',
  issuer: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  subject: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
  claims: {
    mandate_id: '0199d3a2-7c00-7000-8000-000000000023',
    mandate_type: 'payment',
    payload_hash: '36a58cf2e1689d068d2f65665c7546b3d6a59fc3c95ba42f510ac3dced107b88',
    amount_cents: 700,
    currency: 'USD',
    environment: 'live',
  },
  disclosures: { reference: null, payment_method_preferences: ['x402', 'mpp'] },
  issued_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-02T12:00:00.000Z',
  proof: {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: '2026-03-01T12:00:00.000Z',
    verificationMethod:
      'did:key:z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2#z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2',
    proofPurpose: 'assertionMethod',
    proofValue: 'zGuMAjJ7Sm8yp6beRCMHEpridkjZubuMfYefjpfy7hzgSFCpQwhvLnZ2q4fsz9ma',
  },
}

const mandate = {
  uuid: '0199d3a2-7c00-7000-8000-000000000023',
  type: 'payment',
  status: 'issued',
  issuer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  subject_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
  payload: {
    currency: 'USD',
    payee_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    payer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
    amount_cents: 700,
  },
  amount_cents: 700,
  currency: 'USD',
  paid_units: '0',
  payment_references: [],
  vdc_hash: 'f454778b2ecb4697e7021280bde95d5ae8f8cd50d3d050303c9cea2702106ff5',
  reason: null,
  disputed_by: null,
  created_at: '2026-03-01T12:00:00.000Z',
  accepted_at: null,
  executed_at: null,
  completed_at: null,
  revoked_at: null,
  disputed_at: null,
  expires_at: '2026-03-02T12:00:00.000Z',
  credential: mandateCredential,
}

export const examples = defineExamples({
  'mandate.create': {
    input: {
      type: 'payment',
      payload: {
        payer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        payee_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        amount_cents: 700,
        currency: 'USD',
      },
    },
    output: mandate,
    other: { issuer_signature: 'AAAA' },
  },
  'mandate.list': {
    input: { role: 'issuer' },
    output: onePage({
      uuid: '0199d3a2-7c00-7000-8000-000000000024',
      type: 'payment',
      status: 'issued',
      issuer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      subject_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      payload: {
        currency: 'USD',
        payee_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        payer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        amount_cents: 700,
      },
      amount_cents: 700,
      currency: 'USD',
      paid_units: '0',
      payment_references: [],
      vdc_hash: 'f454778b2ecb4697e7021280bde95d5ae8f8cd50d3d050303c9cea2702106ff5',
      reason: null,
      disputed_by: null,
      created_at: '2026-03-01T12:00:00.000Z',
      accepted_at: null,
      executed_at: null,
      completed_at: null,
      revoked_at: null,
      disputed_at: null,
      expires_at: '2026-03-02T12:00:00.000Z',
    }),
  },
  'mandate.issuer_key': {
    output: {
      id: 'did:key:z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2#z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2',
      cryptosuite: 'eddsa-jcs-2022',
      public_key_multibase: 'z6MktUcQ8E2DBWnkffke2aGbgt8dt6W8RKz6QRnanhMMQynv',
      public_key_jwk: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: 'jNtHSBspue4KNptd8Yj6ibz2_i26iXl8ZVSjjso9Jp8',
      },
    },
  },
  'mandate.verify': {
    input: {
      credential: {
        type: 'payment_vdc',
        issuer: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        subject: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        claims: {
          mandate_id: '0199d3a2-7c00-7000-8000-000000000023',
          mandate_type: 'payment',
          payload_hash: '36a58cf2e1689d068d2f65665c7546b3d6a59fc3c95ba42f510ac3dced107b88',
          amount_cents: 700,
          currency: 'USD',
          environment: 'live',
        },
        disclosures: { reference: null, payment_method_preferences: ['x402', 'mpp'] },
        issued_at: '2026-03-01T12:00:00.000Z',
        expires_at: '2026-03-02T12:00:00.000Z',
        proof: {
          type: 'DataIntegrityProof',
          cryptosuite: 'eddsa-jcs-2022',
          created: '2026-03-01T12:00:00.000Z',
          verificationMethod:
            'did:key:z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2#z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2',
          proofPurpose: 'assertionMethod',
          proofValue: 'zGuMAjJ7Sm8yp6beRCMHEpridkjZubuMfYefjpfy7hzgSFCpQwhvLnZ2q4fsz9ma',
        },
      },
    },
    output: {
      valid: true,
      reasons: [],
      mandate_id: '0199d3a2-7c00-7000-8000-000000000023',
      mandate_type: 'payment',
      status: 'issued',
      vdc_hash: 'f454778b2ecb4697e7021280bde95d5ae8f8cd50d3d050303c9cea2702106ff5',
    },
  },
  'mandate.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' }, output: mandate },
  'mandate.accept': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' },
    output: { ...mandate, status: 'accepted', accepted_at: '2026-03-01T12:00:00.000Z' },
  },
  'mandate.execute': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000023',
      payment_reference: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
    output: {
      ...mandate,
      status: 'executed',
      paid_units: '700',
      payment_references: ['txn-0199d3a2-7c00-7000-8000-000000000019'],
      accepted_at: '2026-03-01T12:00:00.000Z',
      executed_at: '2026-03-01T12:00:00.000Z',
    },
    other: { payment_reference: 'txn-other' },
  },
  'mandate.complete': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' },
    output: {
      ...mandate,
      status: 'completed',
      paid_units: '700',
      payment_references: ['txn-0199d3a2-7c00-7000-8000-000000000019'],
      accepted_at: '2026-03-01T12:00:00.000Z',
      executed_at: '2026-03-01T12:00:00.000Z',
      completed_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'mandate.dispute': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023', reason: 'Not what was agreed' },
    output: {
      ...mandate,
      status: 'disputed',
      reason: 'Not what was agreed',
      disputed_by: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      accepted_at: '2026-03-01T12:00:00.000Z',
      disputed_at: '2026-03-01T12:00:00.000Z',
    },
    other: { reason: 'Late' },
  },
  'mandate.revoke': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023', reason: 'No longer needed' },
    output: { ...mandate, status: 'revoked', revoked_at: '2026-03-01T12:00:00.000Z' },
    other: { reason: 'Changed my mind' },
  },
})
