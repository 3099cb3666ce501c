// Errors of agents.
import { defineError } from '../../../operation/error.ts'

export const InvalidDid = defineError<{ did: string }>(
  'INVALID_DID',
  400,
  (d) =>
    `"${d.did.slice(0, 80)}" is not the DID of an agent; a DID looks like did:florin:agent:<id>.`,
)

export const AgentNotActive = defineError<{ did: string; status: string }>(
  'AGENT_NOT_ACTIVE',
  400,
  (d) => `The agent ${d.did} is ${d.status}; only an active agent can do this.`,
)

export const AgentHasNoAccount = defineError<{ did: string }>(
  'AGENT_HAS_NO_ACCOUNT',
  400,
  (d) => `The agent ${d.did} has no open account behind it; its owner must open one.`,
)

export const StatusChangeNotAllowed = defineError<{ from: string; to: string }>(
  'STATUS_CHANGE_NOT_ALLOWED',
  400,
  (d) => `An agent that is ${d.from} cannot become ${d.to}.`,
)
