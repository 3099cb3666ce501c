// Governance: what holders of GCU decide about the basket, and polls on anything else.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Tell } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { Closer } from './closing.ts'
import type { BasketPort } from './composition.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makePollOperations } from './poll-operations.ts'
import { makeProposalOperations } from './proposal-operations.ts'
import { makeSigner } from './signature.ts'
import { makeVotingOperations } from './voting-operations.ts'

export interface GovernanceOptions {
  readonly assets: AssetCatalogue
  readonly basket: BasketPort
  readonly sealer: Pick<Sealer, 'digest'>
  readonly clock: Clock
  readonly log: Logger
  readonly hear: Tell
}

export function governance(options: GovernanceOptions) {
  const { assets, basket, sealer } = options
  const closer = new Closer(options)
  const shared = { assets, basket, signer: makeSigner(sealer) }
  return defineDomain({
    name: 'governance',
    rank: 4,
    summary: 'Proposals about the basket, polls, and the votes on both.',
    examples,
    operations: [
      ...makeProposalOperations(shared),
      ...makePollOperations(shared),
      ...makeVotingOperations(shared),
    ],
    events: Object.values(events),
    jobs: [
      {
        name: 'governance.settle',
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) => closer.run(db),
      },
    ],
  })
}

export { gcuBasket } from './gcu-basket.ts'
export { prepareVotes } from './start-up.ts'
