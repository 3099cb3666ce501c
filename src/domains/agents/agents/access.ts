// Checks who may act for an agent: its owner with a bearer token, or the agent itself with its session.
// If a caller sends both credentials, both must belong to the agent.
import { type Caller, reaches } from '../../../operation/caller.ts'
import { Forbidden, InsufficientScope, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { parentOf } from '../../people/identity/index.ts'
import { findFirstAccounts } from '../../core/ledger/index.ts'
import { checkDid } from './did.ts'
import { AgentHasNoAccount, AgentNotActive } from './errors.ts'
import { type AgentRow, findAgent } from './store.ts'

/** A malformed DID is 400; a DID that is not registered here is 404. */
export async function getAgent(
  did: string,
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<AgentRow> {
  const agent = await findAgent(ctx.tx, checkDid(did))
  return requireAgent(agent, did, ctx.caller)
}

/** Undefined if the agent is unknown, or is one of another environment or tenant. */
export async function findVisibleAgent(
  did: string,
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<AgentRow | undefined> {
  const agent = await findAgent(ctx.tx, checkDid(did))
  return isVisible(agent, ctx.caller) ? agent : undefined
}

const isVisible = (agent: AgentRow | undefined, caller: Caller): agent is AgentRow =>
  agent?.environment === caller.environment && reaches(caller, agent.tenant_uuid)

/** An agent of another environment, or of another tenant, is 404. */
export function requireAgent(agent: AgentRow | undefined, did: string, caller: Caller): AgentRow {
  if (!isVisible(agent, caller)) throw NotFound({ what: 'agent', id: did })
  return agent
}

export const actsForAgent = (agent: AgentRow, caller: Caller): boolean =>
  (caller.user !== undefined || caller.agent !== undefined) &&
  (caller.user === undefined || caller.user === agent.owner_uuid) &&
  (caller.agent === undefined || caller.agent === agent.uuid)

export function checkActsForAgent(agent: AgentRow, caller: Caller): AgentRow {
  if (!actsForAgent(agent, caller))
    throw Forbidden({ reason: `The agent ${agent.did} is not yours.` })
  // A key outlives a suspension, so the agent's status is checked here and not only at login.
  if (caller.agent === agent.uuid) checkActive(agent)
  return agent
}

/** The agent, for a caller who may act as it. */
export const getActingAgent = async (
  did: string,
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<AgentRow> => checkActsForAgent(await getAgent(did, ctx), ctx.caller)

export function checkActive(agent: AgentRow): AgentRow {
  if (agent.status !== 'active') throw AgentNotActive({ did: agent.did, status: agent.status })
  return agent
}

/** The account that holds the agent's money: the one it named, or else its owner's first open account. */
export async function getAccountOf(agent: AgentRow, ctx: Pick<Context, 'tx'>): Promise<string> {
  if (agent.account_uuid !== null) return agent.account_uuid
  const { environment, owner_uuid } = agent
  const accounts = await findFirstAccounts(ctx.tx, { environment, users: [owner_uuid] })
  const account = accounts.get(owner_uuid)
  if (account === undefined) throw AgentHasNoAccount({ did: agent.did })
  return account
}

/**
 * The parent of the credentials that the caller issues for an agent. A caller with two credentials issues
 * under the owner's bearer token, which must therefore have the scope to write: otherwise the issued
 * credential would outlive the session that allowed it.
 */
export function issuerOf(caller: Caller): string | null {
  if (caller.user !== undefined && !caller.scopes.has('write'))
    throw InsufficientScope({ required_scope: 'write' })
  return parentOf(caller)
}
