// Turns a bearer token of MCP into a caller: the client, and the user who connected it.
import type { Caller } from '../../../operation/caller.ts'
import type { AccessToken, OAuthServer } from './server.ts'

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
    client: { id: token.client_id, name: nameOf(token), grant: token.grant_id },
    credential: { id: token.token_id, kind: 'oauth' },
    scopes: new Set(token.scopes),
    environment: token.environment,
    address,
  }
}

/** Names the client that the user connected as well, because that is the one they know and can disconnect. */
const nameOf = ({ client_id, client_name, connected_id, connected_name }: AccessToken): string =>
  connected_id === null || connected_id === client_id
    ? client_name
    : `${client_name} (through ${connected_name})`
