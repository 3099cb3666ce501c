// The operations that read a payment, and that find payments for operators.
import { Type } from 'typebox'
import { PER_PAGE_MAX } from '../../../../kernel/page.ts'
import { described, Uuid } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator, reader } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { BANK_SEARCHED_MAX } from '../../ledger/index.ts'
import { CSV_LINES_MAX } from '../list-csv.ts'
import { TimeInput } from '../period.ts'
import { FoundPayments, Payment, PaymentStatus } from './schema.ts'
import { findPayments, type SearchOptions } from './search.ts'
import { foundFile } from './search-csv.ts'
import { getPayment, type PaymentOptions } from './service.ts'

const Amount = Type.String({ maxLength: 40, pattern: '^\\d+(\\.\\d+)?$' })

export const makePaymentOperations = (options: PaymentOptions, searching: SearchOptions) => [
  defineOperation({
    name: 'payment.list',
    kind: 'query',
    summary: `Payments of all customers, newest first, for operators. A call searches up to ${BANK_SEARCHED_MAX.toLocaleString('en-US')} movements, and says how far back it came.`,
    auth: operator,
    input: Type.Object({
      from: Type.Optional(described(TimeInput, 'From this moment or day on.')),
      to: Type.Optional(described(TimeInput, 'Up to this moment, or to the end of this day.')),
      kind: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9_.]{1,60}$',
          description: 'The kind as payments show it, such as deposit, transfer or rail_payment.',
        }),
      ),
      status: Type.Optional(PaymentStatus),
      asset_code: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3,10}$',
          description: 'Only this asset; its code in any case.',
        }),
      ),
      amount_from: Type.Optional(described(Amount, 'The smallest amount.')),
      amount_to: Type.Optional(described(Amount, 'The largest amount.')),
      party: Type.Optional(
        Type.String({
          ...plainText(100),
          description:
            'Who paid or received: the uuid, IBAN or number of an account, or part of a name. If no customer has the name, it is looked for among counterparties outside the bank.',
        }),
      ),
      reference: Type.Optional(
        Type.String({ ...plainText(100), description: 'Part of the reference.' }),
      ),
      before: Type.Optional(described(Uuid, 'Only payments before this one; `next` of a page.')),
      limit: Type.Integer({
        minimum: 1,
        maximum: PER_PAGE_MAX,
        default: 50,
        description: 'The largest number of payments to return.',
      }),
      format: Type.Enum(['json', 'csv'], {
        $id: 'PaymentListFormat',
        description: `A CSV file has the first ${CSV_LINES_MAX.toLocaleString('en-US')} that match.`,
        default: 'json',
      }),
    }),
    output: FoundPayments,
    errors: [Invalid],
    rest: [
      { route: 'GET /api/v2/payments', envelope: 'bare', files: { csv: foundFile(searching) } },
    ],
    handler: (input, ctx) => findPayments(input, ctx, searching),
  }),
  defineOperation({
    name: 'payment.get',
    kind: 'query',
    summary:
      'A payment of any kind with its parties, amounts, fees, entries and timeline, and what can be done with it.',
    auth: reader,
    input: Type.Object({
      uuid: Type.String({
        maxLength: 255,
        description: 'The uuid of the payment, of a transfer, or of one of its transactions.',
      }),
    }),
    output: Payment,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/payments/:uuid', envelope: 'data' }],
    exempt: {
      length: {
        '.entries': 'The moves of one entry of the ledger.',
        '.fees': 'Those of these moves that are fees.',
      },
    },
    handler: ({ uuid }, ctx) => getPayment(uuid, ctx, options),
  }),
]
