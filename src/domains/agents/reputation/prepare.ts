// Before the examples of reputation: agents of two owners, and a payment to judge.
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'
import { agentsOfTwoOwners, ofAgent } from '../agents/prepare.ts'
import { payAgent } from '../payments/prepare.ts'

export const preparations: Preparations = {
  'reputation.get': ofAgent,
  async 'reputation.give_feedback'(scene) {
    const { own, other } = await agentsOfTwoOwners(scene)
    const transaction_id = await payAgent(scene, own, other)
    return { did: other.did, reviewer_did: own.did, transaction_id }
  },
  'reputation.penalize': ofAgent,
  'reputation.history': ofAgent,
  async 'reputation.trust'(scene) {
    const { own, other } = await agentsOfTwoOwners(scene)
    return { did: own.did, other_did: other.did }
  },
}
