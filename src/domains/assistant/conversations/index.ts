// Conversations with the assistant, in plain words and from the caller's own data.
import { defineDomain } from '../../../operation/domain.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { queries } from '../queries/index.ts'
import { spending } from '../spending/index.ts'
import { Assistant } from './service.ts'
import { examples } from './examples.ts'
import { chooseModel } from './model/language-model.ts'
import { makeOperations } from './operations.ts'
import { expireOpen } from './proposals/store.ts'
import { settings } from './settings.ts'
import { deleteOld } from './turn-store.ts'

const DAY_MS = 86_400_000

export const conversations = defineDomain({
  name: 'conversations',
  summary: 'Conversations with the assistant, in plain words and from the caller’s own data.',
  graphql: 'ai',
  settings,
  examples,
  needs: { accountNumbers, accounts, assets, ledger, queries, rates, spending, transfers },
  setUp(bank, values, needs) {
    const { database, run, log, sealer } = bank
    const assistant = new Assistant({
      database,
      run,
      log,
      sealer,
      operations: {
        ...needs.accounts.operations,
        ...needs.queries.operations,
        ...needs.rates.operations,
        ...needs.transfers.operations,
      },
      assets: needs.assets.catalogue,
      directory: needs.accountNumbers.directory,
      transfers: needs.transfers.options,
      model: chooseModel(values),
      modelCallsPerDay: values.ASSISTANT_MODEL_CALLS_PER_DAY,
    })
    return {
      exports: {},
      operations: makeOperations(assistant),
      jobs: [
        {
          name: 'conversations.prune',
          cron: '43 3 * * *',
          retries: 0,
          async run(_payload, db) {
            const now = bank.clock.now()
            const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
            await expireOpen(db, now)
            await deleteOld(db, yesterday, now)
          },
        },
      ],
    }
  },
})
