// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'mandate.create': { output: { accepted_at: null, amount_cents: 700 } },
  'mandate.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          type: 'payment',
          status: 'issued',
          issuer_did: 'did:florin:agent:0199d3a27c0070008000be997b353cd4',
          subject_did: 'did:florin:agent:0199d3a27c007000800068fec9cb35ea',
          payload: {
            currency: 'USD',
            payee_did: 'did:florin:agent:0199d3a27c007000800068fec9cb35ea',
            payer_did: 'did:florin:agent:0199d3a27c0070008000be997b353cd4',
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
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data.vdc_hash'],
  },
  'mandate.issuer_key': {
    output: {
      id: 'did:key:z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2#z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2',
      cryptosuite: 'eddsa-jcs-2022',
      public_key_multibase: 'z6Mkow746Mm2P7YVmx3p9qXL9PaM9rpVP3BKRNQv5BpmC6W2',
      public_key_jwk: {
        kty: 'OKP',
        crv: 'Ed25519',
        x: 'jNtHSBspue4KNptd8Yj6ibz2_i26iXl8ZVSjjso9Jp8',
      },
    },
  },
  'mandate.verify': {
    output: {
      valid: true,
      reasons: [],
      mandate_id: '0199d3a2-7c00-7000-8000-000000000023',
      mandate_type: 'payment',
      status: 'issued',
      vdc_hash: 'f454778b2ecb4697e7021280bde95d5ae8f8cd50d3d050303c9cea2702106ff5',
    },
    varies: ['vdc_hash'],
  },
  'mandate.get': { output: { accepted_at: null, amount_cents: 700 } },
  'mandate.accept': { output: { accepted_at: '2026-03-01T12:00:00.000Z', amount_cents: 700 } },
  'mandate.execute': { output: { accepted_at: '2026-03-01T12:00:00.000Z', amount_cents: 700 } },
  'mandate.complete': { output: { accepted_at: '2026-03-01T12:00:00.000Z', amount_cents: 700 } },
  'mandate.dispute': { output: { accepted_at: '2026-03-01T12:00:00.000Z', amount_cents: 700 } },
  'mandate.revoke': { output: { accepted_at: null, amount_cents: 700 } },
}
