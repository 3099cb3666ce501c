// Turns a bearer token of MCP into a caller: the client, and the user who connected it.
import type { Caller } from '../../../operation/caller.ts'
import type { OAuthServer } from './server.ts'

export async function authenticateClient(
  server: OAuthServer,
  bearer: string,
  address: string,
): Promise<Caller | undefined> {
  const token = await server.verify(bearer)
  if (!token) return undefined
  return {
    ...(token.user_uuid !== null && { user: token.user_uuid }),
    ...(token.tenant_uuid !== null && { tenant: token.tenant_uuid }),
    client: { id: token.client_id, name: token.client_name, grant: token.grant_id },
    credential: { id: token.token_id, kind: 'oauth' },
    scopes: new Set(token.scopes),
    environment: token.environment,
    address,
  }
}
