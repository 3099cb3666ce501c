// Wire shapes of agents, their keys and their sessions.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, freeForm, MetadataInput, Nullable } from '../../../kernel/schema.ts'
import { DID_LENGTH_MAX } from './did.ts'
import type { KeyRow } from './key-store.ts'
import { toDidDocument } from './did-document.ts'
import { toMultibase } from './ed25519.ts'
import { agentLife } from './life-cycle.ts'
import type { AgentRow } from './store.ts'

/** The handler checks the form, so that a malformed DID is 400 in every place of a request. */
export const Did = Type.String({
  minLength: 1,
  maxLength: DID_LENGTH_MAX,
  description: 'did:florin:agent:<id>',
})

export const AgentType = Type.Enum(['service', 'user', 'system'], {
  $id: 'AgentType',
  description: 'The kind of agent.',
})
export const AgentStatus = agentLife.schema({
  $id: 'AgentStatus',
  description: 'Only an active agent can do anything.',
})
export const FreeForm = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 100,
  description: 'Free-form; stored as given.',
})

export const CapabilityInput = Type.Object({
  name: Type.String({ ...plainText(100), description: 'The name of the capability.' }),
  version: Type.String({ ...plainText(50), description: 'The version of the capability.' }),
  metadata: Type.Optional(MetadataInput),
})

const Capability = Type.Object(
  { name: Type.String(), version: Type.String(), metadata: FreeForm },
  { $id: 'AgentCapability' },
)

export const Endpoints = Type.Object(
  {
    message: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'The https address to which messages for the agent are pushed.',
      }),
    ),
  },
  { $id: 'AgentEndpoints', description: 'The addresses of the agent.' },
)

export const PublicKeyInput = Type.Union(
  [Type.String({ minLength: 1, maxLength: 2000 }), freeForm({ maxProperties: 20 })],
  {
    description:
      'Ed25519: multibase (z6Mk…), 32 bytes as hex, base64 or base64url, a JWK, or an SPKI PEM. ' +
      'Without one the bank makes a pair and shows the private half once.',
  },
)

const madeKey = {
  public_key_multibase: Type.String(),
  private_key: Type.Optional(
    Type.String({ description: 'The 32-byte seed in base64; only when the bank made the pair.' }),
  ),
  warning: Type.Optional(Type.String()),
}

export const Registration = Type.Object(
  {
    agent_id: Type.String({ format: 'uuid' }),
    did: Type.String(),
    name: Type.String(),
    type: AgentType,
    status: AgentStatus,
    capabilities: Type.Array(Type.String(), { maxItems: 50 }),
    registered_at: DateTime,
    ...madeKey,
  },
  { $id: 'AgentRegistration' },
)

export const RotatedKey = Type.Object(
  { did: Type.String(), key_id: Type.String(), ...madeKey, updated_at: DateTime },
  { $id: 'AgentRotatedKey' },
)

export const AgentListItem = Type.Object(
  {
    agent_id: Type.String({ format: 'uuid' }),
    did: Type.String(),
    name: Type.String(),
    type: AgentType,
    status: AgentStatus,
    capabilities: Type.Array(Capability, { maxItems: 50 }),
    endpoints: Endpoints,
    created_at: DateTime,
  },
  { $id: 'AgentListItem' },
)

const DidDocument = Type.Object(
  {
    '@context': Type.Array(Type.String(), { maxItems: 10 }),
    id: Type.String(),
    verificationMethod: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        controller: Type.String(),
        publicKeyMultibase: Type.String(),
      }),
      { maxItems: 10 },
    ),
    authentication: Type.Array(Type.String(), { maxItems: 10 }),
    assertionMethod: Type.Array(Type.String(), { maxItems: 10 }),
    capabilityInvocation: Type.Array(Type.String(), { maxItems: 10 }),
    capabilityDelegation: Type.Array(Type.String(), { maxItems: 10 }),
    service: Type.Array(
      Type.Object({ id: Type.String(), type: Type.String(), serviceEndpoint: Type.String() }),
      { maxItems: 20 },
    ),
    created: DateTime,
    updated: DateTime,
  },
  { $id: 'DidDocument' },
)

export const Agent = Type.Object(
  {
    ...AgentListItem.properties,
    description: Nullable(Type.String()),
    metadata: FreeForm,
    public_key: Type.String({ description: 'Multibase.' }),
    updated_at: DateTime,
    last_activity_at: Nullable(DateTime),
    did_document: DidDocument,
  },
  { $id: 'Agent' },
)

export const Session = Type.Object(
  {
    session_id: Type.String(),
    created_at: DateTime,
    expires_at: DateTime,
    last_activity: Nullable(DateTime),
    ip_address: Nullable(Type.String()),
    user_agent: Nullable(Type.String()),
    scopes: Type.Array(Type.String(), { maxItems: 50 }),
  },
  { $id: 'AgentSession' },
)

export const OpenedSession = Type.Object(
  {
    session_token: Type.String(),
    expires_at: DateTime,
    agent: Type.Object({
      agent_id: Type.String({ format: 'uuid' }),
      did: Type.String(),
      name: Type.String(),
      status: AgentStatus,
    }),
  },
  { $id: 'OpenedAgentSession' },
)

export const ApiKey = Type.Object(
  {
    key_id: Type.String(),
    name: Type.String(),
    key_prefix: Type.String(),
    scopes: Type.Array(Type.String(), { maxItems: 50 }),
    is_active: Type.Boolean(),
    last_used_at: Nullable(DateTime),
    expires_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { $id: 'AgentApiKey' },
)

const toIso = (instant: Date | string): string => new Date(instant).toISOString()

/** The public part of an agent's record. */
export const toListItem = (agent: AgentRow) => ({
  agent_id: agent.uuid,
  did: agent.did,
  name: agent.name,
  type: agent.type,
  status: agent.status,
  capabilities: [...agent.capabilities],
  endpoints: agent.endpoints,
  created_at: toIso(agent.created_at),
})

/** The owner sees the whole record; others see neither private notes (`_…`) nor the account. */
export const toAgent = (agent: AgentRow, baseUrl: string, isOwn: boolean) => ({
  ...toListItem(agent),
  description: agent.description,
  metadata: isOwn ? agent.metadata : toPublic(agent.metadata),
  public_key: toMultibase(agent.public_key),
  updated_at: toIso(agent.updated_at),
  last_activity_at: agent.last_activity_at && toIso(agent.last_activity_at),
  did_document: toDidDocument(agent, baseUrl),
})

const toPublic = (metadata: AgentRow['metadata']) =>
  Object.fromEntries(
    Object.entries(metadata).filter(([name]) => !name.startsWith('_') && name !== 'account_uuid'),
  )

export const toApiKey = (key: KeyRow) => ({
  ...key,
  last_used_at: key.last_used_at && toIso(key.last_used_at),
  expires_at: key.expires_at && toIso(key.expires_at),
  created_at: toIso(key.created_at),
})
