// The operations of Interledger. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { reader, remover, writer } from '../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound, Unavailable } from '../../../operation/error.ts'
import { inHeader, octetBody } from '../../../operation/input-source.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney, type Spends } from '../../../operation/spending.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { guardErrors } from '../../core/transfers/index.ts'
import { listSupported } from './assets.ts'
import * as connections from './incoming/connections.ts'
import {
  GrantLimitExceeded,
  GrantNotValid,
  InvalidPacket,
  NoAccount,
  NoQuote,
  ReceiverUnreachable,
  UnknownPeer,
  QuoteExpired,
  QuoteUsed,
} from './errors.ts'
import * as grants from './grants.ts'
import * as incoming from './incoming/service.ts'
import { OCTETS, PACKET_BYTES_MAX } from './ilp.ts'
import type { InterledgerOptions } from './options.ts'
import * as payments from './payments/service.ts'
import { createQuote, getQuote } from './payments/quotes.ts'
import { queryReceiver } from './receivers.ts'
import { type PacketAnswer, receivePacket } from './incoming/packet-receiver.ts'
import * as schema from './schema.ts'
import { toConnection, toGrant, toIncoming, toPayment, toQuote } from './view.ts'

const idOf = (what: string) =>
  Type.String({ maxLength: 255, description: `The id of the ${what}.` })

const grantLimit = {
  guarded: 'The grant of the account’s owner, which limits account, amount, receiver and time.',
}
const byGrant: Spends = { ...ownMoney, people: grantLimit, keys: grantLimit }

const receiverErrors = [Invalid, ReceiverUnreachable, Unavailable]

const paymentErrors = [
  Invalid,
  NotFound,
  Forbidden,
  NoAccount,
  QuoteExpired,
  QuoteUsed,
  GrantNotValid,
  GrantLimitExceeded,
  ...postingErrors,
  ...guardErrors,
]

export const makeOperations = (options: InterledgerOptions) => [
  defineOperation({
    name: 'interledger.supported_assets',
    kind: 'query',
    summary: 'List the assets that can be sent and received through Interledger.',
    auth: reader,
    input: Type.Object({}),
    output: schema.SupportedAssets,
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/supported-assets', envelope: 'success' }],
    graphql: { field: 'ilpSupportedAssets' },
    exempt: { pages: 'The assets that Interledger carries are few.' },
    handler: () =>
      listSupported(options.assets).map(({ code, precision: scale }) => ({ code, scale })),
  }),
  defineOperation({
    name: 'interledger_quote.create',
    kind: 'command',
    summary:
      'Quote a payment through Interledger; the quote is valid for 30 seconds and one payment.',
    auth: writer,
    input: Type.Object(schema.quoteInput),
    output: schema.Quote,
    errors: [...receiverErrors, NoQuote],
    rest: [{ route: 'POST /api/v1/interledger/quotes', envelope: 'success' }],
    graphql: { field: 'ilpCreateQuote' },
    prepare: (input, ctx) => queryReceiver(input.receiver, ctx.caller.environment, options),
    handler: async (input, ctx, resolved) =>
      toQuote(await createQuote(input, resolved, ctx, options), options),
  }),
  defineOperation({
    name: 'interledger_quote.get',
    kind: 'query',
    summary: 'Get a quote of the caller.',
    auth: reader,
    input: Type.Object({ quote_id: idOf('quote') }),
    output: schema.Quote,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/interledger/quotes/:quote_id', envelope: 'success' }],
    handler: async (input, ctx) => toQuote(await getQuote(input.quote_id, ctx), options),
  }),
  defineOperation({
    name: 'interledger_payment.create',
    kind: 'command',
    summary:
      'Pay on a quote: the account is debited at once, and the packets are sent in the background.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.paymentInput),
    output: schema.Payment,
    errors: paymentErrors,
    rest: [{ route: 'POST /api/v1/interledger/payments', status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      toPayment(await payments.startPayment(input, ctx, options), options),
  }),
  defineOperation({
    name: 'interledger_payment.list',
    kind: 'query',
    summary: 'List the caller’s payments through Interledger, newest first.',
    auth: reader,
    input: Type.Object({
      ...pageInput,
      status: Type.Optional(schema.PaymentStatus),
    }),
    output: PageOf(schema.Payment),
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/payments', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await payments.listPayments(ctx, input)
      return toPage(
        rows.map((row) => toPayment(row, options)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'interledger_payment.get',
    kind: 'query',
    summary: 'Get a payment through Interledger with its status.',
    auth: reader,
    input: Type.Object({ payment_id: idOf('payment') }),
    output: schema.CheckedPayment,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/interledger/payments/:payment_id', envelope: 'success' }],
    graphql: { field: 'ilpPayment', args: { id: 'payment_id' } },
    handler: async (input, ctx) => ({
      ...toPayment(await payments.getPayment(input.payment_id, ctx), options),
      checked_at: ctx.now.toISOString(),
    }),
  }),
  defineOperation({
    name: 'interledger_outgoing.create',
    kind: 'command',
    summary: 'Pay on a quote from a wallet address, with the grant of its owner.',
    auth: writer,
    spends: byGrant,
    input: Type.Object(schema.outgoingInput),
    output: schema.OutgoingPayment,
    errors: paymentErrors,
    rest: [
      { route: 'POST /api/v1/interledger/payments/outgoing', status: 201, envelope: 'success' },
    ],
    graphql: { field: 'ilpCreateOutgoingPayment' },
    handler: async (input, ctx) => {
      const payment = toPayment(await payments.startPayment(input, ctx, options), options)
      return { outgoing_payment_id: payment.payment_id, ...payment }
    },
  }),
  defineOperation({
    name: 'interledger_incoming.create',
    kind: 'command',
    summary:
      'Create an incoming payment through Interledger; its address and secret are valid for an hour.',
    auth: writer,
    issues: 'secret',
    input: Type.Object(schema.incomingInput),
    output: schema.NewIncomingPayment,
    errors: [Invalid, NotFound, Forbidden],
    rest: [
      { route: 'POST /api/v1/interledger/payments/incoming', status: 201, envelope: 'success' },
    ],
    graphql: { field: 'ilpCreateIncomingPayment' },
    handler: async (input, ctx) => {
      const { row, shared_secret } = await incoming.createIncoming(input, ctx, options)
      return { ...toIncoming(row, options), shared_secret }
    },
  }),
  defineOperation({
    name: 'interledger_incoming.list',
    kind: 'query',
    summary: 'List the caller’s incoming payments through Interledger, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.IncomingPayment),
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/payments/incoming', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await incoming.listIncoming(ctx, input)
      return toPage(
        rows.map((row) => toIncoming(row, options)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'interledger_incoming.get',
    kind: 'query',
    summary: 'Get an incoming payment through Interledger of the caller.',
    auth: reader,
    input: Type.Object({ incoming_payment_id: idOf('incoming payment') }),
    output: schema.IncomingPayment,
    errors: [NotFound],
    rest: [
      {
        route: 'GET /api/v1/interledger/payments/incoming/:incoming_payment_id',
        envelope: 'success',
      },
    ],
    handler: async (input, ctx) =>
      toIncoming(await incoming.getIncoming(input.incoming_payment_id, ctx), options),
  }),
  defineOperation({
    name: 'interledger_connection.open',
    kind: 'command',
    summary: 'Open a STREAM connection to an address whose shared secret the caller knows.',
    auth: writer,
    issues: 'secret',
    input: Type.Object(schema.connectionInput),
    output: schema.NewConnection,
    errors: [Invalid, NotFound, Forbidden, NoAccount],
    rest: [{ route: 'POST /api/v1/interledger/connections', status: 201, envelope: 'success' }],
    handler: async (input, ctx) => ({
      ...toConnection(await connections.openConnection(input, ctx, options), options),
      shared_secret: input.shared_secret,
    }),
  }),
  defineOperation({
    name: 'interledger_connection.list',
    kind: 'query',
    summary: 'List the caller’s STREAM connections, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Connection),
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/connections', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await connections.listConnections(ctx, input)
      return toPage(
        rows.map((row) => toConnection(row, options)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'interledger_connection.close',
    kind: 'command',
    summary: 'Close a STREAM connection.',
    auth: remover,
    input: Type.Object({ connection_id: idOf('connection') }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v1/interledger/connections/:connection_id', envelope: 'none' }],
    handler: async (input, ctx) => {
      await connections.closeConnection(input.connection_id, ctx, options)
      return null
    },
  }),
  defineOperation({
    name: 'interledger_grant.create',
    kind: 'command',
    summary:
      'Create a token with which other users may pay from an account, for an hour and up to a limit.',
    auth: writer,
    issues: 'credential',
    input: Type.Object(schema.grantInput),
    output: schema.NewGrant,
    errors: [...receiverErrors, NotFound, Forbidden],
    rest: [{ route: 'POST /api/v1/interledger/grants', status: 201, envelope: 'success' }],
    prepare: async (input, ctx) =>
      input.receiver === undefined
        ? undefined
        : queryReceiver(input.receiver, ctx.caller.environment, options),
    handler: async (input, ctx, resolved) => {
      const { row, grant_token } = await grants.createGrant(input, resolved, ctx, options)
      return { ...toGrant(row, options), grant_token }
    },
  }),
  defineOperation({
    name: 'interledger_grant.list',
    kind: 'query',
    summary: 'List the grants that the caller has given, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Grant),
    errors: [],
    rest: [{ route: 'GET /api/v1/interledger/grants', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await grants.listGrants(ctx, input)
      return toPage(
        rows.map((row) => toGrant(row, options)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'interledger_grant.revoke',
    kind: 'command',
    summary: 'Revoke a grant; its token is no longer valid.',
    auth: remover,
    input: Type.Object({ grant_id: idOf('grant') }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v1/interledger/grants/:grant_id', envelope: 'none' }],
    handler: async (input, ctx) => {
      await grants.revokeGrant(input.grant_id, ctx, options)
      return null
    },
  }),
  defineOperation({
    name: 'interledger_packet.receive',
    kind: 'command',
    summary: 'Receive an Interledger packet from the peer, and fulfil or reject it.',
    auth: 'public',
    input: Type.Object({
      authorization: inHeader('Authorization', {
        maxLength: 1000,
        description: 'Bearer and the token that the bank and its peer agreed on.',
      }),
      request_id: inHeader('Request-Id', {
        maxLength: 100,
        description: 'Identifies the packet: the same one gets the same answer.',
      }),
      packet: octetBody({
        bytesMax: PACKET_BYTES_MAX,
        description:
          'An Interledger prepare packet in base64; or the packet itself is the body, as application/octet-stream.',
      }),
      asset_code: Type.Optional(
        Type.String({
          minLength: 3,
          maxLength: 10,
          description:
            'The asset of the peer’s account, in the query if the body is a packet. Default: the first that is configured.',
        }),
      ),
    }),
    output: schema.PacketReply,
    errors: [Invalid, InvalidPacket, UnknownPeer, Unavailable],
    rest: [
      {
        route: 'POST /api/v1/interledger/packets',
        envelope: 'success',
        bodyBytesMax: 65_536,
        files: {
          packet: {
            content_type: OCTETS,
            fromOutput: ({ packet }: PacketAnswer) => ({ body: Buffer.from(packet, 'base64') }),
          },
        },
        chooseFile: (_input, { sentOctets }) => (sentOctets ? 'packet' : ''),
      },
    ],
    graphql: { omit: 'Only peers call it, with packets in a binary form.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: (input, ctx) => receivePacket(input, ctx, options),
  }),
]
