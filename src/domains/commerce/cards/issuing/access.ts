// For "end everything": the cards that a user ordered are frozen, and only their owner can unfreeze them.
import type { SessionlessAccess } from '../../../people/identity/index.ts'
import { moveCard } from './service.ts'
import * as store from './store.ts'

export const orderedCards: SessionlessAccess = {
  name: 'cards',
  count: store.countActive,
  async end(user_uuid, ctx) {
    for (const card of await store.lockActive(ctx.tx, user_uuid))
      await moveCard(card, 'freeze', ctx)
  },
}
