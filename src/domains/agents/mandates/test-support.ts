// Mandates for tests: two agents of two owners, payments that the test makes up, and every call.
import { randomUUID } from 'node:crypto'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'
import { type Beside, serveBeside } from '../../../../test/harness/beside.ts'
import { declare } from '../../../../test/harness/describe.ts'
import { makeSigner } from '../../../platform/secrets.ts'
import { AuthorityCheck } from '../../people/identity/index.ts'
import { registerAgent, type TestAgent } from '../agents/test-support.ts'
import { CredentialIssuer } from './credential.ts'
import { expireMandates } from './expiry.ts'
import type { PaymentSummary } from './index.ts'
import type { MandateType } from './life-cycle.ts'
import { makeOperations } from './operations.ts'

export interface MandateBank {
  readonly beside: Beside
  /** Issues carts, delegates intents, pays. */
  readonly ada: TestAgent
  /** Shops, acts on intents, is paid. */
  readonly bob: TestAgent
  readonly outsider: TestAgent
  readonly payments: Map<string, PaymentSummary>
  readonly signer: ReturnType<typeof makeSigner>
  payloadOf(type: MandateType, change?: object): Record<string, unknown>
  create(type: MandateType, change?: object, more?: object): Promise<Answer>
  /** The uuid of a new one. */
  issue(type: MandateType, change?: object): Promise<string>
  act(uuid: string, action: string, by: Person, body?: object): Promise<Answer>
  get(uuid: string, by?: Person): Promise<Answer>
  /** A payment that fits the mandates made here, unless changed. */
  pay(type: MandateType, change?: Partial<PaymentSummary>): string
  stop(): Promise<void>
}

export async function makeMandates(bank: Bank): Promise<MandateBank> {
  const payments = new Map<string, PaymentSummary>()
  const signer = makeSigner(Buffer.alloc(32, 'the key of the mandates under test'))
  const beside = await serveBeside(bank, (assets) => [
    declare({
      name: 'mandates',
      operations: makeOperations({
        assets,
        issuer: new CredentialIssuer(() => [signer]),
        standing: new AuthorityCheck({ handlers: [] }),
        findPayment: (_tx, id) => Promise.resolve(payments.get(id.toLowerCase())),
      }),
      jobs: [
        {
          name: 'mandates.expire',
          retries: 0,
          run: (_payload, db) => expireMandates(db, { clock: bank.clock, invalidate: () => {} }),
        },
      ],
    }),
  ])
  const [ada, bob, outsider] = await Promise.all([
    registerAgent(bank, await bank.person()),
    registerAgent(bank, await bank.person()),
    registerAgent(bank, await bank.person()),
  ])
  const path = '/api/agent-protocol/mandates'
  const bases: Record<MandateType, Record<string, unknown>> = {
    cart: {
      items: [
        { name: 'Tea', quantity: 3, unit_price_cents: 250 },
        { name: 'Voucher', unit_price_cents: -50 },
      ],
      total_cents: 700,
      currency: 'USD',
      merchant_did: ada.did,
      shopping_agent_did: bob.did,
      merchant_name: 'Tea & Co',
      cart_id: 'cart-1',
    },
    intent: {
      intent: 'Buy tea for the office.',
      budget_cents: 1000,
      currency: 'USD',
      delegator_did: ada.did,
      agent_did: bob.did,
    },
    payment: {
      payer_did: ada.did,
      payee_did: bob.did,
      amount_cents: 700,
      currency: 'USD',
      reference: 'Invoice 7',
    },
  }
  const payloadOf = (type: MandateType, change: object = {}) => ({ ...bases[type], ...change })
  const create = (type: MandateType, change: object = {}, more: object = {}): Promise<Answer> =>
    beside.call(`POST ${path}`, { type, payload: payloadOf(type, change), ...more }, ada.owner)
  return {
    beside,
    ada,
    bob,
    outsider,
    payments,
    signer,
    payloadOf,
    create,
    async issue(type, change) {
      const { status, body } = await create(type, change)
      if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`)
      return body.data.uuid
    },
    act: (uuid, action, by, body = {}) => beside.call(`POST ${path}/${uuid}/${action}`, body, by),
    get: (uuid, by = ada.owner) => beside.call(`GET ${path}/${uuid}`, undefined, by),
    pay(type, change = {}) {
      const id = `txn-${randomUUID()}`
      const [from, to] = type === 'payment' ? [ada, bob] : [bob, ada]
      payments.set(id, {
        transaction_id: id,
        from_agent_did: from.did,
        to_agent_did: to.did,
        units: type === 'intent' ? 300n : 700n,
        currency: 'USD',
        status: 'completed',
        created_at: bank.clock.now().toISOString(),
        ...change,
      })
      return id
    },
    stop: () => beside.stop(),
  }
}
