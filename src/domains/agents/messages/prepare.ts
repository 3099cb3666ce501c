// Before the examples of messages: a message from one agent of the caller to another.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'
import { twoAgents } from '../agents/prepare.ts'

/** A message that waits for its recipient. */
const ofMessage: Prepare = async (scene) => {
  const { did, other_did } = await twoAgents(scene)
  const change = { did, to_agent_did: other_did, requires_acknowledgment: undefined }
  return {
    did: other_did,
    message_id: (await scene.send('agent_message.send', change)).data.message_id,
  }
}

export const preparations: Preparations = {
  'agent_message.list': async (scene) => ({ did: (await ofMessage(scene)).did }),
  async 'agent_message.send'(scene) {
    const { did, other_did: to_agent_did } = await twoAgents(scene)
    return { did, to_agent_did }
  },
  'agent_message.get': ofMessage,
  'agent_message.acknowledge': ofMessage,
}
