// Before the examples of agents: agents of one owner or of two, with their keys and sessions.
import { anotherUser } from '../../../../test/contract/prepare/environment.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Prepare, Rows, Scene } from '../../../../test/contract/prepare/scene.ts'
import { answerChallenge, registerAgent, signIn } from './test-support.ts'

export const agentOf = async ({ bank, person }: Scene): Promise<string> =>
  (await registerAgent(bank, person)).did

export const ofAgent: Prepare = async (scene) => ({ did: await agentOf(scene) })

/** Two agents of the caller, as the fields of a route between them. */
export const twoAgents = async (scene: Scene) => ({
  did: await agentOf(scene),
  other_did: await agentOf(scene),
})

/** Two agents of two owners, each with an account, the first with money in it. */
export async function agentsOfTwoOwners(scene: Scene) {
  const { bank, person, send } = scene
  const account_uuid = await openAccount(scene)
  const own = await registerAgent(bank, person, { metadata: { account_uuid } })
  const owner = await anotherUser(scene)
  await send('account.create', { user_uuid: owner.uuid }, owner)
  return { own, other: await registerAgent(bank, owner) }
}

const withAgent: Prepare = async (scene) => {
  await agentOf(scene)
  return {}
}

const ofKey = async ({ bank, person, send }: Scene) => {
  const { did } = await registerAgent(bank, person)
  return { did, ...(await send('agent_key.create', { did })).data }
}

const ofSession: Prepare = async ({ bank, person }) => {
  const headers = await signIn(bank, await registerAgent(bank, person))
  return { session_token: headers['X-Agent-Session'] }
}

export const preparations: Preparations = {
  'agent.discover': withAgent,
  'agent.list': withAgent,
  'agent.get': ofAgent,
  'agent.set_capabilities': ofAgent,
  'agent.set_endpoints': ofAgent,
  'agent.set_status': ofAgent,
  'agent.rotate_key': ofAgent,
  'agent_auth.log_in_by_did': async ({ bank, person }) =>
    answerChallenge(bank, await registerAgent(bank, person)),
  'agent_auth.log_in_by_key': async (scene) => ({ api_key: (await ofKey(scene)).api_key }),
  'agent_auth.validate': ofSession,
  'agent_auth.revoke': ofSession,
  'agent_key.list': ofAgent,
  'agent_key.create': ofAgent,
  async 'agent_key.revoke'(scene) {
    const { did, key_id } = await ofKey(scene)
    return { did, key_id }
  },
  'agent_session.list': ofAgent,
  'agent_session.revoke_all': ofAgent,
}

export const rows: Rows = {
  'agent_key.list': ({ input, send }) => send('agent_key.create', { did: input.did }),
}
