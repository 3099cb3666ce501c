// Regulatory reporting and compliance checks: MiFID, MiCA, the travel rule, and screening of names.
import { defineDomain } from '../../../operation/domain.ts'
import { accountNumbers } from '../../core/account-numbers/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { transactions } from '../../core/transactions/index.ts'
import { transfers } from '../../core/transfers/index.ts'
import { identity } from '../../people/identity/index.ts'
import { Enforcement, ENFORCEMENT_CHANGED } from './checks/enforcement.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makeOperatorOperations } from './operator-operations.ts'
import { personalData } from './personal-data.ts'
import { makeRegulators } from './reports/regulators.ts'
import { makeReportOperations } from './reports/operations.ts'
import { makeOutboxJob } from './reports/outbox.ts'
import { SanctionsList } from './sanctions/list.ts'
import { listMetrics } from './sanctions/metrics.ts'
import { makeSanctionsOperations } from './sanctions/operations.ts'
import { countOpenHits } from './sanctions/store.ts'
import { settings } from './settings.ts'
import { recordOpening } from './store.ts'

export const regulatory = defineDomain({
  name: 'regulatory',
  summary: 'Reports to regulators, MiCA, the travel rule, and screening of names.',
  graphql: 'regtech',
  settings,
  events,
  examples,
  personalData,
  needs: { accountNumbers, assets, identity, ledger, transactions, transfers },
  setUp(bank, values, needs) {
    const { clock, database, jobs, log } = bank
    const list = new SanctionsList({
      path: values.SANCTIONS_LIST,
      threshold: values.SANCTIONS_THRESHOLD / 100,
      clock,
      log,
    })
    const options = {
      assets: needs.assets.catalogue,
      jobs,
      list,
      caspAuthorized: values.MICA_CASP_AUTHORIZED,
      regulators: makeRegulators({
        outbox: values.REGULATORY_OUTBOX,
        production: bank.production,
      }),
    }
    const enforcement = new Enforcement({
      ...options,
      byDefault: values.TRAVEL_RULE_ENFORCEMENT === 'on',
      detached: bank.detached,
      directory: needs.accountNumbers.directory,
    })
    needs.transfers.guards.add(enforcement)
    const reload = (): void => {
      enforcement
        .load(database.read)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'could not read the travel-rule switch; its last value applies'),
        )
    }
    return {
      operations: [
        ...makeOperations(options),
        ...makeReportOperations(options),
        ...makeSanctionsOperations(list),
        ...makeOperatorOperations(enforcement),
      ],
      jobs: [makeOutboxJob(bank, options.regulators)],
      queues: [
        {
          name: 'sanctions_matches',
          title: 'Sanctions matches to decide',
          advice: 'Confirm each match, or clear it with a reason.',
          page: '/compliance',
          count: countOpenHits,
        },
      ],
      metrics: listMetrics(list),
      caches: [
        {
          topic: ENFORCEMENT_CHANGED,
          forget(key) {
            enforcement.hear(key)
            reload()
          },
          forgetAll: reload,
        },
      ],
      async prepare() {
        await list.open()
        await recordOpening(database.write, clock.now())
        await enforcement.load(database.read)
      },
    }
  },
})
