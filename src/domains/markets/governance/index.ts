// Governance: holders of GCU vote on the basket, and all users in polls on other questions.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { identity } from '../../people/identity/index.ts'
import { baskets } from '../baskets/index.ts'
import { VoteSettler } from './jobs.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { gcuBasket } from './gcu-basket.ts'
import { personalData } from './personal-data.ts'
import { makePollOperations } from './polls/operations.ts'
import { makeProposalOperations } from './proposals/operations.ts'
import { makeSigner } from './signature.ts'
import { seedSandboxVotes } from './sandbox-votes.ts'
import { makeVoterOperations } from './polls/voter-operations.ts'

export const governance = defineDomain({
  name: 'governance',
  summary: 'Proposals about the basket, polls, and the votes on both.',
  graphql: 'poll',
  events,
  examples,
  personalData,
  needs: { assets, baskets, identity, ledger, rates },
  setUp(bank, _settings, needs) {
    const { clock, log, invalidate, work } = bank
    const { catalogue } = needs.assets
    const basket = gcuBasket(needs.rates.updater)
    const closer = new VoteSettler({ clock, log, invalidate, basket })
    const shared = {
      assets: catalogue,
      basket,
      signer: makeSigner(bank.sealer),
    }
    return {
      operations: [
        ...makeProposalOperations(shared),
        ...makePollOperations(shared),
        ...makeVoterOperations(shared),
      ],
      jobs: [
        {
          name: 'governance.settle',
          cron: '* * * * *',
          retries: 0,
          run: (_payload, db) => closer.run(db),
        },
      ],
      async prepare() {
        // Gives new users something to vote on; in production, operators create the polls.
        if (!bank.production) await seedSandboxVotes({ work, assets: catalogue, basket })
      },
    }
  },
})
