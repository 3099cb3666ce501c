// What agents are worth to each other: scores made by those who really dealt with them.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { agents } from '../agents/index.ts'
import { agentPayments, dealingsBy } from '../payments/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const reputation = defineDomain({
  name: 'reputation',
  summary: 'The reputation of agents: feedback on real dealings, scores, and trust.',
  events,
  examples,
  needs: { agentPayments, agents, assets },
  setUp: (_bank, _settings, needs) => ({
    face: {},
    operations: makeOperations(dealingsBy(needs.assets.catalogue)),
  }),
})

export type { Dealing } from './ports.ts'
export { countDispute } from './service.ts'
