// Operations by which agents agree on a version of the protocol and its methods. Read this file first.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actingErrors, asAgent, Did } from '../agents/index.ts'
import { NegotiationFailed, SelfNegotiation, UnknownTarget, UnsupportedVersion } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import { capabilitiesOf, isVersion, preferredVersion, versions } from './versions.ts'

const VERSIONS = '/api/agent-protocol/protocol/versions'
const PROTOCOL = '/api/agent-protocol/agents/:did/protocol'
const AGREEMENT = `${PROTOCOL}/agreements/:other_did` as const

const Preferred = Type.Optional(
  Type.Array(Type.String(plainText(100)), {
    maxItems: 50,
    description: 'Only these capabilities of the version; all of them when absent.',
  }),
)
const Result = Type.Object({ negotiation: schema.Negotiation })
const pairErrors = [...actingErrors, SelfNegotiation] as const

export const operations = [
  defineOperation({
    name: 'agent_protocol.versions',
    kind: 'query',
    summary: 'List the versions of the protocol that agents can use here.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object({
      versions: Type.Array(Type.String(), { maxItems: 20 }),
      preferred: Type.String(),
    }),
    errors: [],
    rest: [{ route: `GET ${VERSIONS}`, envelope: 'success' }],
    handler: () => ({ versions: [...versions], preferred: preferredVersion }),
  }),
  defineOperation({
    name: 'agent_protocol.capabilities',
    kind: 'query',
    summary: 'Show the capabilities of a version of the protocol.',
    auth: 'public',
    input: Type.Object({
      version: Type.String({ maxLength: 255, description: 'A version of the protocol.' }),
    }),
    output: Type.Object({ version: Type.String(), capabilities: schema.VersionCapabilities }),
    errors: [UnsupportedVersion],
    rest: [{ route: `GET ${VERSIONS}/:version/capabilities`, envelope: 'success' }],
    handler: ({ version }) => {
      if (!isVersion(version)) throw UnsupportedVersion({ requested: version })
      const { encryption, signatures, ...rest } = capabilitiesOf[version]
      const capabilities = { ...rest, encryption: [...encryption], signatures: [...signatures] }
      return { version, capabilities }
    },
  }),
  defineOperation({
    name: 'agent_agreement.negotiate',
    kind: 'command',
    summary: 'Agree with another agent on version, methods and capabilities; valid for a day.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ did: Did, target_did: Did, preferred_capabilities: Preferred }),
    output: Result,
    errors: [...pairErrors, UnknownTarget, NegotiationFailed],
    rest: [{ route: `POST ${PROTOCOL}/negotiate`, envelope: 'success' }],
    handler: ({ did, ...request }, ctx) => service.negotiate(did, request, ctx),
  }),
  defineOperation({
    name: 'agent_agreement.get',
    kind: 'query',
    summary: 'Show the agreement of two agents, if there is one, and whether it is still valid.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({ did: Did, other_did: Did }),
    output: Type.Object({
      agreement: Type.Union([schema.Agreement, Type.Null()]),
      has_agreement: Type.Boolean(),
      is_valid: Type.Boolean(),
    }),
    errors: [...pairErrors],
    rest: [{ route: `GET ${AGREEMENT}`, envelope: 'success' }],
    handler: async ({ did, other_did }, ctx) => {
      const agreement = await service.findAgreement(did, other_did, ctx)
      return {
        agreement: agreement ? schema.toAgreement(agreement) : null,
        has_agreement: agreement !== undefined,
        is_valid: service.isValid(agreement, ctx.now),
      }
    },
  }),
  defineOperation({
    name: 'agent_agreement.check',
    kind: 'query',
    summary: 'Check whether two agents have an agreement that is still valid.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({ did: Did, other_did: Did }),
    output: Type.Object({ has_valid_agreement: Type.Boolean() }),
    errors: [...pairErrors],
    rest: [{ route: `GET ${AGREEMENT}/check`, envelope: 'success' }],
    handler: async ({ did, other_did }, ctx) => ({
      has_valid_agreement: service.isValid(
        await service.findAgreement(did, other_did, ctx),
        ctx.now,
      ),
    }),
  }),
  defineOperation({
    name: 'agent_agreement.refresh',
    kind: 'command',
    summary:
      'Negotiate again from the agents’ present records; success replaces the old agreement.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ did: Did, other_did: Did, preferred_capabilities: Preferred }),
    output: Result,
    errors: [...pairErrors, NegotiationFailed],
    rest: [{ route: `POST ${AGREEMENT}/refresh`, envelope: 'success' }],
    handler: ({ did, other_did, preferred_capabilities }, ctx) =>
      service.refresh(did, other_did, preferred_capabilities, ctx),
  }),
  defineOperation({
    name: 'agent_agreement.revoke',
    kind: 'command',
    summary:
      'End the agreement of two agents; both agents can, and it is no error if there is none.',
    auth: asAgent('delete', 'messages:send'),
    input: Type.Object({ did: Did, other_did: Did }),
    output: Type.Object({ success: Type.Literal(true), message: Type.String() }),
    errors: [...pairErrors],
    rest: [{ route: `DELETE ${AGREEMENT}`, envelope: 'bare' }],
    handler: async ({ did, other_did }, ctx) => {
      const wasThere = await service.revoke(did, other_did, ctx)
      const message = wasThere ? 'The agreement is revoked.' : 'There was no agreement to revoke.'
      return { success: true as const, message }
    },
  }),
]
