// Microfinance: groups of borrowers, loans, cash at tellers, collection sheets and shares of members.
import { defineDomain } from '../../../operation/domain.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { funding } from '../../core/funding/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { identity } from '../../people/identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { groupOperations } from './groups/operations.ts'
import { makeLoanOperations } from './loans/operations.ts'
import type { MicrofinanceOptions } from './options.ts'
import { personalData } from './personal-data.ts'
import { makeProvisionOperations } from './provisions/operations.ts'
import { reviewBatch } from './provisions/service.ts'
import { settings } from './settings.ts'
import { makeShareOperations } from './shares/operations.ts'
import { markDormantBatch } from './shares/service.ts'
import { makeSheetOperations } from './sheets/operations.ts'
import { makeTellerOperations } from './tellers/operations.ts'

const REVIEW_JOB = 'microfinance.review'
const DORMANCY_JOB = 'microfinance.dormancy'

export const microfinance = defineDomain({
  name: 'microfinance',
  summary: 'Groups of borrowers, their loans, cash at tellers, collections and shares.',
  graphql: 'microfinance',
  settings,
  events,
  examples,
  personalData,
  needs: { accounts, assets, funding, identity, ledger, rates },
  setUp(bank, values, needs) {
    const options: MicrofinanceOptions = {
      assets: needs.assets.catalogue,
      funding: needs.funding.rule,
      updater: needs.rates.updater,
      lending: values.MICROFINANCE || (bank.production ? 'operators' : 'open'),
      classes: [
        {
          category: 'standard',
          from_days: 0,
          basis_points: values.MICROFINANCE_STANDARD_BASIS_POINTS,
          stage: 1,
        },
        {
          category: 'substandard',
          from_days: values.MICROFINANCE_SUBSTANDARD_DAYS,
          basis_points: values.MICROFINANCE_SUBSTANDARD_BASIS_POINTS,
          stage: 2,
        },
        {
          category: 'doubtful',
          from_days: values.MICROFINANCE_DOUBTFUL_DAYS,
          basis_points: values.MICROFINANCE_DOUBTFUL_BASIS_POINTS,
          stage: 3,
        },
        {
          category: 'loss',
          from_days: values.MICROFINANCE_LOSS_DAYS,
          basis_points: values.MICROFINANCE_LOSS_BASIS_POINTS,
          stage: 3,
        },
      ],
      penalty: {
        basis_points: values.MICROFINANCE_PENALTY_BASIS_POINTS,
        grace_days: values.MICROFINANCE_GRACE_DAYS,
      },
      shareNominal: values.MICROFINANCE_SHARE_NOMINAL,
      dormancyDays: values.MICROFINANCE_DORMANCY_DAYS,
    }
    return {
      operations: [
        ...groupOperations,
        ...makeLoanOperations(options),
        ...makeProvisionOperations(options),
        ...makeTellerOperations(options),
        ...makeSheetOperations(options),
        ...makeShareOperations(options),
      ],
      jobs: [
        {
          name: REVIEW_JOB,
          cron: '41 2 * * *',
          retries: 3,
          run: (_payload, db) =>
            sweepDue(
              db,
              bank,
              REVIEW_JOB,
              async (ctx) => (await reviewBatch(ctx, options)).reviewed,
            ),
        },
        {
          name: DORMANCY_JOB,
          cron: '11 3 * * *',
          retries: 3,
          run: (_payload, db) =>
            sweepDue(db, bank, DORMANCY_JOB, (ctx) => markDormantBatch(ctx, options)),
        },
      ],
    }
  },
})
