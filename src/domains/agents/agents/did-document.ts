// Builds the W3C DID document of an agent: the keys that sign for it, and the address of its record.
import { toMultibase } from './ed25519.ts'
import type { AgentRow } from './store.ts'

export const keyIdOf = ({ did, key_version }: Pick<AgentRow, 'did' | 'key_version'>): string =>
  `${did}#keys-${key_version}`

export function toDidDocument(agent: AgentRow, baseUrl: string) {
  const key = keyIdOf(agent)
  const { message } = agent.endpoints
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/v1'],
    id: agent.did,
    verificationMethod: [
      {
        id: key,
        type: 'Ed25519VerificationKey2020',
        controller: agent.did,
        publicKeyMultibase: toMultibase(agent.public_key),
      },
    ],
    // There is no keyAgreement, because an Ed25519 key can sign but not encrypt.
    authentication: [key],
    assertionMethod: [key],
    capabilityInvocation: [key],
    capabilityDelegation: [key],
    service: [
      {
        id: `${agent.did}#ap2`,
        type: 'AP2Service',
        serviceEndpoint: `${baseUrl}/api/agent-protocol/agents/${agent.did}`,
      },
      ...(message === undefined
        ? []
        : [{ id: `${agent.did}#messages`, type: 'A2AMessaging', serviceEndpoint: message }]),
    ],
    created: new Date(agent.created_at).toISOString(),
    updated: new Date(agent.updated_at).toISOString(),
  }
}
