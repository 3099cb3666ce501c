// One honest call per operation, for the tests that loop over all of them. An operation without an
// example fails the contract: nothing is declared before it can be shown to work.
import { createHmac, randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import {
  answerChallenge,
  registerAgent,
  signIn,
  type TestAgent,
} from '../../src/domains/agents/agents/test-support.ts'
import { issueCard, signEvent, toCardEvent } from '../../src/domains/selling/cards/test-support.ts'
import { signAsApple, toPush } from '../../src/domains/selling/subscriptions/test-support.ts'
import { authorize } from '../../src/domains/people/oauth/test-support.ts'
import {
  askToLogIn,
  askToRegister,
  assert,
  attest,
  enableBiometrics,
  logInByBiometrics,
  makeAuthenticator,
  newDevice,
  registerDevice,
  registerPasskey,
  signChallenge,
} from '../../src/domains/people/passkeys/test-support.ts'
import type { Bank, Person } from '../harness/bank.ts'

export interface Example {
  /** Input fields, wherever they travel; may prepare what the call needs. */
  input(bank: Bank, person: Person): Promise<Record<string, unknown>> | Record<string, unknown>
  /** Another valid input, to provoke a conflict with the first; absent: there is no other input. */
  readonly other?: Record<string, unknown>
  /** The call ends the credential that makes it, so it cannot be repeated with it. */
  readonly endsSession?: boolean
  /** Called by the bank's operator instead of a customer. */
  readonly as?: 'operator'
  /** What stands in the path is a word to choose, not the id of something somebody has. */
  readonly pathIsChoice?: true
  /** What stands in the path is everybody's: a poll, for example. */
  readonly isShared?: true
}

const none: Example = { input: () => ({}) }

async function createKey(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/v2/api-keys', { name: 'Example' }, person)
  return body.data.uuid
}

/** A program that the person has connected. */
async function connectApp(bank: Bank, person: Person): Promise<string> {
  await authorize(bank, person)
  const { body } = await bank.call('GET /api/v1/grants', undefined, person)
  return body.data[0].uuid
}

async function enableTwoFactor(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/auth/2fa/enable', {}, person)
  return body.secret
}

const codeOf = (bank: Bank, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: bank.clock.now().getTime() })

async function confirmTwoFactor(bank: Bank, person: Person): Promise<string> {
  const secret = await enableTwoFactor(bank, person)
  await bank.call('POST /api/auth/2fa/confirm', { code: codeOf(bank, secret) }, person)
  bank.clock.advance(30)
  return secret
}

/** An account of the person, with a hundred dollars in it. */
async function openAccount(bank: Bank, person: Person, cents = 10_000): Promise<string> {
  const { body } = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Example', initial_balance: cents },
    person,
  )
  return body.data.uuid
}

async function transferInput(bank: Bank, person: Person) {
  return {
    from_account: await openAccount(bank, person),
    to_account: await openAccount(bank, person, 0),
    amount: '1.25',
    asset_code: 'USD',
  }
}

/** The transaction of a deposit. */
async function deposit(bank: Bank, person: Person, into?: string): Promise<string> {
  const account = into ?? (await openAccount(bank, person))
  const { body } = await bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount: '7.00', asset_code: 'USD' },
    person,
  )
  return body.data.uuid
}

async function reversalInput(bank: Bank, person: Person) {
  const uuid = await openAccount(bank, person)
  return {
    uuid,
    original_transaction_id: await deposit(bank, person, uuid),
    reversal_reason: 'A mistake',
    amount: '2.00',
    asset_code: 'USD',
    transaction_type: 'credit',
  }
}

async function ofDevice(bank: Bank, person: Person) {
  const { id } = await registerDevice(bank, person)
  return { id }
}

const trialBalance = { report_type: 'trial_balance' }

/** A batch that waits for the next day. */
async function scheduleBatch(bank: Bank, operator: Person): Promise<string> {
  const tomorrow = new Date(bank.clock.now().getTime() + 86_400_000).toISOString()
  const { body } = await bank.call(
    'POST /api/batch-operations/execute',
    {
      operations: [{ type: 'report_generation', parameters: trialBalance }],
      schedule_time: tomorrow.slice(0, 19).replace('T', ' '),
    },
    operator,
  )
  return body.data.batch_id
}

/** A message and a proof of payment for it. */
async function paidSms(bank: Bank) {
  const sms = { to: '+37060012345', message: `Hello ${randomUUID()}` }
  const { body } = await bank.call('POST /api/v1/sms/send', sms)
  const credential = {
    challenge_id: body.challenge_id,
    rail: 'stripe',
    proof_of_payment: { spt: `spt_${randomUUID().replaceAll('-', '')}` },
  }
  const authorization = `Payment ${Buffer.from(JSON.stringify(credential)).toString('base64url')}`
  return { ...sms, authorization }
}

async function sendSms(bank: Bank): Promise<{ message_id: string }> {
  const { authorization, ...sms } = await paidSms(bank)
  const headers = { Authorization: authorization }
  const { body } = await bank.call('POST /api/v1/sms/send', sms, { headers })
  return body.data
}

let endpoints = 0

const endpointInput = () => ({
  path: `/premium/example-${++endpoints}`,
  price_usd_cents: 5,
  network: 'eip155:8453',
  asset: 'USDC',
  description: 'An example',
  method: 'GET',
  mime_type: 'application/json',
  is_active: true,
})

async function createEndpoint(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/v2/x402/endpoints', endpointInput(), person)
  return body.data.id
}

const resourceInput = () => ({
  method: 'GET',
  path: `/sold/example-${++endpoints}`,
  amount_cents: 5,
  currency: 'USD',
  available_rails: ['stripe', 'x402'],
  description: 'An example',
  mime_type: 'application/json',
})

async function createResource(bank: Bank, operator: Person): Promise<string> {
  const { body } = await bank.call('POST /api/v1/mpp/resources', resourceInput(), operator)
  return body.data.id
}

const limitInput = {
  agent_type: 'crawler',
  daily_limit: '5000000',
  per_transaction_limit: '100000',
  auto_pay_enabled: true,
}

async function setLimit(bank: Bank, person: Person): Promise<string> {
  const limit = { agent_id: 'robot', ...limitInput }
  await bank.call('POST /api/v2/x402/spending-limits', limit, person)
  return limit.agent_id
}

const newAsset = { name: 'Example', type: 'custom', precision: 2 }
let assets = 0

/** EXB, EXC, … EXBA: codes have letters only. */
const nextCode = (): string =>
  `EX${String(++assets).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}`

async function addAsset(bank: Bank, operator: Person): Promise<string> {
  const asset = { ...newAsset, code: nextCode() }
  const { body } = await bank.call('POST /api/v2/assets', asset, operator)
  return body.data.code
}

const after = (bank: Bank, seconds: number): string =>
  new Date(bank.clock.now().getTime() + seconds * 1000).toISOString()

/** Some GCU for the person, so that their vote weighs something. */
async function holdGcu(bank: Bank, person: Person): Promise<void> {
  const account = await openAccount(bank, person, 0)
  const amount = { amount: '12.5000', asset_code: 'GCU' }
  await bank.call(`POST /api/v2/accounts/${account}/deposit`, amount, person)
}

const proposalInput = (bank: Bank) => ({
  title: 'Less gold',
  description: 'Gold has done its work.',
  proposed_composition: { USD: 42, EUR: 30, GBP: 15, CHF: '10.00', JPY: 3 },
  voting_starts_at: after(bank, 1),
  voting_ends_at: after(bank, 3600),
  minimum_participation: 10,
  minimum_approval: 50,
  draft: false,
})

/** A proposal that takes votes now. */
async function openProposal(bank: Bank): Promise<number> {
  const operator = await bank.operator()
  const proposal = proposalInput(bank)
  const { body } = await bank.call('POST /api/v2/gcu/voting/proposals', proposal, operator)
  bank.clock.advance(2)
  return body.data.id
}

const pollInput = (bank: Bank) => ({
  title: 'Which asset next?',
  description: 'The one with most votes is added.',
  type: 'single_choice',
  options: [
    { id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } },
    { id: 'platinum', label: 'Platinum' },
  ],
  start_date: after(bank, 1),
  end_date: after(bank, 60),
  required_participation: 5,
  voting_power_strategy: 'one_user_one_vote',
  execution_workflow: 'AddAsset',
  metadata: { template: 'add_currency' },
})

async function makePoll(bank: Bank, change: object = {}): Promise<string> {
  const operator = await bank.operator()
  const poll = { ...pollInput(bank), ...change }
  const { body } = await bank.call('POST /api/polls', poll, operator)
  bank.clock.advance(2)
  return body.data.uuid
}

/** A poll that takes votes now. */
async function openPoll(bank: Bank, change: object = {}): Promise<string> {
  const uuid = await makePoll(bank, change)
  await bank.call(`POST /api/polls/${uuid}/activate`, {}, await bank.operator())
  return uuid
}

async function castVote(bank: Bank, person: Person): Promise<number> {
  const uuid = await openPoll(bank)
  const choice = { selected_options: ['silver'] }
  const { body } = await bank.call(`POST /api/polls/${uuid}/vote`, choice, person)
  return body.data.id
}

const rampOrder = {
  type: 'on',
  fiat_currency: 'USD',
  fiat_amount: '100.00',
  crypto_currency: 'USDC',
  wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
}

async function startRamp(bank: Bank, person: Person): Promise<string> {
  const { body } = await bank.call('POST /api/v1/ramp/session', rampOrder, person)
  return body.data.session_id
}

/** What the provider of a session would send, signed. */
async function rampWebhookInput(bank: Bank, person: Person) {
  const object = { id: await startRamp(bank, person), status: 'payment_pending' }
  const body = JSON.stringify({ type: 'crypto.onramp_session.updated', data: { object } })
  const seconds = Math.floor(bank.clock.now().getTime() / 1000)
  const hmac = createHmac('sha256', bank.env.RAMP_WEBHOOK_SECRET!).update(`${seconds}.${body}`)
  return { provider: 'mock', signature: `t=${seconds},v1=${hmac.digest('hex')}`, body }
}

const watched = { chain: 'base', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }

/** Ten euros for at most a dollar each: it waits in the book. */
async function orderInput(bank: Bank, person: Person) {
  return {
    account_uuid: await openAccount(bank, person),
    type: 'buy',
    order_type: 'limit',
    base_currency: 'EUR',
    quote_currency: 'USD',
    amount: '10',
    price: '1.00',
  }
}

async function placeOrder(bank: Bank, person: Person): Promise<string> {
  const order = await orderInput(bank, person)
  const { body } = await bank.call('POST /api/exchange/orders', order, person)
  return body.order_id
}

/** An account with some of every part of the GCU. */
async function openBasketAccount(bank: Bank, person: Person): Promise<string> {
  const account = await openAccount(bank, person, 1_000_000)
  for (const [asset_code, amount] of Object.entries({
    EUR: '1000.00',
    GBP: '1000.00',
    CHF: '1000.00',
    JPY: '100000',
    XAU: '1.000000',
  }))
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, { asset_code, amount }, person)
  return account
}

const composeInput = async (bank: Bank, person: Person) => ({
  uuid: await openBasketAccount(bank, person),
  basket_code: 'GCU',
  amount: '10.0000',
})

/** The same, with GCU to give back. */
async function decomposeInput(bank: Bank, person: Person) {
  const { uuid, ...body } = await composeInput(bank, person)
  await bank.call(`POST /api/v2/accounts/${uuid}/baskets/compose`, body, person)
  return { uuid, ...body, amount: '5.0000' }
}

let registrations = 0

async function createWebhook(bank: Bank, person: Person): Promise<string> {
  const webhook = { url: 'https://example.com/hook', events: ['*'] }
  const { body } = await bank.call('POST /api/v2/webhooks', webhook, person)
  return body.data.id
}

async function createDelivery(bank: Bank, person: Person) {
  const id = await createWebhook(bank, person)
  const { body } = await bank.call(`POST /api/v2/webhooks/${id}/test`, {}, person)
  return { id, delivery_id: body.data.uuid }
}

const withWebhook = async (bank: Bank, person: Person) => ({
  id: await createWebhook(bank, person),
})

async function createAgentKey(bank: Bank, person: Person) {
  const { did } = await registerAgent(bank, person)
  const path = `/api/agent-protocol/agents/${did}/api-keys`
  const { body } = await bank.call(`POST ${path}`, { name: 'Example' }, person)
  return { did, ...body.data }
}

async function sessionOf(bank: Bank, person: Person) {
  const headers = await signIn(bank, await registerAgent(bank, person))
  return { session_token: headers['X-Agent-Session'] }
}

const ofAgent = async (bank: Bank, person: Person) => ({
  did: (await registerAgent(bank, person)).did,
})

/** Two agents of the person, as the fields of a route between them. */
const twoAgents = async (bank: Bank, person: Person) => ({
  did: (await registerAgent(bank, person)).did,
  other_did: (await registerAgent(bank, person)).did,
})

async function messageInput(bank: Bank, person: Person) {
  const { did, other_did: to_agent_did } = await twoAgents(bank, person)
  return { did, to_agent_did, message_type: 'direct', payload: { text: 'Hello' } }
}

/** A message that waits for its recipient. */
async function withMessage(bank: Bank, person: Person) {
  const { did, ...message } = await messageInput(bank, person)
  const path = `/api/agent-protocol/agents/${did}/messages`
  const { body } = await bank.call(`POST ${path}`, message, person)
  return { did: message.to_agent_did, message_id: body.data.message_id }
}

async function withAgreement(bank: Bank, person: Person) {
  const agents = await twoAgents(bank, person)
  const path = `/api/agent-protocol/agents/${agents.did}/protocol/negotiate`
  await bank.call(`POST ${path}`, { target_did: agents.other_did }, person)
  return agents
}

/** Two agents of the person, each with an account of its own, the first with a hundred dollars. */
async function payingAgents(bank: Bank, person: Person) {
  const [from, to] = [await openAccount(bank, person), await openAccount(bank, person, 0)]
  const payer = await registerAgent(bank, person, { metadata: { account_uuid: from } })
  const payee = await registerAgent(bank, person, { metadata: { account_uuid: to } })
  return { payer: payer.did, payee: payee.did }
}

const escrowInput = async (bank: Bank, person: Person) => {
  const { payer, payee } = await payingAgents(bank, person)
  return {
    buyer_did: payer,
    seller_did: payee,
    amount: 12.5,
    currency: 'USD',
    conditions: ['delivered'],
    release_conditions: ['accepted'],
    timeout_seconds: 3600,
    dispute_resolution_did: null,
    metadata: { order: 7 },
  }
}

async function createEscrow(bank: Bank, person: Person, ...steps: ('fund' | 'dispute')[]) {
  const input = await escrowInput(bank, person)
  const { body } = await bank.call('POST /api/agent-protocol/escrow', input, person)
  const { escrow_id } = body.data
  const bodies = {
    fund: { funder_did: input.buyer_did },
    dispute: { disputer_did: input.seller_did, reason: 'Not paid', evidence: ['A photograph'] },
  }
  for (const step of steps)
    await bank.call(`POST /api/agent-protocol/escrow/${escrow_id}/${step}`, bodies[step], person)
  return { escrow_id, ...bodies, buyer: input.buyer_did, seller: input.seller_did }
}

const paymentInput = async (bank: Bank, person: Person) => {
  const { payer, payee } = await payingAgents(bank, person)
  return {
    did: payer,
    to_agent_did: payee,
    amount: 12.5,
    currency: 'USD',
    description: 'A report',
    escrow_required: false,
    metadata: { order: 7 },
  }
}

async function startPayment(bank: Bank, person: Person) {
  const { did, ...input } = await paymentInput(bank, person)
  const path = `/api/agent-protocol/agents/${did}/payments`
  const { body } = await bank.call(`POST ${path}`, input, person)
  return { did, transaction_id: body.data.transaction_id }
}

/** Two agents of two people, the first with money behind it. */
async function strangersAgents(bank: Bank, person: Person) {
  const account_uuid = await openAccount(bank, person)
  const own = await registerAgent(bank, person, { metadata: { account_uuid } })
  return { own, other: await registerAgent(bank, await bank.person()) }
}

/** Seven dollars from one agent to the other, confirmed. */
async function payAgent(bank: Bank, from: TestAgent, to: TestAgent): Promise<string> {
  const at = `/api/agent-protocol/agents/${from.did}/payments`
  const payment = { to_agent_did: to.did, amount: '7.00', currency: 'USD' }
  const { body } = await bank.call(`POST ${at}`, payment, from.owner)
  const { transaction_id } = body.data
  await bank.call(`POST ${at}/${transaction_id}/confirm`, {}, from.owner)
  return transaction_id
}

async function mandateInput(bank: Bank, person: Person) {
  const { own, other } = await strangersAgents(bank, person)
  return {
    type: 'payment',
    payload: { payer_did: own.did, payee_did: other.did, amount_cents: 700, currency: 'USD' },
  }
}

/** A mandate that the person gave, or one that they were given. */
async function issueMandate(bank: Bank, person: Person, side: 'issuer' | 'subject' = 'issuer') {
  const { own, other } = await strangersAgents(bank, person)
  const [payer, payee] = side === 'issuer' ? [own, other] : [other, own]
  const payload = {
    payer_did: payer.did,
    payee_did: payee.did,
    amount_cents: 700,
    currency: 'USD',
  }
  const mandate = { type: 'payment', payload }
  const { body } = await bank.call('POST /api/agent-protocol/mandates', mandate, payer.owner)
  return { uuid: body.data.uuid as string, payer, payee, credential: body.data.credential }
}

async function acceptMandate(bank: Bank, person: Person) {
  const { uuid, payer, payee } = await issueMandate(bank, person)
  await bank.call(`POST /api/agent-protocol/mandates/${uuid}/accept`, {}, payee.owner)
  return { uuid, payer, payee }
}

async function executionInput(bank: Bank, person: Person) {
  const { uuid, payer, payee } = await acceptMandate(bank, person)
  return { uuid, payment_reference: await payAgent(bank, payer, payee) }
}

/** A task that waits for input: it lacks everything. */
async function askingTask(bank: Bank, person: Person): Promise<string> {
  const { did } = await registerAgent(bank, person)
  const task = { sender_did: did, skill_id: 'trading', input: {} }
  const { body } = await bank.call('POST /api/agent-protocol/tasks/send', task, person)
  const { id } = body.data
  const state = async (): Promise<string> =>
    (await bank.call(`GET /api/agent-protocol/tasks/${id}`, undefined, person)).body.data.state
  await expect.poll(state, { timeout: 10_000 }).toBe('input-required')
  return id
}

export const examples: Readonly<Record<string, Example>> = {
  'agent_tool.transfer': none,
  'agent_tool.payment_status': none,
  'tool_call.list': none,
  'tool.list': { ...none, as: 'operator' },
  'tool.set_enabled': {
    input: () => ({ tool: 'exchange.quote', enabled: true }),
    other: { enabled: false },
    as: 'operator',
  },
  'escrow.create': { input: escrowInput, other: { amount: 13 } },
  'escrow.get': {
    input: async (bank, person) => ({ escrow_id: (await createEscrow(bank, person)).escrow_id }),
  },
  'escrow.list': {
    input: async (bank, person) => {
      await createEscrow(bank, person)
      return { status: 'created', limit: 5 }
    },
  },
  'escrow.fund': {
    input: async (bank, person) => {
      const { escrow_id, fund } = await createEscrow(bank, person)
      return { escrow_id, ...fund }
    },
    other: { funder_did: 'did:florin:agent:another' },
  },
  'escrow.release': {
    input: async (bank, person) => {
      const { escrow_id, buyer } = await createEscrow(bank, person, 'fund')
      return { escrow_id, releaser_did: buyer, conditions_met: ['accepted'] }
    },
    other: { conditions_met: [] },
  },
  'escrow.dispute': {
    input: async (bank, person) => {
      const { escrow_id, dispute } = await createEscrow(bank, person, 'fund')
      return { escrow_id, ...dispute }
    },
    other: { reason: 'Another' },
  },
  'escrow.resolve': {
    input: async (bank, person) => {
      const { escrow_id, seller } = await createEscrow(bank, person, 'fund', 'dispute')
      return {
        escrow_id,
        resolver_did: seller,
        resolution_type: 'split',
        split_percentage: 33.3,
        reason: 'Half of it was delivered',
      }
    },
    other: { split_percentage: 50 },
  },
  'escrow.cancel': {
    input: async (bank, person) => ({
      escrow_id: (await createEscrow(bank, person, 'fund')).escrow_id,
      reason: 'Not wanted any more',
    }),
    other: { reason: 'Another' },
  },
  'agent_payment.list': {
    input: async (bank, person) => {
      const { did } = await startPayment(bank, person)
      return { did, status: 'pending', type: 'sent', limit: 5 }
    },
  },
  'agent_payment.initiate': { input: paymentInput, other: { amount: 13 } },
  'agent_payment.get': { input: startPayment },
  'agent_payment.confirm': { input: startPayment },
  'agent_payment.cancel': {
    input: async (bank, person) => ({
      ...(await startPayment(bank, person)),
      reason: 'Not wanted any more',
    }),
    other: { reason: 'Another' },
  },
  'agent.register': {
    input: () => ({ name: 'Buyer', type: 'service', capabilities: ['payments'] }),
    other: { name: 'Another' },
  },
  'agent.discover': {
    input: async (bank, person) => {
      await registerAgent(bank, person)
      return { type: 'service', limit: 5 }
    },
  },
  'agent.list': {
    input: async (bank, person) => {
      await registerAgent(bank, person)
      return {}
    },
  },
  'agent.get': { input: ofAgent },
  'agent.set_capabilities': {
    input: async (bank, person) => ({
      ...(await ofAgent(bank, person)),
      capabilities: [{ name: 'payments', version: '1.1', metadata: { currencies: ['USD'] } }],
    }),
    other: { capabilities: [{ name: 'escrow', version: '1.0' }] },
  },
  'agent.set_endpoints': {
    input: async (bank, person) => ({
      ...(await ofAgent(bank, person)),
      endpoints: { message: 'https://93.184.216.34/messages' },
    }),
    other: { endpoints: {} },
  },
  'agent.set_status': {
    input: async (bank, person) => ({ ...(await ofAgent(bank, person)), status: 'inactive' }),
    other: { status: 'active' },
  },
  'agent.rotate_key': { input: ofAgent, other: { public_key: '11'.repeat(32) } },
  'agent.configuration': none,
  'agent_auth.challenge': { input: () => ({ did: 'did:florin:agent:nobody' }) },
  'agent_auth.log_in_by_did': {
    input: async (bank, person) => answerChallenge(bank, await registerAgent(bank, person)),
    other: { signature: 'AAAA' },
  },
  'agent_auth.log_in_by_key': {
    input: async (bank, person) => ({ api_key: (await createAgentKey(bank, person)).api_key }),
    other: { api_key: 'x'.repeat(64) },
  },
  'agent_auth.validate': { input: sessionOf },
  'agent_auth.revoke': { input: sessionOf, other: { session_token: 'unknown' } },
  'agent_auth.scopes': none,
  'agent_key.list': { input: ofAgent },
  'agent_key.create': {
    input: async (bank, person) => ({
      ...(await ofAgent(bank, person)),
      name: 'Example',
      scopes: ['payments:read'],
    }),
    other: { name: 'Another' },
  },
  'agent_key.revoke': {
    input: async (bank, person) => {
      const { did, key_id } = await createAgentKey(bank, person)
      return { did, key_id }
    },
  },
  'passkey.challenge': {
    input: () => ({ email: 'somebody@example.com', device_id: 'a', credential_id: 'AAAA' }),
  },
  'passkey.verify': {
    input: async (bank, person) => {
      const passkey = await registerPasskey(bank, person)
      return assert(passkey, { challenge: await askToLogIn(bank) })
    },
    other: { signature: 'AAAA' },
  },
  'passkey.register_challenge': none,
  'passkey.register': {
    input: async (bank, person) => ({
      ...attest(makeAuthenticator(bank), { challenge: await askToRegister(bank, person) }),
      name: 'Laptop',
      transports: ['internal'],
      device_id: (await registerDevice(bank, person)).device_id,
    }),
    other: { name: 'Another' },
  },
  'passkey.list': {
    input: async (bank, person) => {
      await registerPasskey(bank, person)
      return {}
    },
  },
  'passkey.remove': {
    input: async (bank, person) => ({ id: (await registerPasskey(bank, person)).id }),
  },
  'biometric.enable': {
    input: async (bank, person) => ({
      device_id: (await registerDevice(bank, person)).device_id,
      public_key: makeAuthenticator(bank).publicKey.export({ type: 'spki', format: 'pem' }),
      key_id: 'key-1',
    }),
    other: { key_id: 'key-2' },
  },
  'biometric.disable': {
    input: async (bank, person) => ({
      device_id: (await enableBiometrics(bank, person)).device_id,
    }),
    other: { device_id: 'another' },
  },
  'biometric.challenge': {
    input: async (bank, person) => ({
      device_id: (await enableBiometrics(bank, person)).device_id,
    }),
  },
  'biometric.verify': {
    input: async (bank, person) => signChallenge(bank, await enableBiometrics(bank, person)),
    other: { signature: 'AAAA' },
  },
  'biometric_session.list': {
    input: async (bank, person) => {
      await logInByBiometrics(bank, await enableBiometrics(bank, person))
      return {}
    },
  },
  'biometric_session.revoke': {
    input: async (bank, person) => ({
      id: (await logInByBiometrics(bank, await enableBiometrics(bank, person))).session_id,
    }),
  },
  'device.list': {
    input: async (bank, person) => {
      await registerDevice(bank, person)
      return {}
    },
  },
  'device.get': { input: ofDevice },
  'device.register': {
    input: () => ({
      ...newDevice(),
      push_token: 'token',
      device_model: 'Model 7',
      os_version: '19.1',
    }),
    other: { app_version: '2.0.0' },
  },
  'device.remove': { input: ofDevice },
  'device.block': { input: ofDevice },
  'device.unblock': { input: ofDevice },
  'device.trust': { input: ofDevice },
  'agent_session.list': { input: ofAgent },
  'agent_session.revoke_all': { input: ofAgent },
  'agent_message.list': {
    input: async (bank, person) => {
      const { did } = await withMessage(bank, person)
      return { did, type: 'inbox', limit: 5 }
    },
  },
  'agent_message.send': {
    input: async (bank, person) => ({
      ...(await messageInput(bank, person)),
      priority: 'high',
      requires_acknowledgment: true,
      correlation_id: 'order-17',
      headers: { 'content-language': 'en' },
    }),
    other: { payload: { text: 'Goodbye' } },
  },
  'agent_message.get': { input: withMessage },
  'agent_message.acknowledge': { input: withMessage },
  'agent_protocol.versions': none,
  'agent_protocol.capabilities': { input: () => ({ version: '1.1' }), pathIsChoice: true },
  'agent_agreement.negotiate': {
    input: async (bank, person) => {
      const { did, other_did: target_did } = await twoAgents(bank, person)
      return { did, target_did, preferred_capabilities: ['messaging'] }
    },
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.get': { input: withAgreement },
  'agent_agreement.check': { input: withAgreement },
  'agent_agreement.refresh': {
    input: withAgreement,
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.revoke': { input: withAgreement },
  'transaction.query': {
    async input(bank, person) {
      await openAccount(bank, person)
      return { query: 'everything received today', limit: 5 }
    },
  },
  'spending.analysis': {
    async input(bank, person) {
      await openAccount(bank, person)
      return { query: 'what did I spend this month', asset_code: 'USD' }
    },
  },
  'a2a.card': none,
  'task.send': {
    input: async (bank, person) => ({
      sender_did: (await registerAgent(bank, person)).did,
      skill_id: 'trading',
      input: await orderInput(bank, person),
      metadata: { note: 'Example' },
    }),
    other: { metadata: { note: 'Another' } },
  },
  'task.list': {
    input: async (bank, person) => {
      await askingTask(bank, person)
      return { state: 'input-required' }
    },
  },
  'task.get': { input: async (bank, person) => ({ id: await askingTask(bank, person) }) },
  'task.answer': {
    input: async (bank, person) => ({
      id: await askingTask(bank, person),
      input: await orderInput(bank, person),
    }),
    other: { input: {} },
  },
  'task.cancel': { input: async (bank, person) => ({ id: await askingTask(bank, person) }) },
  'mandate.create': { input: mandateInput, other: { issuer_signature: 'AAAA' } },
  'mandate.list': {
    input: async (bank, person) => {
      await issueMandate(bank, person)
      return { role: 'issuer' }
    },
  },
  'mandate.issuer_key': none,
  'mandate.verify': {
    input: async (bank, person) => ({
      credential: (await issueMandate(bank, person)).credential,
    }),
  },
  'mandate.get': {
    input: async (bank, person) => ({ uuid: (await issueMandate(bank, person)).uuid }),
  },
  'mandate.accept': {
    input: async (bank, person) => ({ uuid: (await issueMandate(bank, person, 'subject')).uuid }),
  },
  'mandate.execute': { input: executionInput, other: { payment_reference: 'txn-other' } },
  'mandate.complete': {
    input: async (bank, person) => {
      const { uuid, payment_reference } = await executionInput(bank, person)
      const path = `POST /api/agent-protocol/mandates/${uuid}/execute`
      await bank.call(path, { payment_reference }, person)
      return { uuid }
    },
  },
  'mandate.dispute': {
    input: async (bank, person) => ({
      uuid: (await acceptMandate(bank, person)).uuid,
      reason: 'Not what was agreed',
    }),
    other: { reason: 'Late' },
  },
  'mandate.revoke': {
    input: async (bank, person) => ({ uuid: (await issueMandate(bank, person)).uuid }),
    other: { reason: 'Changed my mind' },
  },
  'reputation.get': { input: ofAgent },
  'reputation.leaderboard': none,
  'reputation.give_feedback': {
    input: async (bank, person) => {
      const { own, other } = await strangersAgents(bank, person)
      return {
        did: other.did,
        reviewer_did: own.did,
        transaction_id: await payAgent(bank, own, other),
        outcome: 'success',
        rating: 5,
      }
    },
    other: { rating: 4 },
  },
  'reputation.penalize': {
    input: async (bank, person) => ({
      ...(await ofAgent(bank, person)),
      severity: 'minor',
      reason: 'Spam',
    }),
    other: { severity: 'major' },
    as: 'operator',
  },
  'reputation.history': { input: ofAgent, isShared: true },
  'reputation.trust': {
    input: async (bank, person) => {
      const { own, other } = await strangersAgents(bank, person)
      return { did: own.did, other_did: other.did }
    },
    isShared: true,
  },
  'event.list': { input: () => ({ types: 'account.*', limit: 5 }) },
  'event.stream': { input: () => ({ after: 'evt_0000000000000000', types: 'account.*' }) },
  'webhook.events': none,
  'webhook.create': {
    input: () => ({ url: 'https://example.com/hook', events: ['transfer.completed'] }),
    other: { events: ['account.created'] },
  },
  'webhook.list': none,
  'webhook.get': { input: withWebhook },
  'webhook.update': {
    input: async (bank, person) => ({ ...(await withWebhook(bank, person)), name: 'Books' }),
    other: { name: 'Shop' },
  },
  'webhook.delete': { input: withWebhook },
  'webhook.rotate_secret': { input: withWebhook, other: { overlap_seconds: 60 } },
  'webhook.test': {
    input: async (bank, person) => ({
      ...(await withWebhook(bank, person)),
      data: { hello: 'you' },
    }),
    other: { data: { hello: 'there' } },
  },
  'webhook.deliveries': { input: withWebhook },
  'webhook.delivery': { input: createDelivery },
  'webhook.redeliver': { input: createDelivery },
  'webhook.replay': {
    input: async (bank, person) => ({
      ...(await withWebhook(bank, person)),
      from_time: '2026-01-01T00:00:00Z',
    }),
    other: { from_time: '2026-01-02T00:00:00Z' },
  },
  'dashboard.metrics': none,
  'dashboard.domain_health': none,
  'dashboard.event_throughput': none,
  'dashboard.stream_status': none,
  'dashboard.projector_lag': none,
  'auth.register': {
    input: () => ({
      name: 'Grace',
      email: `contract${++registrations}@example.com`,
      password: 'Corr3ct-horse',
    }),
    other: { name: 'Grace H.' },
  },
  'auth.login': {
    input: (_bank, person) => ({ email: person.email, password: person.password }),
    other: { password: 'another' },
  },
  'auth.refresh': {
    input: (_bank, person) => ({ refresh_token: person.refreshToken }),
    other: { refresh_token: 'another' },
  },
  'auth.logout': { ...none, endsSession: true },
  'auth.logout_all': { ...none, endsSession: true },
  'user.get': none,
  'user.profile': none,
  'auth.change_password': {
    input: (_bank, person) => ({ current_password: person.password, new_password: 'N3w-password' }),
    endsSession: true,
  },
  'auth.forgot_password': {
    input: (_bank, person) => ({ email: person.email }),
    other: { email: 'somebody.else@example.com' },
  },
  'auth.reset_password': {
    async input(bank, person) {
      // The token travels by mail; the test puts one of its own into its place.
      const token = `a-token-for-${person.uuid}`
      await bank.sql(
        `insert into identity.password_resets (hash, user_uuid, created_at, expires_at)
         values (sha256($1), $2, $3, $3::timestamptz + interval '1 hour')
         on conflict (user_uuid) do nothing`,
        [token, person.uuid, bank.clock.now()],
      )
      return { token, email: person.email, password: 'R3set-password' }
    },
    other: { password: 'An0ther-password' },
  },
  'two_factor.enable': none,
  'two_factor.confirm': {
    input: async (bank, person) => ({ code: codeOf(bank, await enableTwoFactor(bank, person)) }),
    other: { code: '000000' },
  },
  'two_factor.verify': {
    input: async (bank, person) => ({ code: codeOf(bank, await confirmTwoFactor(bank, person)) }),
    other: { code: '000000' },
  },
  'two_factor.disable': {
    input: (_bank, person) => ({ password: person.password }),
    other: { password: 'another' },
  },
  'two_factor.recovery_codes': {
    async input(bank, person) {
      await confirmTwoFactor(bank, person)
      return {}
    },
  },
  'api_key.create': {
    input: () => ({
      name: 'Contract',
      permissions: ['read', 'write'],
      allowed_ips: ['10.0.0.0/8'],
    }),
    other: { name: 'Contract 2' },
  },
  'api_key.list': none,
  'api_key.get': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  'api_key.update': {
    input: async (bank, person) => ({ id: await createKey(bank, person), name: 'Renamed' }),
    other: { name: 'Renamed again' },
  },
  'api_key.revoke': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  'api_key.regenerate': { input: async (bank, person) => ({ id: await createKey(bank, person) }) },
  // Asked for by the consent page only: src/domains/people/oauth tests it there.
  'grant.create': none,
  'grant.list': none,
  'grant.update': {
    input: async (bank, person) => ({
      grant_id: await connectApp(bank, person),
      daily_limit_minor: 5_000,
    }),
    other: { daily_limit_minor: null },
  },
  'grant.revoke': {
    input: async (bank, person) => ({ grant_id: await connectApp(bank, person) }),
  },
  'exchange.markets': none,
  'exchange.order_book': { input: () => ({ base: 'BTC', quote: 'USD' }) },
  'exchange.quote': {
    input: () => ({ from_currency: 'EUR', to_currency: 'USD', amount: '100' }),
  },
  'exchange.trade': { input: orderInput, other: { amount: '11' } },
  'exchange.orders': {
    async input(bank, person) {
      await placeOrder(bank, person)
      return {}
    },
  },
  'exchange.cancel_order': {
    input: async (bank, person) => ({ order_id: await placeOrder(bank, person) }),
  },
  'exchange.trades': {
    async input(bank, person) {
      const order = await orderInput(bank, person)
      const now = { ...order, order_type: 'market' }
      await bank.call('POST /api/exchange/orders', now, person)
      return {}
    },
  },
  'ledger.integrity': none,
  'ledger.recheck': { ...none, as: 'operator' },
  'asset.list_public': none,
  'funding.get': none,
  'teller.list': { ...none, as: 'operator' },
  'teller.add': {
    as: 'operator',
    input: async (bank) => ({ user_uuid: (await bank.person()).uuid }),
    other: { user_uuid: '0197a000-0000-7000-8000-000000000001' },
  },
  'teller.remove': {
    as: 'operator',
    input: async (bank, operator) => {
      const { uuid: user_uuid } = await bank.person()
      await bank.call('POST /api/v2/tellers', { user_uuid }, operator)
      return { user_uuid }
    },
  },
  'asset.list': none,
  'asset.get_public': { input: () => ({ code: 'EUR' }) },
  'asset.get': { input: () => ({ code: 'eur' }), pathIsChoice: true },
  'asset.create': {
    as: 'operator',
    input: () => ({ ...newAsset, code: nextCode() }),
    other: { name: 'Another' },
  },
  'asset.update': {
    as: 'operator',
    input: async (bank, operator) => ({ code: await addAsset(bank, operator), name: 'Renamed' }),
    other: { name: 'Renamed again' },
  },
  'asset.deactivate': {
    as: 'operator',
    input: async (bank, operator) => ({ code: await addAsset(bank, operator) }),
  },
  'rate.list_public': none,
  'rate.list': none,
  'rate.get_public': { input: () => ({ from: 'EUR', to: 'JPY' }) },
  'rate.get': { input: () => ({ from: 'eur', to: 'usd' }), pathIsChoice: true },
  'rate.convert_public': { input: () => ({ from: 'EUR', to: 'JPY', amount: '100' }) },
  'rate.convert': { input: () => ({ from: 'EUR', to: 'USD', amount: '100' }), pathIsChoice: true },
  'rate.refresh': {
    as: 'operator',
    input: () => ({ pairs: ['EUR/USD'] }),
    other: { pairs: ['GBP/USD'] },
  },
  'rate.set': {
    as: 'operator',
    input(bank) {
      // One rate for each instant.
      bank.clock.advance(1)
      return { from_asset: 'FUSD', rate: '1.0001' }
    },
    other: { rate: '1.0002' },
  },
  'exchange.convert': {
    input: async (bank, person) => ({
      account_uuid: await openAccount(bank, person),
      from_currency: 'USD',
      to_currency: 'JPY',
      amount: '1.00',
    }),
    other: { amount: '2.00' },
  },
  'rate_provider.list': none,
  'rate_provider.rate': { input: () => ({ provider: 'internal', from: 'EUR', to: 'USD' }) },
  'rate_provider.compare': { input: () => ({ from: 'EUR', to: 'USD' }) },
  'rate_provider.aggregate': { input: () => ({ from: 'EUR', to: 'USD' }) },
  'rate_provider.history': {
    input: (bank) => {
      const today = bank.clock.now().toISOString().slice(0, 10)
      return { from: 'EUR', to: 'USD', start_date: today, end_date: today }
    },
  },
  'rate_provider.validate': { input: () => ({ from: 'EUR', to: 'USD', rate: '1.08' }) },
  'account.list': none,
  'account.create': {
    input: (_bank, person) => ({ user_uuid: person.uuid, name: 'Savings', initial_balance: 500 }),
    other: { name: 'Other savings' },
  },
  'account.open': { input: () => ({ name: 'Travel' }), other: { name: 'Other travel' } },
  'account.get': { input: async (bank, person) => ({ uuid: await openAccount(bank, person) }) },
  'account.update': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), name: 'Renamed' }),
    other: { name: 'Renamed again' },
  },
  'account.freeze': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), reason: 'Lost' }),
    other: { reason: 'Stolen' },
  },
  'account.unfreeze': {
    async input(bank, person) {
      const uuid = await openAccount(bank, person)
      await bank.call(`POST /api/accounts/${uuid}/freeze`, { reason: 'Lost' }, person)
      return { uuid, reason: 'Found' }
    },
    other: { reason: 'Found again' },
  },
  'account.delete': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person, 0) }),
  },
  'account.balances': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.balances_decimal': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'balance.list': none,
  'account.deposit': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      amount: '5.00',
      asset_code: 'EUR',
    }),
    other: { amount: '6.00' },
  },
  'account.withdraw': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      amount: '5.00',
      asset_code: 'USD',
    }),
    other: { amount: '6.00' },
  },
  'transfer.create': { input: transferInput, other: { amount: '2.00' } },
  'transfer.bulk': {
    input: async (bank, person) => ({ transfers: [await transferInput(bank, person)] }),
    other: { mode: 'each' },
  },
  'transfer.get': {
    async input(bank, person) {
      const transfer = await transferInput(bank, person)
      const { body } = await bank.call('POST /api/v2/transfers', transfer, person)
      return { uuid: body.data.uuid }
    },
  },
  'transfer.list': { input: async (bank, person) => ({ uuid: await openAccount(bank, person) }) },
  'transaction.list': none,
  'account.transactions': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'transaction.get': { input: async (bank, person) => ({ id: await deposit(bank, person) }) },
  'transaction.reverse': {
    input: async (bank, person) => ({
      transaction_id: await deposit(bank, person),
      reason: 'A mistake',
    }),
    other: { reason: 'Another mistake' },
  },
  'account.reverse_transaction': { input: reversalInput, other: { reversal_reason: 'Changed' } },
  'account.reversals': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'reversal.status': {
    async input(bank, person) {
      const transaction_id = await deposit(bank, person)
      const { body } = await bank.call(
        'POST /api/transactions/reverse',
        { transaction_id, reason: 'A mistake' },
        person,
      )
      return { reversal_id: body.data.reversal_id }
    },
  },
  'account.balances_at': {
    input: async (bank, person) => ({
      uuid: await openAccount(bank, person),
      instant: bank.clock.now().toISOString(),
    }),
  },
  'balance.explain': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person), asset: 'USD' }),
  },
  'account.legacy_balance': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.legacy_summary': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'account.statement': {
    input: async (bank, person) => ({ uuid: await openAccount(bank, person) }),
  },
  'workflow.list': none,
  'workflow.stats': none,
  'workflow.metrics': none,
  'workflow.search': { input: () => ({ query: 'transfer' }) },
  'workflow.list_by_status': { input: () => ({ status: 'completed' }), pathIsChoice: true },
  'workflow.list_failed': none,
  'workflow.list_compensations': none,
  'workflow.get': {
    async input(bank, person) {
      const transfer = await transferInput(bank, person)
      const { body } = await bank.call('POST /api/v2/transfers', transfer, person)
      return { id: body.data.workflow_id }
    },
  },
  'basket.list': none,
  'basket.get': { input: () => ({ code: 'gcu' }) },
  'basket.value': { input: () => ({ code: 'GCU' }) },
  'basket.history': { input: () => ({ code: 'GCU', days: 7 }) },
  'basket.performance': { input: () => ({ code: 'GCU', period: '90d' }) },
  'basket.components': { input: () => ({ code: 'GCU' }) },
  'basket.top_performers': { input: () => ({ code: 'GCU' }) },
  'basket.worst_performers': { input: () => ({ code: 'GCU' }) },
  'basket.create': {
    as: 'operator',
    input: () => ({
      code: nextCode(),
      name: 'Example',
      type: 'dynamic',
      components: [
        { asset_code: 'USD', weight: 60 },
        { asset_code: 'EUR', weight: '40.00' },
      ],
    }),
    other: { name: 'Another' },
  },
  'basket.rebalance': {
    as: 'operator',
    input: () => ({ code: 'GCU' }),
    other: { simulate: true },
  },
  'account.baskets': { input: async (bank, person) => ({ uuid: await openAccount(bank, person) }) },
  'account.compose_basket': { input: composeInput, other: { amount: '11.0000' } },
  'account.decompose_basket': { input: decomposeInput, other: { amount: '6.0000' } },
  'gcu.get': none,
  'gcu.composition': none,
  'gcu.value_history': { input: () => ({ period: '7d', interval: 'hourly' }) },
  'gcu.supported_banks': none,
  'gcu.quote': { input: () => ({ operation: 'buy', amount: '100.00', currency: 'EUR' }) },
  'gcu.trading_limits': none,
  'gcu.buy': {
    input: async (bank, person) => ({
      account_uuid: await openAccount(bank, person, 50_000),
      amount: '100.00',
      currency: 'USD',
    }),
    other: { amount: '101.00' },
  },
  'gcu.sell': {
    async input(bank, person) {
      const account_uuid = await openAccount(bank, person, 50_000)
      const order = { account_uuid, amount: '100.00', currency: 'USD' }
      await bank.call('POST /api/v2/gcu/buy', order, person)
      return { account_uuid, amount: '10.0000', currency: 'EUR' }
    },
    other: { amount: '11.0000' },
  },
  'batch.execute': {
    as: 'operator',
    input: () => ({ operations: [{ type: 'report_generation', parameters: trialBalance }] }),
    other: { batch_name: 'Another' },
  },
  'batch.list': { ...none, as: 'operator' },
  'batch.status': {
    as: 'operator',
    input: async (bank, operator) => ({ batch_id: await scheduleBatch(bank, operator) }),
  },
  'batch.cancel': {
    as: 'operator',
    input: async (bank, operator) => ({ batch_id: await scheduleBatch(bank, operator) }),
    other: { reason: 'Another' },
  },
  'proposal.list': none,
  'proposal.get': { input: async (bank) => ({ id: await openProposal(bank) }) },
  'proposal.create': {
    as: 'operator',
    input: (bank) => ({ ...proposalInput(bank), rationale: 'It is heavy.' }),
    other: { title: 'Even less gold' },
  },
  'proposal.activate': {
    as: 'operator',
    async input(bank, operator) {
      const draft = { ...proposalInput(bank), draft: true }
      const { body } = await bank.call('POST /api/v2/gcu/voting/proposals', draft, operator)
      return { id: body.data.id }
    },
  },
  'proposal.vote': {
    isShared: true,
    async input(bank, person) {
      await holdGcu(bank, person)
      return { id: await openProposal(bank), vote: 'for' }
    },
    other: { vote: 'against' },
  },
  'proposal.my_votes': none,
  'poll.list': none,
  'poll.list_active': none,
  'poll.list_gcu': none,
  'poll.get': { isShared: true, input: async (bank) => ({ uuid: await openPoll(bank) }) },
  'poll.create': {
    as: 'operator',
    input: (bank) => ({ ...pollInput(bank), auto_activate: true }),
    other: { title: 'Which asset then?' },
  },
  'poll.activate': { as: 'operator', input: async (bank) => ({ uuid: await makePoll(bank) }) },
  'poll.complete': {
    as: 'operator',
    async input(bank) {
      const uuid = await openPoll(bank)
      bank.clock.advance(60)
      return { uuid }
    },
  },
  'poll.cancel': {
    as: 'operator',
    input: async (bank) => ({ uuid: await openPoll(bank), reason: 'Nobody came' }),
    other: { reason: 'Everybody came' },
  },
  'poll.vote': {
    isShared: true,
    input: async (bank) => ({
      uuid: await openPoll(bank, { type: 'weighted_choice' }),
      selected_options: ['silver', 'platinum'],
      allocations: { silver: 75, platinum: '25.00' },
    }),
    other: { selected_options: ['platinum'], allocations: { platinum: 100 } },
  },
  'poll.results': { isShared: true, input: async (bank) => ({ uuid: await openPoll(bank) }) },
  'poll.voting_power': { isShared: true, input: async (bank) => ({ uuid: await openPoll(bank) }) },
  'vote.list': none,
  'vote.stats': none,
  'vote.get': { input: async (bank, person) => ({ id: await castVote(bank, person) }) },
  'vote.verify': { input: async (bank, person) => ({ id: await castVote(bank, person) }) },
  'voting.polls': none,
  'voting.upcoming': none,
  'voting.history': none,
  'voting.dashboard': none,
  'voting.vote': {
    isShared: true,
    async input(bank, person) {
      await holdGcu(bank, person)
      const basket = {
        type: 'weighted_choice',
        options: undefined,
        voting_power_strategy: 'gcu_weighted_vote',
        execution_workflow: 'UpdateBasketComposition',
        metadata: { is_gcu_poll: true },
      }
      return {
        id: await openPoll(bank, basket),
        allocations: { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 5 },
      }
    },
    other: { allocations: { USD: 45, EUR: 30, GBP: 15, CHF: 10 } },
  },
  'ramp.supported': none,
  'ramp.quote': { input: () => ({ type: 'on', fiat: 'EUR', amount: '100.00', crypto: 'USDC' }) },
  'ramp.start': {
    async input(bank, person) {
      const { body } = await bank.call(
        'GET /api/v1/ramp/quotes?type=on&fiat=USD&amount=100&crypto=USDC',
        undefined,
        person,
      )
      return { ...rampOrder, quote_id: body.data.quotes[0].quote_id }
    },
    other: { fiat_amount: '50.00' },
  },
  'ramp.status': {
    input: async (bank, person) => ({ session_id: await startRamp(bank, person) }),
  },
  'ramp.list': {
    async input(bank, person) {
      await startRamp(bank, person)
      return {}
    },
  },
  'ramp.checkout': {
    input: async (bank, person) => ({ session_id: await startRamp(bank, person) }),
  },
  'ramp.webhook': { pathIsChoice: true, input: rampWebhookInput },
  'wallet.addresses': {
    async input(bank, person) {
      await bank.call('POST /api/v1/wallet/addresses', watched, person)
      return { chain: 'base', include_inactive: true }
    },
  },
  'wallet.create_address': {
    input: () => ({
      ...watched,
      label: 'Savings',
      public_key: '04deadbeef',
      derivation_path: "m/44'/60'/0'/0/0",
      metadata: { device: 'ledger' },
    }),
    other: { label: 'Spending' },
  },
  'wallet.delete_address': {
    async input(bank, person) {
      const { body } = await bank.call('POST /api/v1/wallet/addresses', watched, person)
      return { uuid: body.data.uuid }
    },
  },
  'wallet.activity': {
    async input(bank, person) {
      await deposit(bank, person)
      return { limit: 5 }
    },
  },
  'mobile.activity': {
    async input(bank, person) {
      await deposit(bank, person)
      return {}
    },
  },
  'mpp.status': none,
  'mpp.rails': none,
  'mpp.configuration': none,
  'mpp.resources': none,
  'mpp.discovery': none,
  'mpp.payments': none,
  'mpp.stats': none,
  'mpp_resource.create': {
    as: 'operator',
    input: () => resourceInput(),
    other: { amount_cents: 6 },
  },
  'mpp_resource.update': {
    as: 'operator',
    input: async (bank, operator) => ({
      id: await createResource(bank, operator),
      ...resourceInput(),
    }),
    other: { amount_cents: 6 },
  },
  'mpp_resource.delete': {
    as: 'operator',
    input: async (bank, operator) => ({ id: await createResource(bank, operator) }),
  },
  'mpp_limit.list': none,
  'mpp_limit.set': {
    input: () => ({ agent_id: 'robot', daily_limit: 500, per_tx_limit: 50, auto_pay: true }),
    other: { daily_limit: 7 },
  },
  'mpp.pay_lightning': { input: () => ({ challenge_id: 'ch_example' }) },
  'sms.send_prepaid': { input: () => ({ to: '+37060012345', message: 'Hello' }) },
  'sms.send': { input: paidSms, other: { message: 'Something else' } },
  'sms.rates': { input: () => ({ country: 'lt' }) },
  'sms.status': {
    isShared: true,
    input: async (bank) => ({ message_id: (await sendSms(bank)).message_id }),
  },
  'sms.info': none,
  'sms.report': {
    async input(bank) {
      const { message_id } = await sendSms(bank)
      const id = `mock_${message_id.slice('sms_'.length).replaceAll('-', '')}`
      const report = JSON.stringify({ id, status: 'delivered', delivered_at: null })
      const signature = createHmac('sha256', bank.env.SMS_REPORT_SECRET!)
        .update(report)
        .digest('hex')
      return { report, signature }
    },
  },
  'x402.status': none,
  'x402.supported': none,
  'x402.configuration': none,
  'x402_endpoint.create': { input: () => endpointInput(), other: { price_usd_cents: 6 } },
  'x402_endpoint.list': none,
  'x402_endpoint.get': {
    input: async (bank, person) => ({ id: await createEndpoint(bank, person) }),
  },
  'x402_endpoint.update': {
    input: async (bank, person) => ({
      id: await createEndpoint(bank, person),
      ...endpointInput(),
      is_active: false,
    }),
    other: { price_usd_cents: 6 },
  },
  'x402_endpoint.delete': {
    input: async (bank, person) => ({ id: await createEndpoint(bank, person) }),
  },
  'x402_payment.list': none,
  'x402_payment.stats': { input: () => ({ period: '7d' }) },
  'x402_payment.get': {
    async input(bank, person) {
      const id = randomUUID()
      await bank.sql(
        `insert into x402.payments (id, environment, user_uuid, endpoint_id, endpoint, pay_to, amount, network,
           asset, scheme, test_mode, status, created_at)
         values ($1, 'live', $2, $1, 'GET /x', '0x', 50000, 'eip155:8453', 'USDC', 'exact', true, 'verified', $3)`,
        [id, person.uuid, bank.clock.now()],
      )
      return { id }
    },
  },
  'x402_limit.list': none,
  'x402_limit.set': {
    input: () => ({ agent_id: 'robot', ...limitInput }),
    other: { daily_limit: '7' },
  },
  'x402_limit.get': {
    input: async (bank, person) => ({ agent_id: await setLimit(bank, person) }),
  },
  'x402_limit.update': {
    input: async (bank, person) => ({ agent_id: await setLimit(bank, person), ...limitInput }),
    other: { daily_limit: '7' },
  },
  'x402_limit.delete': {
    input: async (bank, person) => ({ agent_id: await setLimit(bank, person) }),
  },
  'subscription.verify': {
    input: () => ({
      platform: 'google_play',
      receipt: `sandbox:${randomUUID()}`,
      productId: 'zelta_pro_monthly',
    }),
    other: { productId: 'zelta_pro_annual' },
  },
  'subscription.get': none,
  'subscription.apple_notification': {
    input: async (bank) => ({
      signedPayload: await signAsApple({
        notificationType: 'TEST',
        notificationUUID: randomUUID(),
        data: { bundleId: bank.env.APPLE_BUNDLE_ID! },
      }),
    }),
  },
  'subscription.google_notification': {
    input: (bank) => ({
      message: toPush(bank, { notificationType: 13, purchaseToken: `sandbox:${randomUUID()}` }),
    }),
  },
  'card.webhook': {
    input: () => {
      const body = JSON.stringify(toCardEvent('create', { cardId: randomUUID() }))
      return { body, platform_signature: signEvent(body) }
    },
  },
  'card.list': {
    async input(bank, person) {
      await issueCard(bank, person)
      return {}
    },
  },
  'card.get': { input: async (bank, person) => ({ uuid: await issueCard(bank, person) }) },
  'cardholder.list': {
    async input(bank, person) {
      await issueCard(bank, person)
      return {}
    },
  },
  'cardholder.link': {
    as: 'operator',
    input: async (bank) => ({
      holder_id: randomUUID(),
      user_uuid: (await bank.person()).uuid,
    }),
    other: { holder_id: 'another' },
  },
  'card_wallet.list': {
    async input(bank, person) {
      await issueCard(bank, person)
      return {}
    },
  },
  'system.health': none,
  'system.status': none,
  'system.index': none,
}

/** Pinned: an operation that loses its auth does not become public unnoticed. */
export const publicOperations: readonly string[] = [
  'a2a.card',
  'agent.configuration',
  'agent.discover',
  'agent.get',
  'agent_auth.challenge',
  'agent_auth.log_in_by_did',
  'agent_auth.log_in_by_key',
  'agent_auth.scopes',
  'agent_auth.validate',
  'agent_protocol.capabilities',
  'agent_protocol.versions',
  'asset.get_public',
  'asset.list_public',
  'auth.forgot_password',
  'auth.login',
  'auth.refresh',
  'auth.register',
  'auth.reset_password',
  'basket.components',
  'basket.get',
  'basket.history',
  'basket.list',
  'basket.performance',
  'basket.top_performers',
  'basket.value',
  'basket.worst_performers',
  'biometric.challenge',
  'biometric.verify',
  'card.webhook',
  'exchange.markets',
  'exchange.order_book',
  'gcu.composition',
  'gcu.get',
  'gcu.supported_banks',
  'gcu.value_history',
  'mandate.issuer_key',
  'mandate.verify',
  'mpp.configuration',
  'mpp.discovery',
  'mpp.pay_lightning',
  'mpp.rails',
  'mpp.resources',
  'mpp.status',
  'passkey.challenge',
  'passkey.verify',
  'poll.list_gcu',
  'proposal.get',
  'proposal.list',
  'ramp.checkout',
  'ramp.webhook',
  'rate.convert_public',
  'rate.get_public',
  'rate.list_public',
  'rate_provider.aggregate',
  'rate_provider.compare',
  'rate_provider.history',
  'rate_provider.list',
  'rate_provider.rate',
  'reputation.get',
  'reputation.leaderboard',
  'sms.info',
  'sms.rates',
  'sms.report',
  'sms.send',
  'subscription.apple_notification',
  'subscription.google_notification',
  'system.health',
  'system.index',
  'system.status',
  'webhook.events',
  'x402.configuration',
  'x402.status',
  'x402.supported',
]
