// Who people are and how a request is recognised as theirs.
import type { Clock } from '../../kernel/clock.ts'
import { defineDomain } from '../../operation/domain.ts'
import type { Context } from '../../operation/operation.ts'
import type { Mailer } from '../../platform/mail.ts'
import type { Sealer } from '../../platform/secrets.ts'
import * as events from './events.ts'
import { makeOperations } from './operations.ts'
import { deleteExpired } from './store.ts'
import { makeTwoFactorOperations } from './two-factor-operations.ts'

export interface IdentityOptions {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly sealer: Sealer
  readonly baseUrl: () => string
  /** What else a new user gets, in the same transaction. */
  readonly onRegistered: (user_uuid: string, ctx: Context) => Promise<unknown>
}

export const identity = (options: IdentityOptions) =>
  defineDomain({
    name: 'identity',
    rank: 1,
    summary: 'People, their sessions, and how a request is recognised as theirs.',
    operations: [
      ...makeOperations(options.mailer, options.baseUrl, options.onRegistered),
      ...makeTwoFactorOperations(options.sealer),
    ],
    events: Object.values(events),
    jobs: [
      {
        name: 'identity.delete_expired',
        cron: '17 * * * *',
        retries: 0,
        run: (_payload, db) => deleteExpired(db, options.clock.now()),
      },
    ],
  })

export { Authenticator } from './authenticator.ts'
export {
  type AgentSession,
  agentSessionEnd,
  CREDENTIAL_CHANGED,
  changeKey,
  isCredentialLive,
  issueAgentKey,
  issueAgentSessions,
  issueBriefSession,
  issueKey,
  issueSession,
  revoke,
} from './credentials.ts'
export { judgeAttempt } from './guessing.ts'
export { toUser } from './operations.ts'
export { User } from './schema.ts'
export { ensureOperator } from './service.ts'
export {
  countOperators,
  countUsers,
  findAgentSession,
  findUser,
  findUserByEmail,
  isRegistered,
  listAgentSessions,
  listLiveSessions,
  lockCredential,
  touchCredentials,
} from './store.ts'
