// Before the examples of agreements: two agents of the caller, and what they have agreed on.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'
import { twoAgents } from '../agents/prepare.ts'

const ofAgreement: Prepare = async (scene) => {
  const agents = await twoAgents(scene)
  const change = { did: agents.did, target_did: agents.other_did }
  await scene.send('agent_agreement.negotiate', { ...change, preferred_capabilities: undefined })
  return agents
}

export const preparations: Preparations = {
  async 'agent_agreement.negotiate'(scene) {
    const { did, other_did: target_did } = await twoAgents(scene)
    return { did, target_did }
  },
  'agent_agreement.get': ofAgreement,
  'agent_agreement.check': ofAgreement,
  'agent_agreement.refresh': ofAgreement,
  'agent_agreement.revoke': ofAgreement,
}
