// The reputation of agents: scores from the feedback of agents that had transactions with them.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { agents } from '../agents/index.ts'
import { agentPayments, pastTransactionFinder } from '../payments/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'

export const reputation = defineDomain({
  name: 'reputation',
  summary: 'The reputation of agents: feedback on past transactions, scores, and trust.',
  graphql: 'reputation',
  events,
  examples,
  personalData,
  needs: { agentPayments, agents, assets },
  setUp: (_bank, _settings, needs) => ({
    operations: makeOperations(pastTransactionFinder(needs.assets.catalogue)),
  }),
})

export type { PastTransaction } from './ports.ts'
export { countDispute } from './service.ts'
