// Before the examples of cards: a card of the caller, and an event that the platform signs.
import { randomUUID } from 'node:crypto'
import {
  type LiveOnly,
  type Preparations,
  type Prepare,
  withChangesInText,
} from '../../../../test/contract/prepare/scene.ts'
import { issueCard, signEvent } from './test-support.ts'

const withCard: Prepare = async ({ bank, person }) => {
  await issueCard(bank, person)
  return {}
}

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
}

export const liveOnly: LiveOnly = {
  'card.get': 'The events of the card platform create live cards only.',
}
