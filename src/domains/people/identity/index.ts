// Users, their credentials, and the authentication of requests.
import { byName } from '../../../operation/operation-index.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { keepDays, keepUntil, noShorter } from '../../../operation/retention.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { Authenticator } from './credentials/authenticator.ts'
import { CREDENTIAL_CHANGED } from './credentials/service.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { prepareOperator } from './users/first-operator.ts'
import { makeOperations, type RegistrationHook } from './operations.ts'
import { makeUserOperations } from './users/operations.ts'
import { findNames } from './users/store.ts'
import type { NewOperator } from './users/operators.ts'
import { Passwords } from './passwords/service.ts'
import { confirmedEmailGate } from './email-confirmation.ts'
import { MAILS_WINDOW_MS } from './mail-limit.ts'
import { RESET_JOB, sendReset } from './passwords/resets.ts'
import type { SessionlessAccess } from './credentials/sessionless-access.ts'
import { confirmsAtOnce, settings } from './settings.ts'
import { deleteExpiredCredentials, deleteResetMails } from './store.ts'
import { sessionOperations } from './sessions/operations.ts'
import { SessionUse } from './sessions/service.ts'
import { AuthorityCheck, type AuthorityCondition } from './credentials/authority.ts'
import { makeTwoFactorOperations } from './two-factor/operations.ts'

/** How often the last use of sessions is written. */
const FLUSH_MS = 1_000

export const identity = defineDomain({
  name: 'identity',
  summary: 'Users, their sessions, and the authentication of requests.',
  graphql: 'user',
  settings,
  events,
  examples,
  personalData,
  needs: {},
  setUp(bank, values) {
    const { baseUrl, clock, database, invalidate, isListening, jobs, log, mailer, sealer } = bank
    const authenticator = new Authenticator({ clock, isListening, db: database.read })
    const passwords = new Passwords(bank.hasher)
    const use = new SessionUse()
    const registered = extensionPoint<RegistrationHook>()
    const sessionlessAccess = extensionPoint<SessionlessAccess>()
    const authorityConditions = extensionPoint<AuthorityCondition>()
    const standing = new AuthorityCheck(authorityConditions)
    let generated: NewOperator | undefined
    const operations = [
      ...makeOperations({
        baseUrl,
        jobs,
        mailer,
        sealer,
        passwords,
        registered,
        sessionlessAccess,
        confirmsAtOnce: confirmsAtOnce(values, bank),
      }),
      ...makeTwoFactorOperations(sealer, passwords),
      ...makeUserOperations(sessionlessAccess, mailer),
      ...sessionOperations,
    ]
    return {
      sealed: [sealedColumn('identity.users', 'two_factor_secret')],
      exports: {
        operations: byName(operations),
        authenticate: (bearer: string, address: string) =>
          authenticator.authenticate(bearer, address),
        /** Called for every new user, in the transaction that registers them. */
        registered,
        /** Access that outlives a user's sessions: counted when they end, and ended by "end everything". */
        sessionlessAccess,
        /** Called when an earlier authorization is checked, after the conditions of identity itself. */
        authorityConditions,
        /** Whether an earlier authorization is still valid; checked before the bank moves money without a call. */
        standing,
        /** The operator generated at this start, whose password is shown once. */
        madeOperator: () => generated,
      },
      operations,
      names: [{ kind: 'user', find: findNames }],
      jobs: [
        {
          name: 'identity.delete_expired',
          cron: '17 * * * *',
          retries: 0,
          async run(_payload, db) {
            const now = clock.now()
            await deleteExpiredCredentials(db, now)
            await deleteResetMails(db, new Date(now.getTime() - MAILS_WINDOW_MS))
          },
        },
        {
          name: RESET_JOB,
          retries: 5,
          run: (payload, db) => sendReset(payload, db, clock.now(), bank),
        },
      ],
      retention: [
        keepUntil(
          'identity.password_resets',
          'expires_at',
          'A code to reset a password works until it expires.',
        ),
        keepUntil(
          'identity.email_confirmations',
          'expires_at',
          'A code to confirm an address works until it expires.',
        ),
        noShorter(
          keepDays(
            'identity.login_failures',
            'window_started_at',
            1,
            'Longer than the window in which wrong passwords count.',
          ),
        ),
      ],
      caches: [
        {
          topic: CREDENTIAL_CHANGED,
          decidesAbout: 'the credential',
          forget: (credential) => authenticator.forget(credential),
          forgetAll: () => authenticator.forgetAll(),
        },
      ],
      gates: [confirmedEmailGate(database.read)],
      observers: [({ caller }) => use.record(caller, clock.now())],
      workers: [
        repeatEvery(
          FLUSH_MS,
          () => use.flush(database.write),
          (error) => log.warn({ err: error }, 'the last use of sessions was not written'),
        ),
      ],
      async prepare() {
        generated = await prepareOperator(values, {
          invalidate,
          log,
          production: bank.production,
          db: database.write,
          now: clock.now(),
        })
      },
    }
  },
})

export {
  type AgentSession,
  agentSessionEnd,
  changeKey,
  lockCallerCredential,
  isCredentialLive,
  issueAgentKey,
  issueAgentSessions,
  issueBriefSession,
  issueKey,
  issueRight,
  issueSession,
  parentOf,
  revoke,
} from './credentials/service.ts'
export { recordAttempt } from './lockout.ts'
export { AccessSuspended } from './errors.ts'
export { isVisibleTo } from './users/visibility.ts'
export { type RegistrationHook, toUser } from './operations.ts'
export { getPerson, lockPerson } from './users/service.ts'
export { countUsersByTenant, findPeople } from './users/store.ts'
export { User } from './schema.ts'
export { addOperator, removeOperator, resetOperator } from './users/operators.ts'
export { secondFactorMail } from './two-factor/reset.ts'
export { checkNewPassword } from './passwords/service.ts'
export { revokeAllAccess, type SessionlessAccess } from './credentials/sessionless-access.ts'
export {
  countUsers,
  countUsersOf,
  deleteDelegated,
  findAgentSession,
  findConfirmedUser,
  findCredentialById,
  findStanding,
  findUserByEmail,
  findUsers,
  holdStanding,
  isRegistered,
  listAgentSessions,
  listLiveSessions,
  listOperators,
  listUsersOf,
  lockCredential,
  touchCredentials,
} from './store.ts'
export { type Authority, keyOf, AuthorityCheck } from './credentials/authority.ts'
export { truncateUserAgent, UserAgent } from './sessions/user-agent.ts'
export { findUser } from './for-tasks.ts'
