// What agents are worth to each other: scores made by those who really dealt with them.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { FindDealing } from './ports.ts'

export const reputation = (options: { readonly findDealing: FindDealing }) =>
  defineDomain({
    name: 'reputation',
    rank: 3,
    summary: 'The reputation of agents: feedback on real dealings, scores, and trust.',
    examples,
    operations: makeOperations(options.findDealing),
    events: Object.values(events),
  })

export type { Dealing, FindDealing } from './ports.ts'
export { countDispute } from './service.ts'
