// The operations of direct debit mandates and collections.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { guardErrors } from '../../../core/transfers/index.ts'
import { collect } from './collections.ts'
import {
  CollectionNotAllowed,
  IdentityCheckRequired,
  MandateExists,
  DebitMandateStateConflict,
  NoAccount,
} from '../errors.ts'
import * as mandates from './service.ts'
import { toMandate } from './service.ts'
import type { RailOptions } from '../payments/service.ts'
import * as schema from '../schema.ts'
import { toPayment } from '../payments/view.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the mandate.' })

const changes = {
  suspend: 'Suspend a direct debit mandate: nothing is collected until it is resumed.',
  resume: 'Resume a suspended direct debit mandate.',
  cancel: 'Cancel a direct debit mandate for good.',
} as const

export const makeMandateOperations = (options: RailOptions) => [
  defineOperation({
    name: 'direct_debit_mandate.create',
    kind: 'command',
    summary:
      'Record a direct debit mandate, as the creditor who collects or the debtor who authorizes it.',
    auth: writer,
    // A debtor's mandate lets the creditor debit the account from then on.
    issues: 'access',
    input: Type.Object(schema.mandateInput),
    output: schema.Mandate,
    errors: [
      Invalid,
      NotFound,
      Forbidden,
      NoAccount,
      MandateExists,
      IdentityCheckRequired,
      Unavailable,
    ],
    rest: [{ route: 'POST /api/v1/payment-rails/mandates', status: 201, envelope: 'success' }],
    exempt: {
      names: {
        '.creditor_name': 'At another bank, as it writes itself.',
        '.debtor_name': 'At another bank, as it writes itself.',
      },
    },
    handler: async (input, ctx) =>
      toMandate(await mandates.createMandate(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'direct_debit_mandate.list',
    kind: 'query',
    summary: 'List your direct debit mandates, newest first.',
    auth: reader,
    input: Type.Object({ ...pageInput, ...schema.mandateFilter }),
    output: PageOf(schema.Mandate),
    errors: [],
    rest: [{ route: 'GET /api/v1/payment-rails/mandates', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await mandates.listMandates(ctx, input)
      return toPage(
        rows.map((row) => toMandate(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'direct_debit_mandate.get',
    kind: 'query',
    summary: 'Get a direct debit mandate.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.Mandate,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/payment-rails/mandates/:id', envelope: 'success' }],
    handler: async (input, ctx) =>
      toMandate(await mandates.getMandate(input.id, ctx), options.assets),
  }),
  ...(['suspend', 'resume', 'cancel'] as const).map((action) =>
    defineOperation({
      name: `direct_debit_mandate.${action}`,
      kind: 'command',
      summary: changes[action],
      auth: writer,
      input: Type.Object({ id }),
      output: schema.Mandate,
      errors: [NotFound, DebitMandateStateConflict],
      rest: [{ route: `POST /api/v1/payment-rails/mandates/:id/${action}`, envelope: 'success' }],
      handler: async (input, ctx) =>
        toMandate(await mandates.changeMandate(input.id, action, ctx), options.assets),
    }),
  ),
  defineOperation({
    name: 'direct_debit.upcoming',
    kind: 'query',
    summary:
      'List what other customers of this bank are about to collect from your accounts, the next first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.UpcomingCollection),
    errors: [],
    rest: [{ route: 'GET /api/v1/payment-rails/collections/upcoming', envelope: 'success_page' }],
    handler: (page, ctx) => mandates.listUpcoming(page, ctx, options.assets),
  }),
  defineOperation({
    name: 'direct_debit.collect',
    kind: 'command',
    summary: 'Collect money by direct debit from the debtor of one of your mandates.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.collectionInput),
    output: schema.Payment,
    errors: [
      Invalid,
      NotFound,
      CollectionNotAllowed,
      IdentityCheckRequired,
      Unavailable,
      ...guardErrors,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/v1/payment-rails/collections', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => toPayment(await collect(input, ctx, options), options.assets),
  }),
]
