// The sessions of agents and the API keys that open them.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { hashSecret, randomText } from '../../../platform/secrets.ts'
import {
  findAgentSession,
  findStanding,
  findUser,
  issueAgentKey,
  issueAgentSessions,
  listAgentSessions,
  lockCredential,
  revoke,
} from '../../people/identity/index.ts'
import { getActingAgent, issuerOf } from './access.ts'
import * as events from './events.ts'
import * as keyStore from './key-store.ts'
import { makeSession, authenticationFailed, SECRET_LENGTH } from './new-session.ts'
import { defaultScopes, expandScopes, needsAdministrator, scopes } from './scopes.ts'
import { type AgentRow, findAgentById } from './store.ts'

const PREFIX_SHOWN = 8
const ID_LENGTH = 16

/** The key's row is locked: a revocation either comes first, or ends this session too. */
export async function logInByKey(
  input: { readonly api_key: string; readonly user_agent?: string },
  ctx: Context,
) {
  const key = await lockCredential(ctx.tx, hashSecret(input.api_key))
  const isGood =
    key?.kind === 'agent_key' &&
    key.revoked_at === null &&
    (key.expires_at === null || new Date(key.expires_at) > ctx.now)
  if (!isGood) throw authenticationFailed()
  const agent = await findAgentById(ctx.tx, key.agent_uuid!)
  if (agent?.status !== 'active') throw authenticationFailed()
  await keyStore.touchKey(ctx.tx, key.id, ctx.now)
  const opening = { ...input, scopes: key.scopes, parent: key.id }
  const { session, answer } = makeSession(agent, opening, ctx)
  await issueAgentSessions(ctx.tx, [session])
  return answer
}

/** The public id of a session is made from the random half of the credential's id. */
const toSessionId = (id: string): string => `ses_${id.replaceAll('-', '').slice(-ID_LENGTH)}`

export async function validate(token: string, ctx: Context) {
  const session = await findAgentSession(ctx.tx, hashSecret(token), ctx.now)
  const agent = session && (await findAgentById(ctx.tx, session.agent_uuid!))
  if (!session || agent?.status !== 'active') return null
  return {
    agent_id: agent.uuid,
    did: agent.did,
    session_id: toSessionId(session.id),
    expires_at: new Date(session.expires_at!).toISOString(),
    scopes: session.scopes,
  }
}

/** Holding the token is enough to end its session; an unknown token is ignored. */
export async function endSession(token: string, ctx: Context): Promise<void> {
  const session = await findAgentSession(ctx.tx, hashSecret(token), ctx.now)
  if (!session) return
  const { user_uuid, hash } = session
  await revoke({ user_uuid, hash, kinds: ['agent_session'] }, ctx)
}

export async function listSessions(did: string, page: PageRequest, ctx: Context) {
  const agent = await getActingAgent(did, ctx)
  const { rows, total } = await listAgentSessions(ctx.tx, agent.uuid, ctx.now, page)
  const sessions = rows.map((row) => ({
    session_id: toSessionId(row.id),
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at!).toISOString(),
    last_activity: row.last_used_at && new Date(row.last_used_at).toISOString(),
    ip_address: row.address,
    user_agent: row.user_agent,
    scopes: row.scopes,
  }))
  return toPage(sessions, total, page)
}

export interface ApiKeyRequest {
  readonly name: string
  readonly scopes?: readonly string[]
  readonly expires_at?: string | null
}

export async function createApiKey(did: string, input: ApiKeyRequest, ctx: Context) {
  const agent = await getActingAgent(did, ctx)
  const granted = [...new Set(input.scopes ?? defaultScopes)]
  await checkScopes(granted, agent, ctx)
  const expires_at = readExpiry(input.expires_at, ctx.now)
  const secret = randomText(SECRET_LENGTH)
  const { uuid, owner_uuid, environment } = agent
  const id = uuidv7(ctx.now)
  const credential = {
    id,
    secret,
    user_uuid: owner_uuid,
    agent_uuid: uuid,
    environment,
    expires_at,
    parent: issuerOf(ctx.caller),
  }
  await issueAgentKey({ ...credential, scopes: expandScopes(granted) }, ctx)
  const key_id = `ak_${randomText(ID_LENGTH)}`
  await keyStore.insertKey(ctx.tx, {
    uuid: id,
    key_id,
    agent_uuid: uuid,
    name: input.name,
    key_prefix: secret.slice(0, PREFIX_SHOWN),
    scopes: granted,
    expires_at,
    created_at: ctx.now,
  })
  const data = { agent_id: uuid, did, key_id, scopes: granted }
  ctx.emit(events.AgentApiKeyCreated, data, { user_uuid: owner_uuid })
  return { api_key: secret, key_id, created_at: ctx.now.toISOString() }
}

/** A new key gets no scope that its creator does not have. */
async function checkScopes(granted: readonly string[], agent: AgentRow, ctx: Context) {
  const fail = (sentence: string) => Invalid({ errors: { scopes: [sentence] } })
  const unknown = granted.find((scope) => !Object.hasOwn(scopes, scope))
  if (unknown !== undefined) throw fail(`There is no scope "${unknown}".`)
  const high = granted.find(needsAdministrator)
  const owner = high === undefined ? undefined : await findUser(ctx.tx, agent.owner_uuid)
  if (high !== undefined && !owner?.roles.includes('admin'))
    throw fail(`Only an administrator’s agent can have the scope "${high}".`)
  if (ctx.caller.user !== undefined) return
  const beyond = expandScopes(granted).find((scope) => !ctx.caller.scopes.has(scope))
  if (beyond !== undefined)
    throw fail(`This session does not have the scope "${beyond}", so it cannot grant it.`)
}

function readExpiry(given: string | null | undefined, now: Date): Date | null {
  if (given === undefined || given === null) return null
  const instant = new Date(given)
  if (instant > now) return instant
  throw Invalid({ errors: { expires_at: ['The expires at field must lie in the future.'] } })
}

/** Ends the key's sessions too, and every credential that was issued under the key or the sessions. */
export async function revokeApiKey(did: string, key_id: string, ctx: Context): Promise<string> {
  const agent = await getActingAgent(did, ctx)
  const key = await keyStore.deactivateKey(ctx.tx, agent.uuid, key_id, ctx.now)
  if (!key) throw NotFound({ what: 'API key', id: key_id })
  const { owner_uuid } = agent
  await revoke({ user_uuid: owner_uuid, id: key.uuid, kinds: ['agent_key'] }, ctx)
  const data = { agent_id: agent.uuid, did, key_id }
  ctx.emit(events.AgentApiKeyRevoked, data, { user_uuid: owner_uuid })
  return key.name
}

export async function listApiKeys(did: string, page: PageRequest, ctx: Context) {
  const agent = await getActingAgent(did, ctx)
  const { rows, total } = await keyStore.listKeys(ctx.tx, agent.uuid, page)
  // A key ends with the credential under which it was issued; the identity domain keeps track of that.
  const standing = await findStanding(
    ctx.tx,
    rows.map((key) => key.uuid),
  )
  return { rows: rows.map((key) => ({ ...key, is_active: standing.has(key.uuid) })), total }
}
