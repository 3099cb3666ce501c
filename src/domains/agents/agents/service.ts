// The rules of an agent's record: registering it, finding it, changing it, its key and its status.
import { isOperator } from '../../../operation/caller.ts'
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Forbidden, InsufficientScope, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import {
  deleteDelegated,
  findCredentialById,
  findStanding,
  issueRight,
  revoke,
} from '../../people/identity/index.ts'
import { findAccounts, canUse } from '../../core/ledger/index.ts'
import { checkActsForAgent, requireAgent, issuerOf } from './access.ts'
import { checkDid, newDid } from './did.ts'
import { keyIdOf } from './did-document.ts'
import * as events from './events.ts'
import { makeKeyPair, readPublicKey, toMultibase } from './ed25519.ts'
import { agentLife, type AgentStatus } from './life-cycle.ts'
import { toListItem } from './schema.ts'
import * as store from './store.ts'
import type { AgentRow } from './store.ts'

export interface RegistrationRequest {
  readonly name: string
  readonly type: AgentRow['type']
  readonly description?: string
  readonly capabilities?: readonly string[]
  readonly metadata?: Record<string, unknown>
  readonly endpoints?: store.Endpoints
  readonly public_key?: unknown
}

export interface DiscoveryRequest {
  readonly capability?: string
  readonly type?: AgentRow['type']
  readonly status?: AgentStatus
  readonly limit: number
}

/** Finds agents of the caller's tenant; without a status, only active ones. */
export async function discover(
  { limit, status = 'active', ...filter }: DiscoveryRequest,
  { tx, caller }: Context,
) {
  const { environment, tenant: tenant_uuid = null } = caller
  const which = { ...filter, status, limit, environment, tenant_uuid }
  const rows = await store.discoverAgents(tx, which)
  return {
    data: rows.map(toListItem),
    meta: { count: rows.length, filter: { ...filter, status } },
  }
}

export async function listOwn(page: PageRequest, { tx, caller }: Context) {
  const which = { ...page, owner_uuid: caller.user!, environment: caller.environment }
  const { rows, total } = await store.listAgentsOf(tx, which)
  return toPage(rows.map(toListItem), total, page)
}

/** Checks an address before anything is sent to it; returns the problem in a sentence. */
export type FindUrlError = (url: string) => Promise<string | undefined>

export async function register(input: RegistrationRequest, ctx: Context, findFault: FindUrlError) {
  const { metadata = {}, endpoints = {} } = input
  await checkEndpoints(endpoints, ctx, findFault)
  const key = readOrMakeKey(input.public_key ?? metadata.public_key)
  const agent = {
    uuid: uuidv7(ctx.now),
    did: newDid(),
    environment: ctx.caller.environment,
    owner_uuid: ctx.caller.user!,
    tenant_uuid: ctx.caller.tenant ?? null,
    name: input.name,
    type: input.type,
    status: 'active' as const,
    description: input.description ?? null,
    capabilities: [...new Set(input.capabilities)].map(toCapability),
    endpoints,
    endpoint_credential: endpoints.message === undefined ? null : uuidv7(ctx.now),
    metadata,
    account_uuid: await readAccount(metadata.account_uuid, ctx),
    public_key: key.publicKey,
    created_at: ctx.now,
  }
  await store.insertAgent(ctx.tx, agent)
  await issueDidKey(agent, issuerOf(ctx.caller), ctx)
  await issuePushCredential(agent, ctx)
  const { did, name, type, owner_uuid } = agent
  const data = { agent_id: agent.uuid, did, name, type }
  ctx.emit(events.AgentRegistered, data, { user_uuid: owner_uuid })
  return {
    ...data,
    status: agent.status,
    capabilities: agent.capabilities.map((capability) => capability.name),
    registered_at: ctx.now.toISOString(),
    ...toMadeKey(key),
  }
}

const toCapability = (name: string) => ({ name, version: '1.0', metadata: {} })

interface AgentKey {
  readonly publicKey: Buffer
  readonly privateKey?: string
}

/** The caller's key, or a new pair whose private half is never stored. */
function readOrMakeKey(given: unknown): AgentKey {
  if (given === undefined || given === null) return makeKeyPair()
  const publicKey = readPublicKey(given)
  if (publicKey) return { publicKey }
  throw Invalid({
    errors: {
      public_key: [
        'The public key must be an Ed25519 key: multibase (z6Mk…), 32 bytes as hex, base64 or base64url, a JWK, or an SPKI PEM.',
      ],
    },
  })
}

const toMadeKey = ({ publicKey, privateKey }: AgentKey) => ({
  public_key_multibase: toMultibase(publicKey),
  ...(privateKey !== undefined && {
    private_key: privateKey,
    warning: 'Keep the private_key now: it is shown only once and not stored.',
  }),
})

async function readAccount(given: unknown, ctx: Context): Promise<string | null> {
  if (given === undefined || given === null) return null
  const id = typeof given === 'string' ? given.toLowerCase() : ''
  const account = (await findAccounts(ctx.tx, [id])).get(id)
  const isTheirs =
    account !== undefined &&
    account.environment === ctx.caller.environment &&
    account.status !== 'closed' &&
    account.user_uuid === ctx.caller.user &&
    canUse(account, ctx.caller)
  if (isTheirs) return id
  throw Invalid({ errors: { 'metadata.account_uuid': ['You have no open account with this id.'] } })
}

/** Setting a push address is a way to read messages, so it requires the scope to read them. */
async function checkEndpoints(
  { message }: { readonly message?: string },
  { caller }: Context,
  findFault: FindUrlError,
) {
  if (message === undefined) return
  if (!caller.scopes.has('read') && !caller.scopes.has('messages:read'))
    throw InsufficientScope({
      required_scope: caller.user === undefined ? 'messages:read' : 'read',
    })
  const fault = await findFault(message)
  if (fault !== undefined) throw Invalid({ errors: { 'endpoints.message': [fault] } })
}

type CredentialHolder = Pick<
  AgentRow,
  'uuid' | 'owner_uuid' | 'environment' | 'endpoint_credential'
>

/** The credential that lets the DID key sign in has the agent's own id. */
const issueDidKey = (agent: CredentialHolder, parent: string | null, ctx: Context): Promise<void> =>
  issueRight({ ...credentialOf(agent), id: agent.uuid, kind: 'agent_did_key' }, ctx, parent)

/** Messages are pushed for as long as the credential with which the address was set is valid. */
async function issuePushCredential(agent: CredentialHolder, ctx: Context): Promise<void> {
  const { endpoint_credential: id } = agent
  if (id !== null)
    await issueRight(
      { ...credentialOf(agent), id, kind: 'agent_endpoint' },
      ctx,
      issuerOf(ctx.caller),
    )
}

/** The address to which messages for the agent are pushed now; undefined when there is none. */
export async function findPushAddress(tx: Db, agent: AgentRow): Promise<string | undefined> {
  const { endpoint_credential: id } = agent
  if (id === null) return undefined
  return (await findStanding(tx, [id])).has(id) ? agent.endpoints.message : undefined
}

const credentialOf = ({ uuid, owner_uuid, environment }: CredentialHolder) => ({
  user_uuid: owner_uuid,
  agent_uuid: uuid,
  environment,
})

/** The agent stays locked until the transaction ends. */
async function lockActing(did: string, ctx: Context): Promise<AgentRow> {
  const agent = await store.lockAgent(ctx.tx, checkDid(did))
  return checkActsForAgent(requireAgent(agent, did, ctx.caller), ctx.caller)
}

export async function setCapabilities(
  did: string,
  given: readonly (Omit<store.Capability, 'metadata'> & { metadata?: Record<string, unknown> })[],
  ctx: Context,
) {
  const agent = await lockActing(did, ctx)
  const capabilities = given.map(({ metadata = {}, ...rest }) => ({ ...rest, metadata }))
  await store.updateAgent(ctx.tx, agent.uuid, { capabilities }, ctx.now)
  return { did, capabilities, updated_at: ctx.now.toISOString() }
}

export async function setEndpoints(
  did: string,
  endpoints: store.Endpoints,
  ctx: Context,
  findFault: FindUrlError,
) {
  await checkEndpoints(endpoints, ctx, findFault)
  const agent = await lockActing(did, ctx)
  const { endpoint_credential: earlier } = agent
  const endpoint_credential = endpoints.message === undefined ? null : (earlier ?? uuidv7(ctx.now))
  const change = { endpoints, endpoint_credential }
  await store.updateAgent(ctx.tx, agent.uuid, change, ctx.now)
  if (endpoint_credential === null && earlier !== null) await deleteDelegated(ctx.tx, earlier)
  await issuePushCredential({ ...agent, endpoint_credential }, ctx)
  return { did, endpoints, updated_at: ctx.now.toISOString() }
}

/**
 * The owner, or a session of the agent, sets the new key. Every session ends, and so does every
 * credential that was issued under one.
 */
export async function rotateKey(did: string, given: unknown, ctx: Context) {
  const agent = await lockActing(did, ctx)
  const key = readOrMakeKey(given)
  const parent = await findIssuerOfKey(agent, ctx)
  const key_version = agent.key_version + 1
  const change = { public_key: key.publicKey, key_version }
  await store.updateAgent(ctx.tx, agent.uuid, change, ctx.now)
  await issueDidKey(agent, parent, ctx)
  await endSessions(agent, ctx)
  const data = { agent_id: agent.uuid, did, key_version }
  ctx.emit(events.AgentKeyRotated, data, { user_uuid: agent.owner_uuid })
  return {
    did,
    key_id: keyIdOf({ did, key_version }),
    ...toMadeKey(key),
    updated_at: ctx.now.toISOString(),
  }
}

/**
 * The rotation ends the session that asks for it, so the new key cannot have that session as its parent.
 * Its parent is the API key that opened the session, or else the parent of the old DID key.
 */
async function findIssuerOfKey(agent: AgentRow, ctx: Context): Promise<string | null> {
  const issuer = issuerOf(ctx.caller)
  if (issuer === null || ctx.caller.credential?.kind !== 'agent_session') return issuer
  const parent = await findParent(issuer, ctx)
  return parent === agent.uuid ? findParent(parent, ctx) : parent
}

const findParent = async (id: string, ctx: Context): Promise<string | null> =>
  (await findCredentialById(ctx.tx, id))?.parent ?? null

export async function setStatus(
  did: string,
  { status, reason }: { readonly status: AgentStatus; readonly reason?: string },
  ctx: Context,
) {
  const found = await store.lockAgent(ctx.tx, checkDid(did))
  const agent = requireAgent(found, did, ctx.caller)
  const byOperator = isOperator(ctx.caller)
  if (!byOperator) checkActsForAgent(agent, ctx.caller)
  const { action } = agentLife.checkBetween(agent.status, status)
  if (!byOperator && !agentLife.who(action).includes('owner'))
    throw Forbidden({ reason: 'Only an operator can suspend an agent or end its suspension.' })
  await store.updateAgent(ctx.tx, agent.uuid, { status, status_reason: reason ?? null }, ctx.now)
  if (status !== 'active') await endSessions(agent, ctx)
  const data = { agent_id: agent.uuid, did, from: agent.status, to: status }
  ctx.emit(events.AgentStatusChanged, data, { user_uuid: agent.owner_uuid })
  return { did, status, updated_at: ctx.now.toISOString() }
}

/** Returns how many sessions were ended. */
export const endSessions = (agent: AgentRow, ctx: Context): Promise<number> =>
  revoke({ user_uuid: agent.owner_uuid, agent_uuid: agent.uuid, kinds: ['agent_session'] }, ctx)
