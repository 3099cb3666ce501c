// Reads an access token and decides whether it works. The bearer check of MCP, introspection and token exchange all
// ask here, so that they never differ.
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { findUser } from '../identity/index.ts'
import { isServed } from './metadata.ts'
import * as store from './store.ts'

/** Who acts for the user, and on whose behalf: the last client first (RFC 8693, section 4.1). */
export interface Actor {
  readonly sub: string
  readonly act?: Actor
}

export interface LiveToken {
  readonly token_id: string
  readonly client_id: string
  readonly client_name: string
  readonly grant_id: string | null
  /** The client that the user connected; null when the client acts for itself. */
  readonly connected_id: string | null
  readonly connected_name: string | null
  /** Null when the client acts for itself (client_credentials). */
  readonly user_uuid: string | null
  readonly tenant_uuid: string | null
  readonly scopes: readonly string[]
  /** The resource of the bank, or the client that the token is meant for. */
  readonly audience: string
  /** Only for tokens that were exchanged for others. */
  readonly act: Actor | undefined
  readonly issued_at: Date
  readonly expires_at: Date
}

/** What is stored of a token, as the OAuth library writes it. */
export interface TokenPayload {
  readonly aud?: string
  readonly accountId?: string
  readonly scope?: string
  readonly act?: Actor
}

export interface TokenReader {
  readonly clock: Clock
  readonly sealer: Sealer
  readonly issuer: string
  /** Throws while the customers of a tenant are refused. */
  readonly checkTenant: (tenant: string) => void | Promise<void>
}

/** Undefined when the token is unknown, expired or revoked, when its user is suspended, or its audience not served. */
export async function findAccessToken(
  db: Db,
  secret: string,
  { clock, sealer, issuer }: TokenReader,
): Promise<LiveToken | undefined> {
  const row = await store.findToken(db, hashSecret(secret), clock.now())
  if (!row || row.revoked_at !== null) return undefined
  const { aud, accountId, scope, act } = JSON.parse(sealer.open(row.payload)) as TokenPayload
  if (aud === undefined || !isServed(aud, issuer)) return undefined
  const user = accountId === undefined ? undefined : await findUser(db, accountId)
  // No client acts for a suspended user.
  if (accountId !== undefined && user?.status !== 'active') return undefined
  return {
    token_id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    grant_id: row.grant_uuid,
    connected_id: row.connected_id,
    connected_name: row.connected_name,
    user_uuid: accountId ?? null,
    tenant_uuid: user?.tenant_uuid ?? null,
    scopes: scope?.split(' ') ?? [],
    audience: aud,
    act,
    issued_at: new Date(row.created_at),
    expires_at: new Date(row.expires_at),
  }
}

/**
 * For callers that present no bearer: a request with one is refused by the guard of all requests while its tenant is
 * closed, with the reason.
 */
export async function findUsableToken(
  db: Db,
  secret: string,
  reader: TokenReader,
): Promise<LiveToken | undefined> {
  const token = await findAccessToken(db, secret, reader)
  try {
    if (token?.tenant_uuid) await reader.checkTenant(token.tenant_uuid)
    return token
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
