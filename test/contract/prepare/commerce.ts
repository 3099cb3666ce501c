// Before the examples of commerce: priced endpoints, paid messages, cards, subscriptions.
import { createHmac, randomUUID } from 'node:crypto'
import { issueCard, signEvent } from '../../../src/domains/commerce/cards/test-support.ts'
import { signAsApple, toPush } from '../../../src/domains/commerce/subscriptions/test-support.ts'
import { type Preparations, type Prepare, type Scene, withChangesInText } from './scene.ts'

let paths = 0
const nextPath = () => ({ path: `/sold/example-${++paths}` })

const ofResource: Prepare = async ({ make }) => ({
  id: (await make('mpp_resource.create')).data.id,
})
const ofEndpoint: Prepare = async ({ make }) => ({
  id: (await make('x402_endpoint.create')).data.id,
})
let robots = 0
/** Owners choose these names, so that the same could be there twice. */
const ofLimit: Prepare = async ({ make }) => ({
  agent_id: (await make('x402_limit.set', { agent_id: `robot-${++robots}` })).data.agentId,
})

/** A new message, and a proof of payment for it. */
const paid: Prepare = async ({ bank, input: { to } }) => {
  const message = `Hello ${randomUUID()}`
  const { body } = await bank.call('POST /api/v1/sms/send', { to, message })
  const credential = {
    challenge_id: body.challenge_id,
    rail: 'stripe',
    proof_of_payment: { spt: `spt_${randomUUID().replaceAll('-', '')}` },
  }
  const proof = Buffer.from(JSON.stringify(credential)).toString('base64url')
  return { message, authorization: `Payment ${proof}` }
}

const sendSms = async ({ make }: Scene): Promise<string> => (await make('sms.send')).data.message_id

const withCard: Prepare = async ({ bank, person }) => {
  await issueCard(bank, person)
  return {}
}

export const commerce: Preparations = {
  'mpp_resource.create': nextPath,
  'mpp_resource.update': async (scene) => ({ ...(await ofResource(scene)), ...nextPath() }),
  'mpp_resource.delete': ofResource,
  'sms.send': paid,
  'sms.status': async (scene) => ({ message_id: await sendSms(scene) }),
  async 'sms.report'(scene) {
    const id = `mock_${(await sendSms(scene)).slice('sms_'.length).replaceAll('-', '')}`
    const report = withChangesInText(scene.input.report, { id })
    const hmac = createHmac('sha256', scene.bank.env.SMS_REPORT_SECRET!).update(report)
    return { report, signature: hmac.digest('hex') }
  },
  'x402_endpoint.create': nextPath,
  'x402_endpoint.get': ofEndpoint,
  'x402_endpoint.update': async (scene) => ({ ...(await ofEndpoint(scene)), ...nextPath() }),
  'x402_endpoint.delete': ofEndpoint,
  async 'x402_payment.get'({ bank, person }) {
    const id = randomUUID()
    await bank.sql(
      `insert into x402.payments (id, environment, user_uuid, endpoint_id, endpoint, pay_to, amount, network,
         asset, scheme, test_mode, status, created_at)
       values ($1, 'live', $2, $1, 'GET /x', '0x', 50000, 'eip155:8453', 'USDC', 'exact', true, 'verified', $3)`,
      [id, person.uuid, bank.clock.now()],
    )
    return { id }
  },
  'x402_limit.get': ofLimit,
  'x402_limit.update': ofLimit,
  'x402_limit.delete': ofLimit,
  'subscription.verify': () => ({ receipt: `sandbox:${randomUUID()}` }),
  'subscription.apple_notification': async ({ bank }) => ({
    signedPayload: await signAsApple({
      notificationType: 'TEST',
      notificationUUID: randomUUID(),
      data: { bundleId: bank.env.APPLE_BUNDLE_ID ?? 'app.zelta' },
    }),
  }),
  'subscription.google_notification': ({ bank }) => ({
    message: toPush(bank, { notificationType: 13, purchaseToken: `sandbox:${randomUUID()}` }),
  }),
  'card.webhook'({ input }) {
    const fresh = { orderNo: randomUUID(), data: { cardId: randomUUID() } }
    const body = withChangesInText(input.body, fresh)
    return { body, platform_signature: signEvent(body) }
  },
  'card.list': withCard,
  'card.get': async ({ bank, person }) => ({ uuid: await issueCard(bank, person) }),
  'cardholder.list': withCard,
  'cardholder.link': async ({ bank }) => ({
    holder_id: randomUUID(),
    user_uuid: (await bank.person()).uuid,
  }),
  'card_wallet.list': withCard,
}
