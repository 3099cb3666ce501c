// The operation that reads a payment.
import { Type } from 'typebox'
import { reader } from '../../../../operation/auth.ts'
import { NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { Payment } from './schema.ts'
import { getPayment, type PaymentOptions } from './service.ts'

export const makePaymentOperations = (options: PaymentOptions) => [
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
