// The metadata that clients read first: the endpoints of the server (RFC 8414), and which server protects the
// tools (RFC 9728). It lists only features that work.
import { namesOf } from '../../../platform/own-address.ts'
import { scopeNames } from './scopes.ts'

/** How a client proves who it is; a client that does is confidential. */
export const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'] as const
export const AUTH_METHODS = [...SECRET_METHODS, 'none'] as const
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
/** The grant types by which a client gets tokens without a user present, so it must prove who it is. */
export const CONFIDENTIAL_GRANT_TYPES = ['client_credentials', TOKEN_EXCHANGE] as const
export const GRANT_TYPES = [
  'authorization_code',
  'client_credentials',
  'refresh_token',
  TOKEN_EXCHANGE,
] as const

/** The resource that tokens are issued for: the MCP endpoint. */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`

/** The same resource by all names of the bank; on the developer's machine those are several. */
export const resourcesOf = (issuer: string): readonly string[] => namesOf(issuer).map(resourceOf)

/** A token that is not for the resource is for a client; the id of a client is never an address. */
export const CLIENT_ID_PREFIX = 'fcl_'

export const isServed = (audience: string, issuer: string): boolean =>
  audience === resourceOf(issuer) || audience.startsWith(CLIENT_ID_PREFIX)

export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  introspection_endpoint: `${issuer}/oauth/introspect`,
  scopes_supported: scopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  introspection_endpoint_auth_methods_supported: SECRET_METHODS,
  authorization_response_iss_parameter_supported: true,
})

/** `address` is the name of the bank under which the client came: it compares the resource with its own address. */
export const resourceMetadata = (issuer: string, address: string) => ({
  resource: resourceOf(address),
  authorization_servers: [issuer],
  scopes_supported: scopeNames,
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/api/docs`,
})
