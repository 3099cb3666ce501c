// The metadata that clients read first: the endpoints of the server (RFC 8414), and which server protects the
// tools (RFC 9728). It lists only features that work.
import { scopeNames } from './scopes.ts'

export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const
export const GRANT_TYPES = ['authorization_code', 'client_credentials', 'refresh_token'] as const

/** The only resource that tokens are issued for: the MCP endpoint. */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`

export const serverMetadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: scopeNames,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: AUTH_METHODS,
  revocation_endpoint_auth_methods_supported: AUTH_METHODS,
  authorization_response_iss_parameter_supported: true,
})

export const resourceMetadata = (issuer: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: scopeNames,
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/api/docs`,
})
