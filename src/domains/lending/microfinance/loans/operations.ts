// Loans, their schedules and repayments.
import { Type } from 'typebox'
import { dayOf } from '../../../../kernel/days.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { AmountInput } from '../../../core/assets/index.ts'
import { described } from '../../../../kernel/schema.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import {
  GroupNotActive,
  InArrears,
  LendingNotAllowed,
  NotOrganiser,
  Overpaid,
  MicrofinanceStateConflict,
} from '../errors.ts'
import { routeOf } from '../groups/operations.ts'
import { MemberId } from '../groups/schema.ts'
import * as schema from './schema.ts'
import * as loans from './service.ts'
import type { MicrofinanceOptions } from '../options.ts'
import * as repayments from './repayments.ts'

export const loanId = Type.String({ maxLength: 255, description: 'The id of the loan.' })
const reason = Type.String({ ...plainText(500), description: 'The reason, for the record.' })

export const CurrencyInput = Type.String({
  pattern: '^[A-Z]{3,10}$',
  default: 'USD',
  description: 'The code of the currency.',
})

export const makeLoanOperations = (options: MicrofinanceOptions) => [
  defineOperation({
    name: 'microfinance_loan.apply',
    kind: 'command',
    summary: 'Apply for a loan as a member of an active group; no money moves yet.',
    auth: writer,
    input: Type.Object({
      group_id: Type.String({ format: 'uuid', description: 'The group of the borrower.' }),
      user_id: Type.Optional(described(MemberId, 'The member who borrows; the caller by default.')),
      account_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The account that gets the money; the borrower’s first by default.',
        }),
      ),
      principal: described(AmountInput, 'The amount of the loan, such as "500.00".'),
      currency: CurrencyInput,
      annual_rate_basis_points: Type.Integer({
        minimum: 0,
        maximum: 10_000,
        description: 'The interest of a year in hundredths of a percent: 2400 is 24 %.',
      }),
      term: Type.Integer({
        minimum: 1,
        maximum: schema.TERM_MAX,
        description: 'The number of instalments.',
      }),
      frequency: schema.FrequencyInput,
      method: schema.MethodInput,
      purpose: Type.Optional(
        Type.String({ ...plainText(500), description: 'What the money is for.' }),
      ),
    }),
    output: schema.Loan,
    errors: [NotFound, NotOrganiser, Invalid, GroupNotActive, InArrears],
    rest: [{ route: `POST ${routeOf}/loans`, status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      loans.describeLoan(await loans.applyForLoan(input, ctx, options), ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.list',
    kind: 'query',
    summary: 'List the caller’s loans and those of groups they organise, newest first.',
    auth: reader,
    input: Type.Object({
      group_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only loans of this group.' }),
      ),
      user_id: Type.Optional(described(MemberId, 'Only loans of this member.')),
      status: Type.Optional(schema.LoanStatusSchema),
      ...pageInput,
    }),
    output: PageOf(schema.LoanSummary),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/loans`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await loans.listLoans(input, ctx)
      const shown = rows.map((row) =>
        schema.toLoanSummary(row, options.assets.get(row.asset), dayOf(ctx.now)),
      )
      return toPage(shown, total, input)
    },
  }),
  defineOperation({
    name: 'microfinance_loan.get',
    kind: 'query',
    summary: 'Show a loan with its guarantors and the amount that pays it off today.',
    auth: reader,
    input: Type.Object({ id: loanId }),
    output: schema.Loan,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/loans/:id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      loans.describeLoan((await loans.getLoan(input.id, ctx)).row, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.schedule',
    kind: 'query',
    summary: 'List the instalments of a loan that was paid out, with what is paid and due.',
    auth: reader,
    input: Type.Object({ id: loanId, ...pageInput }),
    output: PageOf(schema.InstalmentSchema),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/loans/:id/schedule`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await repayments.listSchedule(input.id, ctx, input, options)
      return toPage(rows, total, input)
    },
  }),
  defineOperation({
    name: 'microfinance_loan.approve',
    kind: 'command',
    summary: 'Approve a loan; the other members of a joint or several group guarantee it.',
    auth: writer,
    input: Type.Object({ id: loanId }),
    output: schema.Loan,
    errors: [NotFound, NotOrganiser, LendingNotAllowed, MicrofinanceStateConflict, InArrears],
    rest: [{ route: `POST ${routeOf}/loans/:id/approve`, envelope: 'success' }],
    handler: (input, ctx) => loans.approveLoan(input.id, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.reject',
    kind: 'command',
    summary: 'Reject a loan application.',
    auth: writer,
    input: Type.Object({ id: loanId, reason: Type.Optional(reason) }),
    output: schema.Loan,
    errors: [NotFound, NotOrganiser, LendingNotAllowed, MicrofinanceStateConflict],
    rest: [{ route: `POST ${routeOf}/loans/:id/reject`, envelope: 'success' }],
    handler: (input, ctx) => loans.rejectLoan(input.id, input.reason, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.cancel',
    kind: 'command',
    summary: 'Cancel a loan before it is paid out.',
    auth: writer,
    input: Type.Object({ id: loanId, reason: Type.Optional(reason) }),
    output: schema.Loan,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict],
    rest: [{ route: `POST ${routeOf}/loans/:id/cancel`, envelope: 'success' }],
    handler: (input, ctx) => loans.cancelLoan(input.id, input.reason, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.disburse',
    kind: 'command',
    summary: 'Pay an approved loan out to the borrower’s account; its schedule starts today.',
    auth: writer,
    input: Type.Object({ id: loanId }),
    output: schema.Loan,
    errors: [
      NotFound,
      NotOrganiser,
      LendingNotAllowed,
      MicrofinanceStateConflict,
      InArrears,
      ...postingErrors,
    ],
    rest: [{ route: `POST ${routeOf}/loans/:id/disburse`, envelope: 'success' }],
    handler: (input, ctx) => loans.disburseLoan(input.id, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.write_off',
    kind: 'command',
    summary: 'Write off what is owed of a loan, as the bank’s loss.',
    auth: operator,
    subject: 'microfinance_loan.get',
    input: Type.Object({ id: loanId, reason }),
    output: schema.Loan,
    errors: [NotFound, MicrofinanceStateConflict, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/loans/:id/write-off`, envelope: 'success' }],
    handler: (input, ctx) => loans.writeOffLoan(input.id, input.reason, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.repay',
    kind: 'command',
    summary: 'Repay a loan, in part or in full, from an account of the caller.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({
      id: loanId,
      amount: AmountInput,
      account_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The account that pays; the caller’s first by default.',
        }),
      ),
    }),
    output: schema.MadeRepayment,
    errors: [NotFound, MicrofinanceStateConflict, Invalid, Overpaid, ...postingErrors],
    rest: [{ route: `POST ${routeOf}/loans/:id/repayments`, status: 201, envelope: 'success' }],
    exempt: { guards: 'The payee is the bank itself.' },
    handler: ({ id, ...input }, ctx) => repayments.repayLoan(id, input, ctx, options),
  }),
  defineOperation({
    name: 'microfinance_loan.repayments',
    kind: 'query',
    summary: 'List the repayments of a loan, newest first.',
    auth: reader,
    input: Type.Object({ id: loanId, ...pageInput }),
    output: PageOf(schema.Repayment),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/loans/:id/repayments`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await repayments.listRepayments(input.id, ctx, input, options)
      return toPage(rows, total, input)
    },
  }),
]
