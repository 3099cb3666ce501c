// Software agents: their DIDs, keys and sessions. Other domains find agents here, and who acts for them.
import { Batches } from '../../../operation/batches.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { keepUntil } from '../../../operation/retention.ts'
import { repeatEvery } from '../../../platform/periodic-task.ts'
import { ledger } from '../../core/ledger/index.ts'
import { identity } from '../../people/identity/index.ts'
import { ActivityRecorder } from './activity.ts'
import { makeAuthOperations } from './auth-operations.ts'
import * as events from './events.ts'
import { DidLogins } from './did-logins.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { findAuthorityRefusal } from './authority.ts'
import { personalData } from './personal-data.ts'
import { findNames } from './store.ts'

const FLUSH_MS = 1_000

export const agents = defineDomain({
  name: 'agents',
  summary: 'Software agents with DIDs: their records, keys, sessions and scopes.',
  graphql: 'agent',
  events,
  examples,
  personalData,
  needs: { identity, ledger },
  setUp(bank, _settings, needs) {
    const { database, clock, sealer, log } = bank
    needs.identity.authorityConditions.add(findAuthorityRefusal)
    const activity = new ActivityRecorder()
    const outbound = bank.openOutbound()
    const logins = new Batches(new DidLogins(), bank)
    return {
      operations: [
        ...makeOperations((url) => outbound.findFault(url), bank.baseUrl),
        ...makeAuthOperations({ sealer, logins }),
      ],
      names: [{ kind: 'agent', find: findNames }],
      retention: [
        keepUntil(
          'agents.used_challenges',
          'expires_at',
          'A challenge works once; expired challenges are rejected in any case.',
        ),
      ],
      observers: [({ caller }) => activity.record(caller, clock.now())],
      workers: [
        { stop: () => logins.close() },
        repeatEvery(
          FLUSH_MS,
          () => activity.flush(database.write),
          (error) => log.warn({ err: error }, 'could not write when agents were last active'),
        ),
      ],
    }
  },
})

export {
  actsForAgent,
  checkActive,
  checkActsForAgent,
  findVisibleAgent,
  getAccountOf,
  getActingAgent,
  getAgent,
} from './access.ts'
export { checkDid } from './did.ts'
export { keyIdOf } from './did-document.ts'
export { AgentHasNoAccount, AgentNotActive, InvalidDid } from './errors.ts'
export { isSignedBy, toMultibase } from './ed25519.ts'
export { actingErrors, asAgent } from './operations.ts'
export { Did } from './schema.ts'
export { findPushAddress } from './service.ts'
export { type AgentRow, findAgentsById, listActiveDidsOf } from './store.ts'
