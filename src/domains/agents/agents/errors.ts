// Errors of agents.
import { defineError } from '../../../operation/error.ts'

export const InvalidDid = defineError<{ did: string }>(
  'INVALID_DID',
  400,
  (d) =>
    `"${d.did.slice(0, 80)}" is not the DID of an agent; a DID looks like did:florin:agent:<id>.`,
  {
    advice:
      'Copy the DID from the answer of POST /api/agent-protocol/agents/register, or find it with GET /api/agent-protocol/agents/discover.',
  },
)

export const AgentNotActive = defineError<{ did: string; status: string }>(
  'AGENT_NOT_ACTIVE',
  400,
  (d) => `The agent ${d.did} is ${d.status}; only an active agent can do this.`,
  {
    advice:
      'The owner activates an inactive agent with PUT /api/agent-protocol/agents/{did}/status. Only an operator of the bank can end a suspension.',
  },
)

export const AgentHasNoAccount = defineError<{ did: string }>(
  'AGENT_HAS_NO_ACCOUNT',
  400,
  (d) => `The agent ${d.did} has no open account behind it; its owner must open one.`,
  {
    advice:
      'The owner opens an account with POST /api/accounts. An agent registered without `metadata.account_uuid` uses the first open account of its owner.',
  },
)

export const StatusChangeNotAllowed = defineError<{ from: string; to: string }>(
  'STATUS_CHANGE_NOT_ALLOWED',
  400,
  (d) => `An agent that is ${d.from} cannot become ${d.to}.`,
  {
    advice:
      'Read `status` with GET /api/agent-protocol/agents/{did} first: a change must lead to another status, and a suspended agent can only become active.',
  },
)
