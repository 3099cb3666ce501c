// Agents for tests: registered over HTTP with their own keys, and signed in with them.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Bank, Person } from '../../../../test/harness/bank.ts'

export interface TestAgent {
  readonly did: string
  readonly agent_id: string
  readonly owner: Person
  readonly privateKey: KeyObject
}

/** `overrides` are fields of the registration, `metadata` for example. */
export async function registerAgent(
  bank: Bank,
  owner: Person,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<TestAgent> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { status, body } = await bank.call(
    'POST /api/agent-protocol/agents/register',
    {
      name: 'Agent',
      type: 'service',
      public_key: publicKey.export({ format: 'jwk' }),
      ...overrides,
    },
    owner,
  )
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return { did: body.data.did, agent_id: body.data.agent_id, owner, privateKey }
}

/** The body of a login: a challenge and the agent's signature over it. */
export async function answerChallenge(bank: Bank, agent: TestAgent) {
  const { body } = await bank.call('POST /api/agent-protocol/auth/challenge', { did: agent.did })
  const { challenge, nonce } = body.data
  const signature = sign(null, Buffer.from(challenge), agent.privateKey).toString('base64')
  return { did: agent.did, challenge, nonce, signature }
}

/** The headers with which a call is made by the agent itself. */
export async function signIn(bank: Bank, agent: TestAgent): Promise<Record<string, string>> {
  const answer = await answerChallenge(bank, agent)
  const { status, body } = await bank.call('POST /api/agent-protocol/auth/did', answer)
  if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`)
  return { 'X-Agent-Session': body.data.session_token }
}
