// Before the examples of the agents: agents of one owner or of two, and what is between them.
import { expect, vi } from 'vitest'
import {
  answerChallenge,
  registerAgent,
  signIn,
  type TestAgent,
} from '../../../src/domains/agents/agents/test-support.ts'
import { openAccount } from './accounts.ts'
import type { Preparations, Prepare, Scene } from './scene.ts'

const agentOf = async ({ bank, person }: Scene): Promise<string> =>
  (await registerAgent(bank, person)).did

const ofAgent: Prepare = async (scene) => ({ did: await agentOf(scene) })

const ofAgentKey = async ({ bank, person, send }: Scene) => {
  const { did } = await registerAgent(bank, person)
  return { did, ...(await send('agent_key.create', { did })).data }
}

const ofAgentSession: Prepare = async ({ bank, person }) => {
  const headers = await signIn(bank, await registerAgent(bank, person))
  return { session_token: headers['X-Agent-Session'] }
}

/** Two agents of the caller, as the fields of a route between them. */
const twoAgents = async (scene: Scene) => ({
  did: await agentOf(scene),
  other_did: await agentOf(scene),
})

/** A message that waits for its recipient. */
const ofMessage: Prepare = async (scene) => {
  const { did, other_did } = await twoAgents(scene)
  const change = { did, to_agent_did: other_did, requires_acknowledgment: undefined }
  return {
    did: other_did,
    message_id: (await scene.send('agent_message.send', change)).data.message_id,
  }
}

const ofAgreement: Prepare = async (scene) => {
  const agents = await twoAgents(scene)
  const change = { did: agents.did, target_did: agents.other_did }
  await scene.send('agent_agreement.negotiate', { ...change, preferred_capabilities: undefined })
  return agents
}

/** Two agents of the caller, each with an account of its own, the first with a hundred dollars. */
async function payingAgents(scene: Scene) {
  const [from, to] = [await openAccount(scene), await openAccount(scene, 0)]
  const { bank, person } = scene
  const payer = await registerAgent(bank, person, { metadata: { account_uuid: from } })
  const payee = await registerAgent(bank, person, { metadata: { account_uuid: to } })
  return { payer: payer.did, payee: payee.did }
}

async function createEscrow(scene: Scene, ...steps: ('fund' | 'dispute')[]) {
  const { payer: buyer_did, payee: seller_did } = await payingAgents(scene)
  const { escrow_id } = (await scene.send('escrow.create', { buyer_did, seller_did })).data
  const by = { fund: { funder_did: buyer_did }, dispute: { disputer_did: seller_did } }
  for (const step of steps) await scene.send(`escrow.${step}`, { escrow_id, ...by[step] })
  return { escrow_id, buyer_did, seller_did, ...by }
}

async function startPayment(scene: Scene) {
  const { payer: did, payee: to_agent_did } = await payingAgents(scene)
  const { transaction_id } = (await scene.send('agent_payment.initiate', { did, to_agent_did }))
    .data
  return { did, transaction_id }
}

/** Two agents of two owners, the first with a funded account. */
async function agentsOfTwoOwners(scene: Scene) {
  const { bank, person } = scene
  const account_uuid = await openAccount(scene)
  const own = await registerAgent(bank, person, { metadata: { account_uuid } })
  return { own, other: await registerAgent(bank, await bank.person()) }
}

/** Seven dollars from one agent to the other, confirmed. */
async function payAgent({ send }: Scene, from: TestAgent, to: TestAgent): Promise<string> {
  const payment = { did: from.did, to_agent_did: to.did, amount: '7.00' }
  const { transaction_id } = (await send('agent_payment.initiate', payment, from.owner)).data
  await send('agent_payment.confirm', { did: from.did, transaction_id }, from.owner)
  return transaction_id
}

/** A mandate that the caller gave, or one that they received. */
async function issueMandate(scene: Scene, side: 'issuer' | 'subject' = 'issuer') {
  const { own, other } = await agentsOfTwoOwners(scene)
  const [payer, payee] = side === 'issuer' ? [own, other] : [other, own]
  const change = { payload: { payer_did: payer.did, payee_did: payee.did } }
  const { uuid, credential } = (await scene.send('mandate.create', change, payer.owner)).data
  return { uuid, credential, payer, payee }
}

const ofMandate: Prepare = async (scene) => ({ uuid: (await issueMandate(scene)).uuid })

async function acceptMandate(scene: Scene) {
  const mandate = await issueMandate(scene)
  await scene.send('mandate.accept', { uuid: mandate.uuid }, mandate.payee.owner)
  return mandate
}

const ofExecution: Prepare = async (scene) => {
  const { uuid, payer, payee } = await acceptMandate(scene)
  return { uuid, payment_reference: await payAgent(scene, payer, payee) }
}

/** A task that waits for input: it lacks everything. */
async function askingTask({ bank, person, send }: Scene): Promise<string> {
  const { did } = await registerAgent(bank, person)
  const path = 'POST /api/agent-protocol/tasks/send'
  const task = { sender_did: did, skill_id: 'trading', input: {} }
  const { id } = (await bank.call(path, task, person)).body.data
  await vi.waitFor(
    async () => expect((await send('task.get', { id })).data.state).toBe('input-required'),
    { timeout: 120_000 },
  )
  return id
}

const ofTask: Prepare = async (scene) => ({ id: await askingTask(scene) })

export const agents: Preparations = {
  async 'agent.discover'(scene) {
    await agentOf(scene)
    return {}
  },
  async 'agent.list'(scene) {
    await agentOf(scene)
    return {}
  },
  'agent.get': ofAgent,
  'agent.set_capabilities': ofAgent,
  'agent.set_endpoints': ofAgent,
  'agent.set_status': ofAgent,
  'agent.rotate_key': ofAgent,
  'agent_auth.log_in_by_did': async ({ bank, person }) =>
    answerChallenge(bank, await registerAgent(bank, person)),
  'agent_auth.log_in_by_key': async (scene) => ({ api_key: (await ofAgentKey(scene)).api_key }),
  'agent_auth.validate': ofAgentSession,
  'agent_auth.revoke': ofAgentSession,
  'agent_key.list': ofAgent,
  'agent_key.create': ofAgent,
  async 'agent_key.revoke'(scene) {
    const { did, key_id } = await ofAgentKey(scene)
    return { did, key_id }
  },
  'agent_session.list': ofAgent,
  'agent_session.revoke_all': ofAgent,
  'agent_message.list': async (scene) => ({ did: (await ofMessage(scene)).did }),
  async 'agent_message.send'(scene) {
    const { did, other_did: to_agent_did } = await twoAgents(scene)
    return { did, to_agent_did }
  },
  'agent_message.get': ofMessage,
  'agent_message.acknowledge': ofMessage,
  async 'agent_agreement.negotiate'(scene) {
    const { did, other_did: target_did } = await twoAgents(scene)
    return { did, target_did }
  },
  'agent_agreement.get': ofAgreement,
  'agent_agreement.check': ofAgreement,
  'agent_agreement.refresh': ofAgreement,
  'agent_agreement.revoke': ofAgreement,
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
  'agent_payment.list': async (scene) => ({ did: (await startPayment(scene)).did }),
  async 'agent_payment.initiate'(scene) {
    const { payer, payee } = await payingAgents(scene)
    return { did: payer, to_agent_did: payee }
  },
  'agent_payment.get': startPayment,
  'agent_payment.confirm': startPayment,
  'agent_payment.cancel': startPayment,
  'task.send': async (scene) => ({
    sender_did: await agentOf(scene),
    input: { account_uuid: await openAccount(scene) },
  }),
  async 'task.list'(scene) {
    await askingTask(scene)
    return {}
  },
  'task.get': ofTask,
  'task.answer': async (scene) => ({
    id: await askingTask(scene),
    input: { account_uuid: await openAccount(scene) },
  }),
  'task.cancel': ofTask,
  async 'mandate.create'(scene) {
    const { own, other } = await agentsOfTwoOwners(scene)
    return { payload: { payer_did: own.did, payee_did: other.did } }
  },
  async 'mandate.list'(scene) {
    await issueMandate(scene)
    return {}
  },
  'mandate.verify': async (scene) => ({ credential: (await issueMandate(scene)).credential }),
  'mandate.get': ofMandate,
  'mandate.accept': async (scene) => ({ uuid: (await issueMandate(scene, 'subject')).uuid }),
  'mandate.execute': ofExecution,
  async 'mandate.complete'(scene) {
    const execution = await ofExecution(scene)
    await scene.send('mandate.execute', execution)
    return { uuid: execution.uuid }
  },
  'mandate.dispute': async (scene) => ({ uuid: (await acceptMandate(scene)).uuid }),
  'mandate.revoke': ofMandate,
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
