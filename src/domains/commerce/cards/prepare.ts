// Before the examples of cards: a card of the caller, and an event that the platform signs.
import { randomUUID } from 'node:crypto'
import {
  type LiveOnly,
  type Preparations,
  type Prepare,
  type Scene,
  withChangesInText,
} from '../../../../test/contract/prepare/scene.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import { issueCard, signEvent } from './test-support.ts'

const withCard: Prepare = async ({ bank, person }) => {
  await issueCard(bank, person)
  return {}
}

const ordered = async (scene: Scene): Promise<string> =>
  (await scene.send('issued_card.create', { account_uuid: await openAccount(scene), label: null }))
    .data.id

const ofOrdered: Prepare = async (scene) => ({ id: await ordered(scene) })

const authorized = async (scene: Scene): Promise<string> =>
  (await scene.send('card_payment.authorize', { id: await ordered(scene) })).data.id

const ofAuthorized: Prepare = async (scene) => ({ id: await authorized(scene) })

export const preparations: Preparations = {
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
  'issued_card.create': async (scene) => ({ account_uuid: await openAccount(scene) }),
  async 'issued_card.list'(scene) {
    await ordered(scene)
    return {}
  },
  'issued_card.get': ofOrdered,
  'issued_card.update': ofOrdered,
  'issued_card.freeze': ofOrdered,
  async 'issued_card.unfreeze'(scene) {
    const id = await ordered(scene)
    await scene.send('issued_card.freeze', { id })
    return { id }
  },
  'issued_card.cancel': ofOrdered,
  async 'card_payment.list'(scene) {
    const id = await ordered(scene)
    await scene.send('card_payment.authorize', { id })
    return { id }
  },
  'card_payment.authorize': ofOrdered,
  'card_payment.capture': ofAuthorized,
  'card_payment.reverse': ofAuthorized,
  async 'card_payment.refund'(scene) {
    const id = await authorized(scene)
    await scene.send('card_payment.capture', { id })
    return { id }
  },
}

export const liveOnly: LiveOnly = {
  'card.get': 'The events of the card platform create live cards only.',
}
