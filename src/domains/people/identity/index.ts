// Who people are and how a request is recognised as theirs.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Mailer } from '../../../platform/mail.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { OtherWays } from './outliving.ts'
import { argon2, type Hasher, Passwords } from './passwords.ts'
import { MAILS_WINDOW_MS, RESET_JOB, sendReset } from './resets.ts'
import { deleteExpired, deleteResetMails } from './store.ts'
import { makeTwoFactorOperations } from './two-factor-operations.ts'

export interface IdentityOptions {
  readonly clock: Clock
  readonly mailer: Mailer
  readonly jobs: Pick<Jobs, 'send'>
  readonly sealer: Sealer
  readonly baseUrl: () => string
  /** What else a new user gets, in the same transaction. */
  readonly onRegistered: (user_uuid: string, ctx: Context) => Promise<unknown>
  /** What else of a person outlives their sessions. */
  readonly otherWays: readonly OtherWays[]
  readonly hasher?: Hasher | undefined
}

export const identity = (options: IdentityOptions) => {
  const passwords = new Passwords(options.hasher ?? argon2)
  return defineDomain({
    name: 'identity',
    rank: 1,
    summary: 'People, their sessions, and how a request is recognised as theirs.',
    examples,
    operations: [
      ...makeOperations({ ...options, passwords }),
      ...makeTwoFactorOperations(options.sealer, passwords),
    ],
    events: Object.values(events),
    jobs: [
      {
        name: 'identity.delete_expired',
        cron: '17 * * * *',
        retries: 0,
        async run(_payload, db) {
          const now = options.clock.now()
          await deleteExpired(db, now)
          await deleteResetMails(db, new Date(now.getTime() - MAILS_WINDOW_MS))
        },
      },
      {
        name: RESET_JOB,
        retries: 5,
        run: (payload, db) => sendReset(payload, db, options.clock.now(), options),
      },
    ],
  })
}

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
  issueRight,
  issueSession,
  parentOf,
  revoke,
} from './credentials.ts'
export { judgeAttempt } from './guessing.ts'
export { toUser } from './operations.ts'
export { User } from './schema.ts'
export { addOperator, ensureOperator, resetOperator } from './operators.ts'
export type { OtherWays } from './outliving.ts'
export { checkNewPassword, type Hasher } from './passwords.ts'
export {
  countOperators,
  countUsers,
  deleteLasting,
  findAgentSession,
  findCredentialById,
  findStanding,
  findUser,
  findUserByEmail,
  holdStanding,
  isRegistered,
  listAgentSessions,
  listLiveSessions,
  listOperators,
  lockCredential,
  touchCredentials,
} from './store.ts'
