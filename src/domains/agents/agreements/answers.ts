// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'agent_protocol.versions': { output: { versions: ['1.1', '1.0'], preferred: '1.1' } },
  'agent_protocol.capabilities': {
    output: {
      version: '1.1',
      capabilities: {
        messaging: true,
        payments: true,
        escrow: true,
        encryption: ['aes-256-gcm', 'chacha20-poly1305'],
        signatures: ['ed25519', 'secp256k1'],
        compression: true,
        streaming: true,
        batch_operations: true,
      },
    },
  },
  'agent_agreement.negotiate': {
    output: {
      negotiation: {
        success: true,
        agreement: {
          agreementId: '0199d3a27c00700080009fad9d92bbca',
          version: '1.1',
          initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
          responderDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
          encryptionMethod: 'aes-256-gcm',
          signatureMethod: 'ed25519',
          capabilities: ['messaging'],
          agreedAt: '2026-03-01T12:00:00.000Z',
          expiresAt: '2026-03-02T12:00:00.000Z',
          metadata: { validitySeconds: 86400 },
        },
        error: null,
        timeout: false,
        existingAgreement: false,
        initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        targetDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      },
    },
  },
  'agent_agreement.get': {
    output: {
      agreement: {
        agreementId: '0199d3a27c0070008000d81d056e6e8b',
        version: '1.1',
        initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        responderDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        encryptionMethod: 'aes-256-gcm',
        signatureMethod: 'ed25519',
        capabilities: ['messaging', 'payments'],
        agreedAt: '2026-03-01T12:00:00.000Z',
        expiresAt: '2026-03-02T12:00:00.000Z',
        metadata: { validitySeconds: 86400 },
      },
      has_agreement: true,
      is_valid: true,
    },
  },
  'agent_agreement.check': { output: { has_valid_agreement: true } },
  'agent_agreement.refresh': {
    output: {
      negotiation: {
        success: true,
        agreement: {
          agreementId: '0199d3a27c00700080009fad9d92bbca',
          version: '1.1',
          initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
          responderDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
          encryptionMethod: 'aes-256-gcm',
          signatureMethod: 'ed25519',
          capabilities: ['messaging'],
          agreedAt: '2026-03-01T12:00:00.000Z',
          expiresAt: '2026-03-02T12:00:00.000Z',
          metadata: { validitySeconds: 86400 },
        },
        error: null,
        timeout: false,
        existingAgreement: false,
        initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        targetDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      },
    },
  },
  'agent_agreement.revoke': { output: { success: true, message: 'The agreement is revoked.' } },
}
