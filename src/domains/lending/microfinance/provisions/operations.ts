// Provisions for loans: of one loan, of all together, by class, and the review that books them.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { Uuid } from '../../../../kernel/schema.ts'
import { operator, reader } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { routeOf } from '../groups/operations.ts'
import { Day } from '../groups/schema.ts'
import { CurrencyInput, loanId } from '../loans/operations.ts'
import { Decimal } from '../loans/schema.ts'
import type { MicrofinanceOptions } from '../options.ts'
import { categories } from './classes.ts'
import * as provisioning from './service.ts'

const ProvisionCategory = Type.Enum([...categories], {
  $id: 'ProvisionCategory',
  description: 'The class of a loan, by how late it is.',
})

const Provision = Type.Object(
  {
    loan_id: Uuid,
    category: ProvisionCategory,
    days_overdue: Type.Integer(),
    outstanding_amount: Decimal,
    rate: Type.String({ description: 'As a fraction: "0.05" is five percent.' }),
    provision_amount: Type.String({ description: 'The provision that today’s class requires.' }),
    booked_amount: Type.String({ description: 'What the ledger has since the last review.' }),
    currency: Type.String(),
    stage: Type.Integer({ description: 'The stage of IFRS 9.' }),
    review_date: Type.String({
      format: 'date',
      description: 'The last review; today before the first one.',
    }),
  },
  { $id: 'LoanProvision' },
)

export const makeProvisionOperations = (options: MicrofinanceOptions) => [
  defineOperation({
    name: 'microfinance_loan.provision',
    kind: 'query',
    summary: 'Show the provisioning class of a loan today, and what is booked for it.',
    auth: reader,
    input: Type.Object({ id: loanId }),
    output: Provision,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/loans/:id/provision`, envelope: 'success' }],
    handler: (input, ctx) => provisioning.getProvision(input.id, ctx, options),
  }),
  defineOperation({
    name: 'provisioning.summary',
    kind: 'query',
    summary:
      'Sum up the provisions by class: of all loans for an operator, otherwise of one’s own.',
    auth: reader,
    input: Type.Object({ currency: CurrencyInput }),
    output: Type.Object(
      {
        standard: Decimal,
        substandard: Decimal,
        doubtful: Decimal,
        loss: Decimal,
        total: Decimal,
        outstanding_amount: Decimal,
        loans: Type.Integer(),
        currency: Type.String(),
        as_of: Day,
      },
      { $id: 'ProvisionSummary' },
    ),
    errors: [Invalid],
    rest: [{ route: `GET ${routeOf}/provisioning`, envelope: 'success' }],
    graphql: { field: 'mfiProvisionSummary' },
    handler: (input, ctx) => provisioning.summarizeProvisions(input.currency, ctx, options),
  }),
  defineOperation({
    name: 'provisioning.list',
    kind: 'query',
    summary: 'List the loans of one provisioning class, the latest in payment first.',
    auth: reader,
    input: Type.Object({ category: ProvisionCategory, currency: CurrencyInput, ...pageInput }),
    output: PageOf(Provision),
    errors: [Invalid],
    rest: [{ route: `GET ${routeOf}/provisioning/:category`, envelope: 'success_page' }],
    handler: async ({ category, currency, ...page }, ctx) => {
      const { rows, total } = await provisioning.listProvisions(
        category,
        currency,
        ctx,
        page,
        options,
      )
      return toPage(rows, total, page)
    },
  }),
  defineOperation({
    name: 'provisioning.run',
    kind: 'command',
    summary: `Review up to ${provisioning.REVIEW_MAX} loans that were not reviewed today, and book the changes of their provisions.`,
    auth: operator,
    input: Type.Object({}),
    output: Type.Object(
      {
        review_date: Day,
        reviewed: Type.Integer(),
        adjusted: Type.Integer({ description: 'How many provisions changed.' }),
        remaining: Type.Integer({ description: 'Loans that are still to be reviewed today.' }),
      },
      { $id: 'ProvisionReview' },
    ),
    errors: [...postingErrors],
    rest: [{ route: `POST ${routeOf}/provisioning/run`, envelope: 'success' }],
    exempt: { subject: 'Provisions are listed with their history.' },
    handler: (_input, ctx) => provisioning.runReview(ctx, options),
  }),
]
