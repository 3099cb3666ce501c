// The rules of an agent's record: registering it, changing it, its key and its status.
import { uuidv7 } from '../../kernel/uuid.ts'
import { Forbidden, Invalid } from '../../operation/error.ts'
import type { Context } from '../../operation/operation.ts'
import { revoke } from '../identity/index.ts'
import { findAccounts, isOperator, mayUse } from '../ledger/index.ts'
import { checkActs, checkThere } from './access.ts'
import { checkDid, newDid } from './did.ts'
import { keyIdOf } from './document.ts'
import { StatusChangeNotAllowed } from './errors.ts'
import * as events from './events.ts'
import { makeKeyPair, readPublicKey, toMultibase } from './keys.ts'
import * as store from './store.ts'
import type { AgentRow, AgentStatus } from './store.ts'

export interface RegistrationRequest {
  readonly name: string
  readonly type: AgentRow['type']
  readonly description?: string
  readonly capabilities?: readonly string[]
  readonly metadata?: Record<string, unknown>
  readonly endpoints?: { readonly message?: string }
  readonly public_key?: unknown
}

/** Finds what is wrong with an address before anything is ever sent to it. */
export type FindFault = (url: string) => Promise<string | undefined>

export async function register(input: RegistrationRequest, ctx: Context, findFault: FindFault) {
  const { metadata = {}, endpoints = {} } = input
  await checkEndpoints(endpoints, findFault)
  const key = settleKey(input.public_key ?? metadata.public_key)
  const agent = {
    uuid: uuidv7(ctx.now),
    did: newDid(),
    environment: ctx.caller.environment,
    owner_uuid: ctx.caller.user!,
    name: input.name,
    type: input.type,
    status: 'active' as const,
    description: input.description ?? null,
    capabilities: [...new Set(input.capabilities)].map(toCapability),
    endpoints: endpoints as Record<string, string>,
    metadata,
    account_uuid: await readAccount(metadata.account_uuid, ctx),
    public_key: key.publicKey,
    created_at: ctx.now,
  }
  await store.insertAgent(ctx.tx, agent)
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

interface SettledKey {
  readonly publicKey: Buffer
  readonly privateKey?: string
}

/** The caller's key, or a new pair whose private half is never stored. */
function settleKey(given: unknown): SettledKey {
  if (given === undefined || given === null) return makeKeyPair()
  const publicKey = readPublicKey(given)
  if (publicKey) return { publicKey }
  throw Invalid({
    errors: {
      public_key: [
        'The public key must be Ed25519: multibase (z6Mk…), 32 bytes as hex, base64 or base64url, a JWK, or an SPKI PEM.',
      ],
    },
  })
}

const toMadeKey = ({ publicKey, privateKey }: SettledKey) => ({
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
    mayUse(account, ctx.caller)
  if (isTheirs) return id
  throw Invalid({ errors: { 'metadata.account_uuid': ['You have no such account.'] } })
}

async function checkEndpoints({ message }: { readonly message?: string }, findFault: FindFault) {
  const fault = message === undefined ? undefined : await findFault(message)
  if (fault !== undefined) throw Invalid({ errors: { 'endpoints.message': [fault] } })
}

/** Held until the change is committed. */
async function lockActing(did: string, ctx: Context): Promise<AgentRow> {
  const agent = await store.lockAgent(ctx.tx, checkDid(did))
  return checkActs(checkThere(agent, did, ctx.caller), ctx.caller)
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
  endpoints: { readonly message?: string },
  ctx: Context,
  findFault: FindFault,
) {
  await checkEndpoints(endpoints, findFault)
  const agent = await lockActing(did, ctx)
  const change = { endpoints: endpoints as Record<string, string> }
  await store.updateAgent(ctx.tx, agent.uuid, change, ctx.now)
  return { did, endpoints, updated_at: ctx.now.toISOString() }
}

/** Whoever proved the old key, or owns the agent, names the new one; every session ends. */
export async function rotateKey(did: string, given: unknown, ctx: Context) {
  const agent = await lockActing(did, ctx)
  const key = settleKey(given)
  const key_version = agent.key_version + 1
  const change = { public_key: key.publicKey, key_version }
  await store.updateAgent(ctx.tx, agent.uuid, change, ctx.now)
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

/** From → to, and who may: the owner rests and wakes an agent, an operator stops one. */
const statusChanges: Readonly<
  Record<AgentStatus, Partial<Record<AgentStatus, 'owner' | 'operator'>>>
> = {
  active: { inactive: 'owner', suspended: 'operator' },
  inactive: { active: 'owner', suspended: 'operator' },
  suspended: { active: 'operator' },
}

export async function setStatus(
  did: string,
  { status, reason }: { readonly status: AgentStatus; readonly reason?: string },
  ctx: Context,
) {
  const found = await store.lockAgent(ctx.tx, checkDid(did))
  const agent = checkThere(found, did, ctx.caller)
  const byOperator = isOperator(ctx.caller)
  if (!byOperator) checkActs(agent, ctx.caller)
  const who = statusChanges[agent.status][status]
  if (who === undefined) throw StatusChangeNotAllowed({ from: agent.status, to: status })
  if (who === 'operator' && !byOperator)
    throw Forbidden({ reason: 'Only an operator can suspend an agent or end its suspension.' })
  await store.updateAgent(ctx.tx, agent.uuid, { status, status_reason: reason ?? null }, ctx.now)
  if (status !== 'active') await endSessions(agent, ctx)
  const data = { agent_id: agent.uuid, did, from: agent.status, to: status }
  ctx.emit(events.AgentStatusChanged, data, { user_uuid: agent.owner_uuid })
  return { did, status, updated_at: ctx.now.toISOString() }
}

/** How many there were. */
export const endSessions = (agent: AgentRow, ctx: Context): Promise<number> =>
  revoke({ user_uuid: agent.owner_uuid, agent_uuid: agent.uuid, kinds: ['agent_session'] }, ctx)
