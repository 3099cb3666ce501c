// The operations that give the statement and the notification of an account as ISO 20022 messages.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { reader } from '../../../../operation/auth.ts'
import {
  Forbidden,
  Invalid,
  NotFound,
  TooManyConcurrentRequests,
  Unavailable,
} from '../../../../operation/error.ts'
import { type Context, defineOperation, type Wanted } from '../../../../operation/operation.ts'
import { TimeInput } from '../../../core/transactions/index.ts'
import {
  planStatement,
  renderStatement,
  type StatementKind,
  type StatementOptions,
  type StatementPlan,
  type StatementRequest,
  summarize,
} from './service.ts'
import type { Summary } from './tasks.ts'

const inputs = {
  account: Type.String({
    maxLength: 255,
    description: 'The account: its uuid, its IBAN or its number.',
  }),
  from: Type.Optional(
    described(TimeInput, 'The first day or instant; by default the start of the month of the end.'),
  ),
  to: Type.Optional(described(TimeInput, 'The last day or instant; by default now.')),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3,10}$',
      description: 'Required if the account has several currencies.',
    }),
  ),
  format: Type.Enum(['xml', 'json'], {
    $id: 'StatementMessageFormat',
    default: 'xml',
    description: 'The message itself, or its balances and sums as JSON.',
  }),
}

const sums = {
  id: Type.String({ description: 'The id of the statement or notification.' }),
  account_uuid: Uuid,
  account_iban: Nullable(Type.String({ description: 'The IBAN, if the bank has IBANs.' })),
  currency: Type.String({ description: 'The currency of all amounts.' }),
  from: DateTime,
  to: DateTime,
  entries: Type.Integer({ description: 'The number of entries.' }),
  credit_entries: Type.Integer({ description: 'The number of credit entries.' }),
  credit_sum: Type.String({ description: 'The sum of all credit entries.' }),
  debit_entries: Type.Integer({ description: 'The number of debit entries.' }),
  debit_sum: Type.String({ description: 'The sum of all debit entries.' }),
}

const StatementSums = Type.Object(
  {
    ...sums,
    opening_balance: Type.String({ description: 'The balance before the first entry.' }),
    closing_balance: Type.String({ description: 'The balance after the last entry.' }),
  },
  { $id: 'StatementMessage' },
)

const NotificationSums = Type.Object(sums, { $id: 'NotificationMessage' })

const toSums = (plan: StatementPlan, summary: Summary) => ({
  id: plan.id,
  account_uuid: plan.account,
  account_iban: summary.iban,
  currency: plan.currency,
  from: plan.period.from,
  to: plan.period.to,
  entries: summary.entries,
  credit_entries: summary.credits,
  credit_sum: summary.credit_sum,
  debit_entries: summary.debits,
  debit_sum: summary.debit_sum,
})

const errors = [Forbidden, Invalid, NotFound, TooManyConcurrentRequests, Unavailable]

/** XML, unless the caller requests JSON by the field or by the header Accept. */
const chooseFile = ({ format }: { readonly format?: unknown }, { json }: Wanted): string =>
  (format ?? (json ? 'json' : 'xml')) === 'xml' ? 'xml' : ''

export function makeStatementOperations(options: StatementOptions) {
  const file = (kind: StatementKind) => ({
    xml: {
      content_type: 'application/xml; charset=utf-8',
      render: async (input: StatementRequest, ctx: Context) =>
        renderStatement(await planStatement(kind, input, ctx, options), ctx, options),
    },
  })
  const shorten = async (kind: StatementKind, input: StatementRequest, ctx: Context) => {
    const plan = await planStatement(kind, input, ctx, options)
    return { plan, summed: toSums(plan, await summarize(plan, ctx, options)) }
  }
  return [
    defineOperation({
      name: 'account.iso_statement',
      kind: 'query',
      summary: 'Get the statement of an account as a camt.053 message, of any length.',
      auth: reader,
      heavy: true,
      input: Type.Object(inputs),
      output: StatementSums,
      errors,
      rest: [
        {
          route: 'GET /api/v1/iso20022/accounts/:account/statement',
          envelope: 'success',
          files: file('camt.053'),
          chooseFile,
        },
      ],
      async handler(input, ctx) {
        const { plan, summed } = await shorten('camt.053', input, ctx)
        return { ...summed, opening_balance: plan.opening, closing_balance: plan.closing }
      },
    }),
    defineOperation({
      name: 'account.iso_notification',
      kind: 'query',
      summary: 'Get the notification of the entries of an account as a camt.054 message.',
      auth: reader,
      heavy: true,
      input: Type.Object({
        ...inputs,
        transaction: Type.Optional(
          Type.String({
            maxLength: 255,
            description: 'The id of one transaction of the account, instead of a period.',
          }),
        ),
      }),
      output: NotificationSums,
      errors,
      rest: [
        {
          route: 'GET /api/v1/iso20022/accounts/:account/notification',
          envelope: 'success',
          files: file('camt.054'),
          chooseFile,
        },
      ],
      handler: async (input, ctx) => (await shorten('camt.054', input, ctx)).summed,
    }),
  ]
}
