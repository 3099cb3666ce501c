// The authorization server for MCP clients: a user connects a client and decides what it may do.
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { keepUntil } from '../../../operation/retention.ts'
import type { Db } from '../../../platform/database.ts'
import { identity } from '../identity/index.ts'
import { personalData } from './personal-data.ts'
import { connectedClients } from './sessionless-access.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { UNUSED_CLIENT_SECONDS } from './lifetimes.ts'
import { skeletonOf } from './confusables.ts'
import { CONSENT_OPERATION, operations } from './operations.ts'
import { authenticateClient } from './authentication.ts'
import { type OAuthOptions, OAuthServer } from './server.ts'
import { settings } from './settings.ts'
import { deleteUnusedClients, listWithoutSkeleton, setSkeleton } from './store.ts'

const SKELETONS_AT_ONCE = 1_000

/** Adds the skeletons of names that were registered before skeletons existed or by an older node. */
async function fillSkeletons(db: Db): Promise<void> {
  for (const { client_id, name } of await listWithoutSkeleton(db, SKELETONS_AT_ONCE))
    await setSkeleton(db, client_id, skeletonOf(name))
}

export const oauth = defineDomain({
  name: 'oauth',
  summary: 'OAuth clients that users connect to the agent tools, and their grants.',
  graphql: 'user',
  settings,
  events,
  examples,
  personalData,
  needs: { identity },
  setUp(bank, { OAUTH_REGISTRATIONS_PER_HOUR }, needs) {
    const { baseUrl, clock, database, invalidate, log, sealer } = bank
    needs.identity.sessionlessAccess.add(connectedClients)
    return {
      sealed: [
        sealedColumn('oauth.artifacts', 'payload'),
        sealedColumn('oauth.clients', 'registration'),
      ],
      exports: {
        /** Opens the server with the pages for sign-in and consent. */
        openServer(pages: Pick<OAuthOptions, 'renderProblem' | 'pageHeaders' | 'checkTenant'>) {
          const server = new OAuthServer({
            baseUrl,
            clock,
            database,
            invalidate,
            sealer,
            ...pages,
            registrationsPerHour: OAUTH_REGISTRATIONS_PER_HOUR,
            onError: (error) =>
              log.error({ err: error }, 'the authorization server failed to answer a request'),
          })
          return {
            server,
            recognize: (bearer: string, address: string) =>
              authenticateClient(server, bearer, address),
          }
        },
        consentOperation: CONSENT_OPERATION,
      },
      operations,
      jobs: [
        {
          name: 'oauth.delete_expired',
          cron: '37 * * * *',
          retries: 0,
          async run(_payload, db) {
            const now = clock.now()
            const unusedSince = new Date(now.getTime() - UNUSED_CLIENT_SECONDS * 1000)
            await deleteUnusedClients(db, unusedSince)
            await fillSkeletons(db)
          },
        },
      ],
      retention: [
        keepUntil(
          'oauth.artifacts',
          'expires_at',
          'Codes, tokens, sign-in sessions and pages say themselves how long they are valid.',
        ),
      ],
    }
  },
})

export { lockGrant } from './service.ts'
export { findMixedAlphabets, isConfusableWithBank } from './confusables.ts'
