// The operations of buying and selling crypto through a provider. Read this file first.
import { Type } from 'typebox'
import { formatDecimal } from '../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { inHeader, rawBody } from '../../../operation/input-source.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { programsAllowed } from '../../../operation/spending.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { coins, fiats } from './coins.ts'
import {
  InvalidSignature,
  InvalidWebhook,
  KycRequired,
  QuoteError,
  SessionError,
  UnknownProvider,
} from './errors.ts'
import { DAY_MAX, SESSION_MAX, SESSION_MIN } from './limits.ts'
import { quote } from './quotes.ts'
import { FEE_BASIS_POINTS } from './terms.ts'
import * as schema from './schema.ts'
import * as sessions from './service.ts'
import { amountsOf, toSession } from './view.ts'
import { receiveWebhook, type WebhookOptions } from './providers/webhook.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the session.' })

export const makeOperations = (options: sessions.SessionOptions & WebhookOptions) => [
  defineOperation({
    name: 'ramp.supported',
    kind: 'query',
    summary: 'List the supported coins, currencies, payment methods and limits.',
    auth: reader,
    input: Type.Object({}),
    output: schema.Supported,
    errors: [],
    rest: [{ route: 'GET /api/v1/ramp/supported', envelope: 'success' }],
    handler: (_input, ctx) => {
      const provider = options.providers.choose(ctx.caller.environment)
      return {
        provider: provider.name,
        test_mode: provider.test_mode,
        types: [...provider.types],
        fiat_currencies: [...fiats],
        crypto_currencies: [...provider.coins],
        cryptos: provider.coins.map((code) => {
          const { name, network, precision: decimals } = coins[code]
          return { code, name, network, decimals }
        }),
        payment_methods: [...provider.payment_methods],
        limits: { min_amount: SESSION_MIN, max_amount: SESSION_MAX, daily_limit: DAY_MAX },
        fee_percentage: formatDecimal({
          units: FEE_BASIS_POINTS,
          asset: { code: '', precision: 2 },
        }),
      }
    },
  }),
  defineOperation({
    name: 'ramp.quote',
    kind: 'query',
    summary: 'Quote buying or selling crypto; the terms are guaranteed for one minute.',
    auth: reader,
    input: Type.Object(schema.quoteInput),
    output: schema.Quotes,
    errors: [Invalid, QuoteError],
    rest: [{ route: 'GET /api/v1/ramp/quotes', envelope: 'success' }],
    handler: (input, ctx) => quote(input, ctx, options),
  }),
  defineOperation({
    name: 'ramp.start',
    kind: 'command',
    summary: 'Start a session to buy or sell crypto; the user continues at the checkout URL.',
    auth: writer,
    spends: programsAllowed,
    input: Type.Object(schema.startInput),
    output: schema.Session,
    errors: [Invalid, QuoteError, SessionError, KycRequired],
    rest: [{ route: 'POST /api/v1/ramp/session', status: 201, envelope: 'success' }],
    exempt: {
      guards: 'The provider of the payment checks both parties.',
      debt: 'It takes nothing from an account at this bank.',
    },
    handler: async (input, ctx) => toSession(await sessions.startSession(input, ctx, options)),
  }),
  defineOperation({
    name: 'ramp.status',
    kind: 'query',
    summary: 'Get a session to buy or sell crypto, with its status.',
    auth: reader,
    input: Type.Object({ session_id: id }),
    output: schema.Session,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/ramp/session/:session_id', envelope: 'success' }],
    handler: async (input, ctx) => toSession(await sessions.getSession(input.session_id, ctx)),
  }),
  defineOperation({
    name: 'ramp.list',
    kind: 'query',
    summary: 'List the caller’s sessions to buy or sell crypto, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Session),
    errors: [],
    rest: [{ route: 'GET /api/v1/ramp/sessions', envelope: 'page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await sessions.listSessions(ctx, input)
      return toPage(rows.map(toSession), total, input)
    },
  }),
  defineOperation({
    name: 'ramp.checkout',
    kind: 'query',
    summary:
      'Get the checkout of a simulated session; nothing is paid there, and the session continues by itself.',
    auth: 'public',
    input: Type.Object({ session_id: id }),
    output: schema.Checkout,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/ramp/checkout/:session_id', envelope: 'success' }],
    exempt: { tenants: 'The page of a provider, for every holder of its link.' },
    handler: async (input, ctx) => {
      const row = await sessions.getCheckout(input.session_id, ctx)
      const { provider, type, status } = row
      return {
        ...amountsOf(row),
        session_id: row.id,
        provider,
        test_mode: true,
        type,
        status,
        message:
          'This provider is simulated: there is nothing to pay, and the session continues by itself.',
      }
    },
  }),
  defineOperation({
    name: 'ramp.webhook',
    kind: 'command',
    summary: 'Receive a signed webhook from a provider about the status of a session.',
    auth: 'public',
    input: Type.Object({
      provider: Type.String({ maxLength: 255, description: 'The name of the calling provider.' }),
      signature: inHeader('Stripe-Signature', {
        maxLength: 1000,
        description: 't=<unix seconds>,v1=<hex HMAC-SHA256 over "t.body">',
      }),
      body: rawBody({ description: '{"type": "…", "data": {"object": session}}' }),
    }),
    output: schema.Received,
    errors: [UnknownProvider, InvalidSignature, InvalidWebhook],
    rest: [
      {
        route: 'POST /api/v1/ramp/webhook/:provider',
        envelope: 'success',
        bodyBytesMax: 262_144,
      },
    ],
    graphql: { omit: 'Only the provider calls it.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: (input, ctx) => receiveWebhook(input, ctx, options),
  }),
]
