// Agreements between agents: which version of the protocol they talk by, and how.
import { defineDomain } from '../../../operation/domain.ts'
import { agents } from '../agents/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'

export const agentAgreements = defineDomain({
  name: 'agent-agreements',
  summary: 'Versions of the agent protocol, and what pairs of agents agreed to talk by.',
  events,
  examples,
  needs: { agents },
  setUp: () => ({ face: {}, operations }),
})
