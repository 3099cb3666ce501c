// The authorization server of the agent-tool door: how a person lets a program act, and how far.
import type { Clock } from '../../kernel/clock.ts'
import { defineDomain } from '../../operation/domain.ts'
import type { OtherWays } from '../identity/index.ts'
import * as events from './events.ts'
import { endGrantsOf } from './grants.ts'
import { UNUSED_CLIENT_SECONDS } from './lifetimes.ts'
import { operations } from './operations.ts'
import { deleteExpired, listLiveGrants } from './store.ts'

export const oauth = (options: { readonly clock: Clock }) =>
  defineDomain({
    name: 'oauth',
    rank: 2,
    summary: 'Programs that people connect to the agent tools, and what they allow them.',
    operations,
    events: Object.values(events),
    jobs: [
      {
        name: 'oauth.delete_expired',
        cron: '37 * * * *',
        retries: 0,
        run(_payload, db) {
          const now = options.clock.now()
          const unusedSince = new Date(now.getTime() - UNUSED_CLIENT_SECONDS * 1000)
          return deleteExpired(db, now, unusedSince)
        },
      },
    ],
  })

/** What of a person outlives their sessions here. */
export const connectedPrograms: OtherWays = {
  name: 'connected_programs',
  count: async (tx, user_uuid, now) => (await listLiveGrants(tx, user_uuid, now)).length,
  end: endGrantsOf,
}

export { lockGrant } from './grants.ts'
export { CONSENT_OPERATION } from './operations.ts'
export { OAuthServer } from './server.ts'
export { recognizeProgram } from './recognize.ts'
