// Before the examples of payments between agents: two agents with accounts, and a payment.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'
import { registerAgent, type TestAgent } from '../agents/test-support.ts'

/** Two agents of the caller, each with an account of its own, the first with a hundred dollars. */
export async function payingAgents(scene: Scene) {
  const [from, to] = [await openAccount(scene), await openAccount(scene, 0)]
  const { bank, person } = scene
  const payer = await registerAgent(bank, person, { metadata: { account_uuid: from } })
  const payee = await registerAgent(bank, person, { metadata: { account_uuid: to } })
  return { payer: payer.did, payee: payee.did }
}

/** Seven dollars from one agent to the other, confirmed. */
export async function payAgent({ send }: Scene, from: TestAgent, to: TestAgent): Promise<string> {
  const payment = { did: from.did, to_agent_did: to.did, amount: '7.00' }
  const { transaction_id } = (await send('agent_payment.initiate', payment, from.owner)).data
  await send('agent_payment.confirm', { did: from.did, transaction_id }, from.owner)
  return transaction_id
}

async function startPayment(scene: Scene) {
  const { payer: did, payee: to_agent_did } = await payingAgents(scene)
  const { transaction_id } = (await scene.send('agent_payment.initiate', { did, to_agent_did }))
    .data
  return { did, transaction_id }
}

export const preparations: Preparations = {
  'agent_payment.list': async (scene) => ({ did: (await startPayment(scene)).did }),
  async 'agent_payment.initiate'(scene) {
    const { payer, payee } = await payingAgents(scene)
    return { did: payer, to_agent_did: payee }
  },
  'agent_payment.get': startPayment,
  'agent_payment.confirm': startPayment,
  'agent_payment.cancel': startPayment,
}
