// Before the examples of escrows: two agents with accounts, and an escrow between them.
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'
import { payingAgents } from '../payments/prepare.ts'

async function createEscrow(scene: Scene, ...steps: ('fund' | 'dispute')[]) {
  const { payer: buyer_did, payee: seller_did } = await payingAgents(scene)
  const { escrow_id } = (await scene.send('escrow.create', { buyer_did, seller_did })).data
  const by = { fund: { funder_did: buyer_did }, dispute: { disputer_did: seller_did } }
  for (const step of steps) await scene.send(`escrow.${step}`, { escrow_id, ...by[step] })
  return { escrow_id, buyer_did, seller_did, ...by }
}

export const preparations: Preparations = {
  async 'escrow.create'(scene) {
    const { payer, payee } = await payingAgents(scene)
    return { buyer_did: payer, seller_did: payee }
  },
  'escrow.get': async (scene) => ({ escrow_id: (await createEscrow(scene)).escrow_id }),
  async 'escrow.list'(scene) {
    await createEscrow(scene)
    return {}
  },
  async 'escrow.fund'(scene) {
    const { escrow_id, fund } = await createEscrow(scene)
    return { escrow_id, ...fund }
  },
  async 'escrow.release'(scene) {
    const { escrow_id, buyer_did } = await createEscrow(scene, 'fund')
    return { escrow_id, releaser_did: buyer_did }
  },
  async 'escrow.dispute'(scene) {
    const { escrow_id, dispute } = await createEscrow(scene, 'fund')
    return { escrow_id, ...dispute }
  },
  async 'escrow.resolve'(scene) {
    const { escrow_id, seller_did } = await createEscrow(scene, 'fund', 'dispute')
    return { escrow_id, resolver_did: seller_did }
  },
  'escrow.cancel': async (scene) => ({
    escrow_id: (await createEscrow(scene, 'fund')).escrow_id,
  }),
}
