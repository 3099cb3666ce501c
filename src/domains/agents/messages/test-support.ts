// Messages for tests: sent, read and acknowledged over HTTP, by an owner or by the agent itself.
import type { Answer, Bank, CallOptions } from '../../../../test/harness/bank.ts'
import type { TestAgent } from '../agents/test-support.ts'

const pathOf = ({ did }: TestAgent) => `/api/agent-protocol/agents/${did}/messages`

/** The calls, each as the agent's owner unless said otherwise. */
export const makeCalls = (bank: Bank) => ({
  send: (from: TestAgent, to: TestAgent, more: object = {}, as: CallOptions = from.owner) => {
    const message = { to_agent_did: to.did, message_type: 'direct', payload: { n: 1 }, ...more }
    return bank.call(`POST ${pathOf(from)}`, message, as)
  },
  list: (agent: TestAgent, query = '', as: CallOptions = agent.owner) =>
    bank.call(`GET ${pathOf(agent)}${query}`, undefined, as),
  show: (agent: TestAgent, id: string, as: CallOptions = agent.owner) =>
    bank.call(`GET ${pathOf(agent)}/${id}`, undefined, as),
  acknowledge: (agent: TestAgent, id: string, as: CallOptions = agent.owner) =>
    bank.call(`POST ${pathOf(agent)}/${id}/ack`, undefined, as),
})

export const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error?.code]

/** The events that the bank emitted about a message, with their recipients. */
export const eventsAbout = (bank: Bank, id: string) =>
  bank.sql<{ type: string; user_uuid: string }>(
    `select type, user_uuid from platform.events where data->>'message_id' = $1 order by position`,
    [id],
  )
