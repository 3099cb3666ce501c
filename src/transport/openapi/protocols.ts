// The entry points of protocols that are no operations: GraphQL, the tool server (MCP) and the discovery documents of
// OAuth. Their messages are described by the protocols; here is what a reader of the REST API needs to find them.
import type { JsonObject } from '../../kernel/json-schema.ts'
import type { OpenApiDocument, PathItem } from './document.ts'
import type { OpenApiOperation } from './route.ts'
import { sortedByKey } from './schemas.ts'

type Text = { readonly type: 'string'; readonly description?: string; readonly format?: string }

const text = (description: string): Text => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const address = (description: string): Text => ({ ...text(description), format: 'uri' })
const object = (properties: JsonObject, required: readonly string[] = []) => ({
  type: 'object',
  ...(required.length > 0 ? { required } : {}),
  properties,
})

const answer = (description: string, schema: JsonObject, type = 'application/json') => ({
  description,
  content: { [type]: { schema } },
})
const body = (schema: JsonObject, example: JsonObject) => ({
  required: true,
  content: { 'application/json': { schema, example } },
})

const graphqlAnswer = object({
  data: { type: 'object', nullable: true, description: 'The fields that were asked for.' },
  errors: {
    type: 'array',
    description: 'The errors of the query.',
    items: object({
      message: text('What happened and what to do next.'),
      extensions: object({
        code: text('The code of the error, as in REST.'),
        category: text('The kind of the error.'),
      }),
    }),
  },
})

const rpcMessage = object(
  {
    jsonrpc: { type: 'string', enum: ['2.0'], description: 'The version of the protocol.' },
    id: { description: 'Chosen by the caller; absent in notifications.' },
    method: text('For example tools/list or tools/call.'),
    params: { type: 'object', description: 'The parameters of the method.' },
  },
  ['jsonrpc', 'method'],
)
const rpcAnswer = object(
  {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: { description: 'That of the request.' },
    result: { type: 'object' },
    error: object({ code: { type: 'integer' }, message: { type: 'string' } }),
  },
  ['jsonrpc'],
)

const tooMany = answer(
  'Too many requests from this address; `Retry-After` says when to retry.',
  object({ error: { type: 'string' }, message: { type: 'string' } }),
)

const oauthError = answer(
  'The request is refused.',
  object({ error: text('The code of the protocol.'), error_description: { type: 'string' } }, [
    'error',
  ]),
)

const client = {
  redirect_uris: { type: 'array', items: { type: 'string' }, description: 'Where codes are sent.' },
  client_name: text('Shown to users on the consent page.'),
  grant_types: texts('Of grant_types_supported.'),
  response_types: texts('Of response_types_supported.'),
  token_endpoint_auth_method: text('Of token_endpoint_auth_methods_supported.'),
  scope: text('Scopes, separated by spaces.'),
}

interface Protocol {
  readonly tag: string
  readonly description: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<OpenApiOperation, 'tags'>>>>>
}

const protocols: readonly Protocol[] = [
  {
    tag: 'graphql',
    description: 'GraphQL over the same operations.',
    paths: {
      '/api/graphql': {
        post: {
          operationId: 'graphql.execute',
          summary: 'Run a GraphQL query, mutation or subscription.',
          description:
            'Without a credential only public fields answer. A subscription needs `Accept: text/event-stream`, or a WebSocket at this address (`graphql-transport-ws`).',
          security: [{ bearer: [] }, {}],
          requestBody: body(
            object(
              {
                query: text('The text of the query.'),
                variables: { type: 'object', nullable: true, description: 'Values of variables.' },
                operationName: {
                  type: 'string',
                  nullable: true,
                  description: 'Which operation of the text to run, if there are several.',
                },
                extensions: { type: 'object', nullable: true, description: 'For stored queries.' },
              },
              ['query'],
            ),
            {
              query: 'query Accounts($first: Int) { accounts(first: $first) { data { id name } } }',
              variables: { first: 10 },
            },
          ),
          responses: {
            200: answer('The answer.', graphqlAnswer),
            400: answer('The query cannot be run.', graphqlAnswer),
            401: answer('The credential is not valid.', graphqlAnswer),
            429: answer('Too many queries; `Retry-After` says when to retry.', graphqlAnswer),
          },
        },
      },
      '/api/graphql-playground': {
        get: {
          operationId: 'graphql.playground',
          summary: 'A page to write and run GraphQL queries.',
          description:
            'Needs no credential; the queries run as the user who is signed in to the console.',
          security: [],
          responses: { 200: answer('The page.', { type: 'string' }, 'text/html'), 429: tooMany },
        },
      },
    },
  },
  {
    tag: 'mcp',
    description: 'The tool server for AI clients (Model Context Protocol).',
    paths: {
      '/mcp': {
        post: {
          operationId: 'mcp.call',
          summary: 'Send a JSON-RPC message to the tool server.',
          description:
            'Needs an access token that the authorization server issued for this address; API keys and login tokens are not accepted.',
          requestBody: body(rpcMessage, {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: {
              name: 'account.balance',
              arguments: { account_uuid: '0199d3a2-7c00-7000-8000-000000000000' },
            },
          }),
          responses: {
            200: answer('The answer.', rpcAnswer),
            202: { description: 'A notification was taken.' },
            400: answer('The message is not valid.', rpcAnswer),
            401: answer(
              'The token is missing or not valid; `WWW-Authenticate` names the resource metadata.',
              rpcAnswer,
            ),
          },
        },
      },
    },
  },
  {
    tag: 'a2a-server',
    description: 'Tasks of agents by the A2A protocol (JSON-RPC); the agent card leads here.',
    paths: {
      '/api/agent-protocol/a2a': {
        post: {
          operationId: 'a2a_server.call',
          summary: 'Send a JSON-RPC message of the A2A protocol, version 0.3 or 1.0.',
          description:
            'Needs a bearer or the session of an agent. Answers of `message/stream` are server-sent events.',
          security: [{ bearer: [] }, { agentSession: [] }],
          requestBody: body(rpcMessage, {
            jsonrpc: '2.0',
            id: 1,
            method: 'message/send',
            params: {
              message: {
                kind: 'message',
                messageId: 'hello-1',
                role: 'user',
                parts: [{ kind: 'text', text: 'What can you do?' }],
              },
            },
          }),
          responses: {
            200: answer('The answer, or its error.', rpcAnswer),
            401: answer('The credential is missing or not valid.', rpcAnswer),
          },
        },
      },
    },
  },
  {
    tag: 'oauth-server',
    description: 'Discovery and client registration for OAuth.',
    paths: {
      '/.well-known/oauth-protected-resource': {
        get: {
          operationId: 'oauth_server.protected_resource',
          summary: 'Which authorization server protects the tool server (RFC 9728).',
          description: 'Needs no credential.',
          security: [],
          responses: {
            200: answer(
              'The metadata.',
              object(
                {
                  resource: address('The tool server.'),
                  authorization_servers: texts('Their issuers.'),
                  scopes_supported: texts('The scopes of tools.'),
                  bearer_methods_supported: texts('How tokens are sent.'),
                  resource_documentation: address('The API reference.'),
                },
                ['resource', 'authorization_servers'],
              ),
            ),
            429: tooMany,
          },
        },
      },
      '/.well-known/oauth-authorization-server': {
        get: {
          operationId: 'oauth_server.metadata',
          summary: 'The endpoints and capabilities of the authorization server (RFC 8414).',
          description: 'Needs no credential.',
          security: [],
          responses: {
            200: answer(
              'The metadata.',
              object(
                {
                  issuer: address('The authorization server.'),
                  authorization_endpoint: address('Where users decide.'),
                  token_endpoint: address('Where codes are exchanged for tokens.'),
                  registration_endpoint: address('Where clients register.'),
                  revocation_endpoint: address('Where tokens are revoked.'),
                  introspection_endpoint: address('Where tokens are looked up.'),
                  scopes_supported: texts('The scopes of tools.'),
                  response_types_supported: texts('Supported response types.'),
                  response_modes_supported: texts('Supported response modes.'),
                  grant_types_supported: texts('Supported grant types.'),
                  code_challenge_methods_supported: texts('For PKCE.'),
                  token_endpoint_auth_methods_supported: texts('How clients authenticate.'),
                  revocation_endpoint_auth_methods_supported: texts('How clients authenticate.'),
                  introspection_endpoint_auth_methods_supported: texts('How clients authenticate.'),
                  authorization_response_iss_parameter_supported: { type: 'boolean' },
                },
                ['issuer', 'authorization_endpoint', 'token_endpoint', 'response_types_supported'],
              ),
            ),
            429: tooMany,
          },
        },
      },
      '/oauth/register': {
        post: {
          operationId: 'oauth_server.register',
          summary: 'Register a client with the authorization server (RFC 7591).',
          description: 'Needs no credential. Users decide later what the client may do for them.',
          security: [],
          requestBody: body(object(client), {
            client_name: 'Budget Helper',
            redirect_uris: ['http://127.0.0.1:33418/callback'],
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
            scope: 'accounts:read',
          }),
          responses: {
            201: answer(
              'The client is registered.',
              object(
                {
                  client_id: text('Identifies the client in all requests.'),
                  client_secret: text('Only for confidential clients.'),
                  client_id_issued_at: { type: 'integer', description: 'Seconds since 1970.' },
                  client_secret_expires_at: { type: 'integer', description: '0 if never.' },
                  ...client,
                },
                ['client_id', 'redirect_uris'],
              ),
            ),
            400: oauthError,
            429: oauthError,
          },
        },
      },
    },
  },
]

/** The ids of the entry points, by which the reference finds them. */
export const protocolIds: readonly string[] = protocols.flatMap(({ paths }) =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  ),
)
export const protocolTags: readonly string[] = protocols.map(({ tag }) => tag)

/** The document with the entry points of the protocols, as it is published. */
export function withProtocols(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.fromEntries(
    protocols.flatMap(({ tag, paths: own }) =>
      Object.entries(own).map(([path, methods]): [string, PathItem] => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, one]) => [method, { ...one, tags: [tag] }]),
        ),
      ]),
    ),
  )
  return {
    ...document,
    tags: [
      ...document.tags,
      ...protocols.map(({ tag, description }) => ({ name: tag, description })),
    ],
    'x-tagGroups': [...(document['x-tagGroups'] ?? []), { name: 'Protocols', tags: protocolTags }],
    paths: sortedByKey({ ...document.paths, ...paths }),
  }
}
