// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const agentAgreement = {
  agreementId: '6e59fd890089be1cc72be0f96fe95d7e',
  version: '1.1',
  initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  responderDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
  encryptionMethod: 'aes-256-gcm',
  signatureMethod: 'ed25519',
  capabilities: ['messaging'],
  agreedAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-02T12:00:00.000Z',
  metadata: { validitySeconds: 86400 },
}

const agentNegotiation = {
  success: true,
  agreement: agentAgreement,
  error: null,
  timeout: false,
  existingAgreement: false,
  initiatorDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  targetDid: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
}

export const examples = defineExamples({
  'agent_protocol.versions': { output: { versions: ['1.1', '1.0'], preferred: '1.1' } },
  'agent_protocol.capabilities': {
    input: { version: '1.1' },
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
    pathIsChoice: true,
  },
  'agent_agreement.negotiate': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      target_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      preferred_capabilities: ['messaging'],
    },
    output: { negotiation: agentNegotiation },
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
    output: {
      agreement: { ...agentAgreement, capabilities: ['messaging', 'payments'] },
      has_agreement: true,
      is_valid: true,
    },
  },
  'agent_agreement.check': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
    output: { has_valid_agreement: true },
  },
  'agent_agreement.refresh': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      preferred_capabilities: ['messaging'],
    },
    output: {
      negotiation: {
        ...agentNegotiation,
        agreement: { ...agentAgreement, capabilities: ['messaging', 'payments'] },
      },
    },
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.revoke': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
    output: { success: true, message: 'The agreement is revoked.' },
  },
})
