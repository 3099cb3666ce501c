// Bills partners: invoices for each period, with what they used beyond what is included, and their payment.
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { identity } from '../../people/identity/index.ts'
import { partners } from '../../people/partners/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { ISSUE_JOB, issueDue, markOverdue, OVERDUE_JOB } from './service.ts'
import { makeOperations } from './operations.ts'
import { countOverdue } from './store.ts'

export const partnerBilling = defineDomain({
  name: 'partner-billing',
  summary: 'Invoices to partners: what a period costs, and paying for it from an account.',
  graphql: 'partner',
  events,
  examples,
  personalData,
  needs: { accounts, identity, ledger, partners },
  setUp(bank, _settings, needs) {
    const { book } = needs.partners
    return {
      operations: makeOperations(book),
      jobs: [
        {
          name: ISSUE_JOB,
          cron: '11 * * * *',
          retries: 0,
          run: (_payload, db) => issueDue(db, bank, book),
        },
        {
          name: OVERDUE_JOB,
          cron: '41 * * * *',
          retries: 0,
          run: (_payload, db) => markOverdue(db, bank, book),
        },
      ],
      queues: [
        {
          name: 'overdue_invoices',
          title: 'Overdue invoices of partners',
          advice: 'Ask the partner to pay, or cancel the invoice.',
          page: '/partners',
          // Partners are billed for what they do in the live environment.
          count: async (tx, { environment, most }) =>
            environment === 'live' ? countOverdue(tx, most) : 0,
        },
      ],
    }
  },
})
