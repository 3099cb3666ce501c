// Who may act for an agent, asked in one place: whoever owns it, by a bearer, or the agent itself, by
// its session. Of both together both must be right.
import type { Caller } from '../../../operation/caller.ts'
import { Forbidden, InsufficientScope, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { parentOf } from '../../people/identity/index.ts'
import { findFirstAccounts } from '../../core/ledger/index.ts'
import { checkDid } from './did.ts'
import { AgentHasNoAccount, AgentNotActive } from './errors.ts'
import { type AgentRow, findAgent } from './store.ts'

/** 400 for what is no DID, 404 for one that nobody registered here. */
export async function getAgent(
  did: string,
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<AgentRow> {
  const agent = await findAgent(ctx.tx, checkDid(did))
  return checkThere(agent, did, ctx.caller)
}

/** Live agents do not exist for a sandbox caller, nor the other way round. */
export function checkThere(agent: AgentRow | undefined, did: string, caller: Caller): AgentRow {
  if (agent?.environment !== caller.environment) throw NotFound({ what: 'agent', id: did })
  return agent
}

export const actsFor = (agent: AgentRow, caller: Caller): boolean =>
  (caller.user !== undefined || caller.agent !== undefined) &&
  (caller.user === undefined || caller.user === agent.owner_uuid) &&
  (caller.agent === undefined || caller.agent === agent.uuid)

export function checkActs(agent: AgentRow, caller: Caller): AgentRow {
  if (!actsFor(agent, caller)) throw Forbidden({ reason: `The agent ${agent.did} is not yours.` })
  // A key outlives a suspension, so it is judged here and not only when it opens a session.
  if (caller.agent === agent.uuid) checkActive(agent)
  return agent
}

/** The agent, for a caller who may act as it. */
export const getActingAgent = async (
  did: string,
  ctx: Pick<Context, 'tx' | 'caller'>,
): Promise<AgentRow> => checkActs(await getAgent(did, ctx), ctx.caller)

export function checkActive(agent: AgentRow): AgentRow {
  if (agent.status !== 'active') throw AgentNotActive({ did: agent.did, status: agent.status })
  return agent
}

/** Where the agent's money is: the account it named, or else its owner's first open one. */
export async function getAccountOf(agent: AgentRow, ctx: Pick<Context, 'tx'>): Promise<string> {
  if (agent.account_uuid !== null) return agent.account_uuid
  const { environment, owner_uuid } = agent
  const accounts = await findFirstAccounts(ctx.tx, { environment, users: [owner_uuid] })
  const account = accounts.get(owner_uuid)
  if (account === undefined) throw AgentHasNoAccount({ did: agent.did })
  return account
}

/**
 * The parent of what the caller issues for an agent. With two credentials it is the owner's bearer, which
 * must therefore be allowed to issue it: otherwise it would outlive the session that allowed it.
 */
export function issuerOf(caller: Caller): string | null {
  if (caller.user !== undefined && !caller.scopes.has('write'))
    throw InsufficientScope({ required_scope: 'write' })
  return parentOf(caller)
}
