// The operations of payment rails and payments. Read this file first; mandates and collections are in
// mandates/operations.ts, ACH files in ach/operations.ts.
import { Type } from 'typebox'
import { listOf, PageOf, pageInput, pageOver, toPage } from '../../../kernel/page.ts'
import { described } from '../../../kernel/schema.ts'
import { operator, reader, writer } from '../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound, Unavailable } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney, operatorsOnly } from '../../../operation/spending.ts'
import { AmountInput, AssetCode, readAmount } from '../../core/assets/index.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { guardErrors } from '../../core/transfers/index.ts'
import { IncomingPaymentRejected, NoAccount, PaymentNotCancellable } from './errors.ts'
import { receive } from './payments/incoming-payments.ts'
import { paymentLife } from './life-cycle.ts'
import { readParty } from './party.ts'
import * as payments from './payments/service.ts'
import type { RailOptions } from './payments/service.ts'
import { findRail, railIds, rails, railsTo } from './rails/catalogue.ts'
import { toRail } from './rails/view.ts'
import * as schema from './schema.ts'
import { readPerformance } from './rails/statistics.ts'
import { toPayment } from './payments/view.ts'

const fields = { amount: 'amount', asset: 'currency' }

const sendErrors = [
  Invalid,
  NotFound,
  Forbidden,
  NoAccount,
  Unavailable,
  ...guardErrors,
  ...postingErrors,
]

export const makeOperations = (options: RailOptions) => [
  defineOperation({
    name: 'rail.list',
    kind: 'query',
    summary: 'List the payment rails with their limits, hours, cut-offs, holidays and costs.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.RailInfo),
    errors: [],
    rest: [{ route: 'GET /api/v1/payment-rails/rails', envelope: 'success_page' }],
    exempt: { environments: 'Rails are the same for all users.' },
    handler: async (input, ctx) => {
      const performance = await readPerformance(ctx.tx, ctx.caller.environment, ctx.now)
      const shown = rails.map((rail) =>
        toRail(rail, {
          ...options,
          now: ctx.now,
          performance: performance.get(rail.id),
          simulated: options.schemes.isSimulated(ctx.caller.environment),
        }),
      )
      return pageOver([listOf(shown)], input)
    },
  }),
  defineOperation({
    name: 'rail.get',
    kind: 'query',
    summary: 'Get a payment rail: whether it is open, when it opens next, limits and costs.',
    auth: reader,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id or an alias of the rail.' }),
    }),
    output: schema.RailInfo,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/payment-rails/rails/:id', envelope: 'success' }],
    handler: async ({ id }, ctx) => {
      const rail = findRail(id)
      if (!rail) throw NotFound({ what: 'rail', id })
      const performance = await readPerformance(ctx.tx, ctx.caller.environment, ctx.now)
      return toRail(rail, {
        ...options,
        now: ctx.now,
        performance: performance.get(rail.id),
        simulated: options.schemes.isSimulated(ctx.caller.environment),
      })
    },
  }),
  defineOperation({
    name: 'rail.supported',
    kind: 'query',
    summary: 'List the rails that reach a country.',
    auth: reader,
    input: Type.Object({
      country: Type.String({ maxLength: 255, description: 'An ISO 3166-1 code of two letters.' }),
    }),
    output: Type.Object(
      { country: Type.String(), rails: Type.Array(schema.RailName, { maxItems: 20 }) },
      { $id: 'RailsOfCountry' },
    ),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/payment-rails/supported/:country', envelope: 'success' }],
    graphql: { field: 'paymentRailsSupportedRails' },
    handler: ({ country: given }) => {
      const country = given.toUpperCase()
      if (!/^[A-Z]{2}$/.test(country)) throw NotFound({ what: 'country', id: given })
      return { country, rails: railsTo(country).map(({ id }) => id) }
    },
  }),
  defineOperation({
    name: 'rail.route',
    kind: 'query',
    summary: 'Show which rail a payment would take and why, its fee, and when it would settle.',
    auth: reader,
    input: Type.Object({
      amount: AmountInput,
      currency: described(AssetCode, 'The currency of the amount.'),
      rail: schema.railInput,
      urgency: schema.urgencyInput,
      creditor_account: Type.Optional(schema.accountInput),
    }),
    output: schema.Preview,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v1/payment-rails/route', envelope: 'success' }],
    handler: async (input, ctx) => {
      const { amount, currency, rail, urgency, creditor_account } = input
      const read = readAmount(options.assets, { amount, asset_code: currency }, fields)
      const party =
        creditor_account === undefined ? undefined : readParty(creditor_account, 'creditor_account')
      const routed = await payments.chooseRail({ ...read, rail, urgency, party }, ctx, options)
      return payments.previewOf(routed, read, ctx.now, options)
    },
  }),
  defineOperation({
    name: 'rail_payment.create',
    kind: 'command',
    summary: 'Pay an account at another bank over a payment rail, named or chosen by the bank.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.paymentInput),
    output: schema.Payment,
    errors: sendErrors,
    rest: [{ route: 'POST /api/v1/payment-rails/payments', status: 201, envelope: 'success' }],
    exempt: { names: { '.creditor_account.name': 'At another bank, as it writes itself.' } },
    handler: async (input, ctx) => {
      const { amount, currency, creditor_account, from_account, debtor_account, ...rest } = input
      const { units } = readAmount(options.assets, { amount, asset_code: currency }, fields)
      const account = await payments.getPayer(from_account ?? debtor_account, ctx)
      const order = { ...rest, account, units, currency, creditor: creditor_account, origin: 'api' }
      return toPayment(await payments.send(ctx, order, options), options.assets)
    },
  }),
  defineOperation({
    name: 'rail_payment.send',
    kind: 'command',
    summary: 'Pay a beneficiary in a country over the best rail that reaches it.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({
      amount: AmountInput,
      currency: described(AssetCode, 'The currency of the amount.'),
      country: Type.String({
        pattern: '^[A-Za-z]{2}$',
        description: 'The country of the beneficiary’s bank, as an ISO 3166-1 code.',
      }),
      urgency: schema.urgencyInput,
      beneficiary: schema.PartyInput,
      ...schema.payerInput,
      memo: schema.memoInput,
    }),
    output: schema.Payment,
    errors: sendErrors,
    rest: [{ route: 'POST /api/v1/payment-rails/send', status: 201, envelope: 'success' }],
    graphql: { field: 'paymentRailsSend', form: 'flat' },
    exempt: { names: { '.beneficiary.name': 'At another bank, as it writes itself.' } },
    handler: async (input, ctx) => {
      const { amount, currency, country, beneficiary, urgency, memo } = input
      const { units } = readAmount(options.assets, { amount, asset_code: currency }, fields)
      const account = await payments.getPayer(input.from_account ?? input.debtor_account, ctx)
      // SWIFT reaches every country; it is the fallback if the country's own rails cannot carry the payment.
      const among = [...railsTo(country.toUpperCase()), findRail('swift')!]
      const order = { account, units, currency, creditor: beneficiary, memo, urgency, among }
      const row = await payments.send(ctx, { ...order, rail: 'auto', origin: 'api' }, options)
      return toPayment(row, options.assets)
    },
  }),
  defineOperation({
    name: 'rail_payment.list',
    kind: 'query',
    summary: 'List your payments over rails, sent and received, newest first.',
    auth: reader,
    input: Type.Object({
      ...pageInput,
      status: Type.Optional(described(paymentLife.schema(), 'Only payments in this state.')),
      rail: Type.Optional(
        Type.Enum([...railIds], { description: 'Only payments over this rail.' }),
      ),
      direction: Type.Optional(
        Type.Enum(['outgoing', 'incoming'], { description: 'Only payments in this direction.' }),
      ),
    }),
    output: PageOf(schema.Payment),
    errors: [],
    rest: [{ route: 'GET /api/v1/payment-rails/payments', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await payments.listPayments(ctx, input)
      return toPage(
        rows.map((row) => toPayment(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'rail_payment.get',
    kind: 'query',
    summary: 'Get a payment over a rail, with its status.',
    auth: reader,
    input: Type.Object({ id: schema.idInput }),
    output: schema.Payment,
    errors: [NotFound],
    rest: [
      { route: 'GET /api/v1/payment-rails/payments/:id', envelope: 'success' },
      { route: 'GET /api/v1/payment-rails/transactions/:id', envelope: 'success' },
    ],
    graphql: { field: 'paymentRailsTransaction' },
    handler: async ({ id }, ctx) => toPayment(await payments.getPayment(id, ctx), options.assets),
  }),
  defineOperation({
    name: 'rail_payment.cancel',
    kind: 'command',
    summary:
      'Cancel a payment that is not submitted to its network yet; amount and fee are returned.',
    auth: writer,
    input: Type.Object({ id: schema.idInput }),
    output: schema.Payment,
    errors: [NotFound, Invalid, PaymentNotCancellable],
    rest: [{ route: 'POST /api/v1/payment-rails/payments/:id/cancel', envelope: 'success' }],
    handler: async ({ id }, ctx) =>
      toPayment(await payments.cancelPayment(id, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'rail_payment.receive',
    kind: 'command',
    summary:
      'Book an incoming payment from a network for a customer, or a direct debit that a mandate allows.',
    auth: operator,
    spends: operatorsOnly,
    input: Type.Object(schema.incomingInput),
    output: schema.Payment,
    errors: [Invalid, IncomingPaymentRejected, Unavailable],
    rest: [{ route: 'POST /api/v1/payment-rails/incoming', status: 201, envelope: 'success' }],
    exempt: {
      guards: 'The sending bank has checked the payment.',
      debt: 'A direct debit is refused with the code of the network.',
      names: {
        '.account.name': 'At another bank, as it writes itself.',
        '.counterparty.name': 'At another bank, as it writes itself.',
      },
    },
    handler: async (input, ctx) =>
      toPayment((await receive(input, ctx, options)).row, options.assets),
  }),
]
