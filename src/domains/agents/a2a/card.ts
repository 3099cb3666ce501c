// The agent card: what the bank can do, and where and how agents speak to it. One card serves both versions of the
// protocol: 0.3 reads `url`, `preferredTransport` and `security`, 1.0 reads `supportedInterfaces` and
// `securityRequirements`, and each ignores what it does not know.
import { Type } from 'typebox'
import { toPlainSchema, toSchema } from '../../../kernel/json-schema.ts'
import { RPC_PATH } from './json-rpc/server.ts'
import type { Skill } from './skills.ts'

const texts = (maxItems: number) => Type.Array(Type.String(), { maxItems })

const CardSkill = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tags: texts(20),
  inputModes: texts(10),
  outputModes: texts(10),
  inputSchema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of a task’s `input`.',
  }),
})

const requirement = <Value extends ReturnType<typeof texts> | ReturnType<typeof Type.Object>>(
  value: Value,
) => Type.Record(Type.String(), value)

export const AgentCard = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    url: Type.String({ description: 'Where JSON-RPC of the A2A protocol is served.' }),
    protocolVersion: Type.String(),
    preferredTransport: Type.String(),
    additionalInterfaces: Type.Array(
      Type.Object({ url: Type.String(), transport: Type.String() }),
      { maxItems: 10, description: 'All interfaces, as version 0.3 names them.' },
    ),
    supportedInterfaces: Type.Array(
      Type.Object({
        url: Type.String(),
        protocolBinding: Type.String(),
        protocolVersion: Type.String(),
      }),
      { maxItems: 10, description: 'All interfaces, as version 1.0 names them.' },
    ),
    provider: Type.Object({ organization: Type.String(), url: Type.String() }),
    version: Type.String(),
    documentationUrl: Type.String(),
    capabilities: Type.Object({
      streaming: Type.Boolean(),
      pushNotifications: Type.Boolean(),
      stateTransitionHistory: Type.Boolean(),
      extendedAgentCard: Type.Boolean(),
    }),
    supportsAuthenticatedExtendedCard: Type.Boolean(),
    authentication: Type.Object({ schemes: texts(10) }),
    securitySchemes: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Each scheme in the form of version 0.3 and in that of version 1.0.',
    }),
    security: Type.Array(requirement(texts(10)), {
      maxItems: 10,
      description: 'Any of these is enough (0.3).',
    }),
    securityRequirements: Type.Array(
      Type.Object({ schemes: requirement(Type.Object({ list: texts(10) })) }),
      { maxItems: 10, description: 'Any of these is enough (1.0).' },
    ),
    defaultInputModes: texts(10),
    defaultOutputModes: texts(10),
    skills: Type.Array(CardSkill, { maxItems: 50 }),
  },
  { $id: 'AgentCard' },
)

const JSONRPC = 'JSONRPC'

const BEARER = 'An API key, or the access token of a login, of the user who owns the agent.'
const SESSION = 'The session token of an agent.'
const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: BEARER,
    httpAuthSecurityScheme: { scheme: 'bearer', description: BEARER },
  },
  agentSession: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Agent-Session',
    description: SESSION,
    apiKeySecurityScheme: { location: 'header', name: 'X-Agent-Session', description: SESSION },
  },
}

const ways = Object.keys(securitySchemes)

export function toCard(host: string, skills: readonly Skill[]) {
  const url = host + RPC_PATH
  return {
    name: 'Florin',
    description: 'A core bank that software agents can use.',
    url,
    protocolVersion: '0.3.0',
    preferredTransport: JSONRPC,
    additionalInterfaces: [{ url, transport: JSONRPC }],
    supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
      url,
      protocolBinding: JSONRPC,
      protocolVersion,
    })),
    provider: { organization: 'Florin', url: host },
    version: '1.0.0',
    documentationUrl: `${host}/api/docs`,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      stateTransitionHistory: false,
      extendedAgentCard: false,
    },
    supportsAuthenticatedExtendedCard: false,
    authentication: { schemes: ['bearer', 'apiKey'] },
    securitySchemes,
    security: ways.map((way) => ({ [way]: [] })),
    securityRequirements: ways.map((way) => ({ schemes: { [way]: { list: [] } } })),
    // Plain text is answered with how to call the skills.
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: skills.map(({ id, name, op, tags }) => ({
      id,
      name,
      description: op.summary,
      tags: [...tags],
      inputModes: ['application/json'],
      outputModes: ['application/json'],
      inputSchema: toPlainSchema(toSchema(op.input)),
    })),
  }
}
