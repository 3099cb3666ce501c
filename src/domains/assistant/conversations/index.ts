// Conversations with the assistant, in plain words and from the caller's own data.
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { keepDays, keepUntil, noShorter } from '../../../operation/retention.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { queries } from '../queries/index.ts'
import { spending } from '../spending/index.ts'
import { personalData } from './personal-data.ts'
import { Assistant } from './service.ts'
import { examples } from './examples.ts'
import { chooseModel } from './model/language-model.ts'
import { makeOperations } from './operations.ts'
import { expireOpen } from './proposals/store.ts'
import { settings } from './settings.ts'

export const conversations = defineDomain({
  name: 'conversations',
  summary: 'Conversations with the assistant, in plain words and from the caller’s own data.',
  graphql: 'ai',
  settings,
  examples,
  personalData,
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
      sealed: [sealedColumn('conversations.proposals', 'sealed')],
      operations: makeOperations(assistant),
      jobs: [
        {
          name: 'conversations.expire_proposals',
          cron: '43 3 * * *',
          retries: 0,
          run: (_payload, db) => expireOpen(db, bank.clock.now()),
        },
      ],
      retention: [
        noShorter(
          keepDays(
            'conversations.model_calls',
            'day',
            1,
            'The calls of a language model count against the limit of their day.',
          ),
        ),
        keepUntil(
          'conversations.turns',
          'until',
          'One message of a user is answered at a time; the claim of a crashed node ends then.',
        ),
      ],
    }
  },
})
