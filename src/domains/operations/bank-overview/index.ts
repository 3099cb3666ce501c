// The bank at a glance for its operators: what it holds and owes, what moved, and what waits for a decision.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { generalLedger } from '../../core/general-ledger/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { volumeReader } from './reader.ts'

export const bankOverview = defineDomain({
  name: 'bank-overview',
  summary: 'What the bank holds and owes, what moved on each day, and what waits for operators.',
  graphql: 'monitoring',
  examples,
  personalData,
  needs: { assets, generalLedger, ledger },
  setUp: (bank, _settings, needs) => ({
    operations: makeOperations({
      assets: needs.assets.catalogue,
      queues: () => bank.registry().queues,
    }),
    readers: [volumeReader],
  }),
})
