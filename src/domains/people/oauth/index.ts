// The authorization server of the agent-tool door: how a person lets a program act, and how far.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { OtherWays } from '../identity/index.ts'
import type { Db } from '../../../platform/database.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { endGrantsOf } from './grants.ts'
import { UNUSED_CLIENT_SECONDS } from './lifetimes.ts'
import { skeletonOf } from './look-alikes.ts'
import { operations } from './operations.ts'
import { deleteExpired, listLiveGrants, listWithoutSkeleton, setSkeleton } from './store.ts'

const SKELETONS_AT_ONCE = 1_000

/** Names that were registered before, or by a node of an older version, are compared as well. */
async function fillSkeletons(db: Db): Promise<void> {
  for (const { client_id, name } of await listWithoutSkeleton(db, SKELETONS_AT_ONCE))
    await setSkeleton(db, client_id, skeletonOf(name))
}

export const oauth = (options: { readonly clock: Clock }) =>
  defineDomain({
    name: 'oauth',
    rank: 2,
    summary: 'Programs that people connect to the agent tools, and what they allow them.',
    examples,
    operations,
    events: Object.values(events),
    jobs: [
      {
        name: 'oauth.delete_expired',
        cron: '37 * * * *',
        retries: 0,
        async run(_payload, db) {
          const now = options.clock.now()
          const unusedSince = new Date(now.getTime() - UNUSED_CLIENT_SECONDS * 1000)
          await deleteExpired(db, now, unusedSince)
          await fillSkeletons(db)
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
