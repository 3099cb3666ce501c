// Agreements between agents on the version of the protocol and its methods.
import { defineDomain } from '../../../operation/domain.ts'
import { agents } from '../agents/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { operations } from './operations.ts'
import { personalData } from './personal-data.ts'

export const agentAgreements = defineDomain({
  name: 'agent-agreements',
  summary: 'Versions of the agent protocol, and the agreements of pairs of agents on one.',
  graphql: 'agent-protocol',
  events,
  examples,
  personalData,
  needs: { agents },
  setUp: () => ({ operations }),
})
