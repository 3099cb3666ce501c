// What the bank holds about a person: its export for them, and its erasure. What each table holds is declared by the domain
// that owns it (`personal-data.ts` in its folder).
import { defineDomain } from '../../../operation/domain.ts'
import { sealedColumn } from '../../../operation/keys/sealed-columns.ts'
import { accounts } from '../../core/accounts/index.ts'
import { identity } from '../identity/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { eraseJob } from './jobs.ts'
import { makeOperations } from './operations.ts'
import { personalData as ownData } from './personal-data.ts'
import { settings } from './settings.ts'

export const personalData = defineDomain({
  name: 'personal-data',
  summary: 'What the bank holds about a person: its export, and its erasure.',
  graphql: 'user',
  settings,
  events,
  examples,
  personalData: ownData,
  needs: { accounts, identity },
  setUp(bank, values, { identity: { sessionlessAccess } }) {
    const { jobs, longWork, registry, scratch, sealer } = bank
    const data = () => registry().personalData
    return {
      operations: makeOperations({
        data,
        work: longWork,
        scratch,
        sessionlessAccess,
        sealer,
        jobs,
        years: values.LEGAL_RETENTION_YEARS,
      }),
      sealed: [sealedColumn('personal_data.erasures', 'identity')],
      jobs: [eraseJob(bank, data, sessionlessAccess)],
    }
  },
})

export { listForReplay, replay } from './replay.ts'
