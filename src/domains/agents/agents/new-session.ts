// Builds a new session of an agent. Every failed login gets the same answer, so that callers cannot
// find out which agents and keys exist.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Unauthenticated } from '../../../operation/error.ts'
import type { Cause } from '../../../operation/posting.ts'
import { randomText } from '../../../platform/secrets.ts'
import {
  type AgentSession,
  agentSessionEnd,
  truncateUserAgent,
} from '../../people/identity/index.ts'
import { expandScopes } from './scopes.ts'
import type { AgentRow } from './store.ts'

export const SECRET_LENGTH = 64

export const authenticationFailed = () =>
  Unauthenticated({ reason: 'The agent could not be authenticated.' })

export interface NewSessionRequest {
  readonly scopes: readonly string[]
  readonly user_agent?: string
  /** The credential that the agent logged in with: an API key, or the key of its DID. */
  readonly parent: string
}

/** Returns the row to write and the answer for the agent; writes nothing itself. */
export function makeSession(
  agent: AgentRow,
  { scopes, user_agent, parent }: NewSessionRequest,
  { caller, now }: Pick<Cause, 'caller' | 'now'>,
) {
  const { uuid, did, name, status, environment, owner_uuid } = agent
  const session: AgentSession = {
    id: uuidv7(now),
    secret: randomText(SECRET_LENGTH),
    user_uuid: owner_uuid,
    agent_uuid: uuid,
    scopes: expandScopes(scopes),
    environment,
    address: caller.address,
    user_agent: truncateUserAgent(user_agent),
    created_at: now,
    parent,
  }
  const answer = {
    session_token: session.secret,
    expires_at: agentSessionEnd(now).toISOString(),
    agent: { agent_id: uuid, did, name, status },
  }
  return { session, answer }
}
