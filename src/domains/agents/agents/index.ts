// Software agents: names, keys, sessions. Other domains ask here who an agent is and who acts for it.
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { makeAuthOperations } from './auth-operations.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { FindFault } from './service.ts'
import { deleteUsedChallenges } from './store.ts'

export interface AgentsOptions {
  readonly clock: Clock
  readonly sealer: Sealer
  readonly baseUrl: () => string
  readonly findFault: FindFault
}

export const agents = (options: AgentsOptions) =>
  defineDomain({
    name: 'agents',
    rank: 2,
    summary: 'Software agents with DIDs: records, keys, sessions and what they may do.',
    examples,
    operations: [
      ...makeOperations(options.findFault, options.baseUrl),
      ...makeAuthOperations(options.sealer),
    ],
    events: Object.values(events),
    jobs: [
      {
        name: 'agents.delete_used_challenges',
        cron: '*/10 * * * *',
        retries: 0,
        run: (_payload, db) => deleteUsedChallenges(db, options.clock.now()),
      },
    ],
  })

export {
  actsFor,
  checkActive,
  checkActs,
  getAccountOf,
  getActingAgent,
  getAgent,
} from './access.ts'
export { ActivityRecorder } from './activity.ts'
export { checkDid } from './did.ts'
export { LoginDesk } from './login-desk.ts'
export { keyIdOf } from './document.ts'
export { AgentHasNoAccount, AgentNotActive, InvalidDid } from './errors.ts'
export { isSignedBy, toMultibase } from './keys.ts'
export { actingErrors, asAgent } from './operations.ts'
export { Did } from './schema.ts'
export { findPushAddress } from './service.ts'
export { type AgentRow, findAgent, findAgentsById } from './store.ts'
