// The operations of payment intents and merchants.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { IdempotencyConflict, Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { readAmount } from '../../../core/assets/index.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { guardErrors } from '../../../core/transfers/index.ts'
import * as errors from '../errors.ts'
import * as intents from './service.ts'
import * as merchants from '../merchants/service.ts'
import { optionalText, textOrNull } from '../optional-text.ts'
import type { MobileOptions } from '../options.ts'
import * as schema from '../schema.ts'
import { showIntent, toIntents, toMerchant } from '../view.ts'

const byId = Type.Object({ id: schema.intentId })
const merchantId = Type.String({ maxLength: 255, description: 'The id of the merchant.' })

export const makeIntentOperations = (options: MobileOptions) => [
  defineOperation({
    name: 'payment_intent.create',
    kind: 'command',
    summary: 'Create a payment intent: a payment that you authorize within 15 minutes.',
    auth: writer,
    input: Type.Object(schema.newIntent),
    output: schema.Intent,
    errors: [Invalid, NotFound, errors.NoAccount, errors.WrongToken],
    rest: [{ route: 'POST /api/v2/mobile/payments/intents', status: 201, envelope: 'success' }],
    handler: async ({ amount, currency, ...rest }, ctx) => {
      const fields = { amount: 'amount', asset: 'currency' }
      const read = readAmount(options.assets, { amount, asset_code: currency }, fields)
      const row = await intents.createIntent({ ...rest, ...read }, ctx, options)
      return showIntent(row, ctx, options.assets)
    },
  }),
  defineOperation({
    name: 'payment_intent.create_for_merchant',
    kind: 'command',
    summary: 'Create an intent to pay a merchant in a coin over a network.',
    auth: writer,
    input: Type.Object(schema.newMerchantIntent),
    output: schema.Intent,
    errors: [
      Invalid,
      Unavailable,
      IdempotencyConflict,
      errors.MerchantNotFound,
      errors.WrongNetwork,
      errors.WrongToken,
    ],
    rest: [{ route: 'POST /api/v1/payments/intents', status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      showIntent(await intents.createMerchantIntent(input, ctx, options), ctx, options.assets),
  }),
  defineOperation({
    name: 'payment_intent.list',
    kind: 'query',
    summary: 'List your payment intents, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Intent),
    errors: [],
    rest: [
      { route: 'GET /api/v2/mobile/payments/intents', envelope: 'success_page' },
      { route: 'GET /api/v1/payments/intents', envelope: 'success_page' },
    ],
    handler: async (page, ctx) => {
      const { rows, total } = await intents.listIntents(ctx, page)
      return toPage(await toIntents(rows, ctx, options.assets), total, page)
    },
  }),
  defineOperation({
    name: 'payment_intent.get',
    kind: 'query',
    summary: 'Get a payment intent of yours, with its confirmations.',
    auth: reader,
    input: byId,
    output: schema.Intent,
    errors: [errors.IntentNotFound],
    rest: [
      { route: 'GET /api/v2/mobile/payments/intents/:id', envelope: 'success' },
      { route: 'GET /api/v1/payments/intents/:id', envelope: 'success' },
    ],
    handler: async ({ id }, ctx) =>
      showIntent(await intents.getIntent(id, ctx), ctx, options.assets),
  }),
  defineOperation({
    name: 'payment_intent.submit',
    kind: 'command',
    summary:
      'Authorize a payment intent: your account is debited, and the payment is submitted to its network.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({ id: schema.intentId, ...schema.submission }),
    output: schema.Submitted,
    errors: [
      Invalid,
      NotFound,
      Unavailable,
      errors.IntentNotFound,
      errors.IntentExpired,
      errors.IntentAlreadySubmitted,
      errors.IntentCancelled,
      errors.InsufficientFees,
      errors.MerchantUnreachable,
      errors.RecipientNotFound,
      errors.RecipientUnavailable,
      errors.TooManyPendingTransfers,
      errors.NoAccount,
      ...guardErrors,
      ...postingErrors,
    ],
    rest: [
      { route: 'POST /api/v2/mobile/payments/intents/:id/submit', envelope: 'success' },
      { route: 'POST /api/v1/payments/intents/:id/submit', envelope: 'success' },
    ],
    handler: async ({ id, ...submission }, ctx) => {
      const row = await intents.submitIntent(id, submission, ctx, options)
      return { intentId: row.id, status: row.status }
    },
  }),
  defineOperation({
    name: 'payment_intent.cancel',
    kind: 'command',
    summary: 'Cancel a payment intent that was not submitted.',
    auth: writer,
    input: Type.Object({
      id: schema.intentId,
      reason: optionalText(500, 'Why it is cancelled; it is recorded.'),
    }),
    output: schema.Cancelled,
    errors: [
      errors.IntentNotFound,
      errors.IntentExpired,
      errors.IntentAlreadySubmitted,
      errors.IntentCancelled,
    ],
    rest: [
      { route: 'POST /api/v2/mobile/payments/intents/:id/cancel', envelope: 'success' },
      { route: 'POST /api/v1/payments/intents/:id/cancel', envelope: 'success' },
    ],
    handler: async ({ id, reason }, ctx) => {
      const row = await intents.cancelIntent(id, textOrNull(reason), ctx, options)
      const { status, merchant, amount } = await showIntent(row, ctx, options.assets)
      return {
        intentId: row.id,
        status,
        merchant: merchant && { displayName: merchant.displayName },
        amount,
      }
    },
  }),
  defineOperation({
    name: 'merchant.create',
    kind: 'command',
    summary: 'Register a merchant: a name under which payers pay an account of yours.',
    auth: writer,
    input: Type.Object(schema.merchantInput),
    output: schema.Merchant,
    errors: [Invalid, NotFound, errors.NoAccount, errors.TooManyMerchants],
    rest: [{ route: 'POST /api/v1/payments/merchants', status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      toMerchant(await merchants.registerMerchant(input, ctx, options.assets)),
  }),
  defineOperation({
    name: 'merchant.list',
    kind: 'query',
    summary: 'List the merchants that you registered.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Merchant),
    errors: [],
    rest: [{ route: 'GET /api/v1/payments/merchants', envelope: 'success_page' }],
    handler: async (page, ctx) => {
      const { rows, total } = await merchants.listMerchants(ctx, page)
      return toPage(rows.map(toMerchant), total, page)
    },
  }),
  defineOperation({
    name: 'merchant.get',
    kind: 'query',
    summary: 'Get a merchant before you pay it.',
    auth: reader,
    input: Type.Object({ id: merchantId }),
    output: schema.Merchant,
    errors: [errors.MerchantNotFound],
    rest: [{ route: 'GET /api/v1/payments/merchants/:id', envelope: 'success' }],
    handler: async ({ id }, ctx) => toMerchant(await merchants.getMerchant(id, ctx)),
  }),
  defineOperation({
    name: 'merchant.update',
    kind: 'command',
    summary: 'Change a merchant of yours, or open or close it.',
    auth: writer,
    input: Type.Object({
      id: merchantId,
      ...schema.merchantInput,
      displayName: Type.Optional(schema.merchantInput.displayName),
      isOpen: Type.Optional(Type.Boolean({ description: 'Whether it can be paid.' })),
    }),
    output: schema.Merchant,
    errors: [Invalid, NotFound, errors.MerchantNotFound],
    rest: [{ route: 'PATCH /api/v1/payments/merchants/:id', envelope: 'success' }],
    handler: async ({ id, ...input }, ctx) =>
      toMerchant(await merchants.changeMerchant(id, input, ctx, options.assets)),
  }),
]
