// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
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
    other: { issuer_signature: 'AAAA' },
  },
  'mandate.list': { input: { role: 'issuer' } },
  'mandate.issuer_key': {},
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
  },
  'mandate.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' } },
  'mandate.accept': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' } },
  'mandate.execute': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000023',
      payment_reference: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
    other: { payment_reference: 'txn-other' },
  },
  'mandate.complete': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000023' } },
  'mandate.dispute': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023', reason: 'Not what was agreed' },
    other: { reason: 'Late' },
  },
  'mandate.revoke': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000023', reason: 'No longer needed' },
    other: { reason: 'Changed my mind' },
  },
})
