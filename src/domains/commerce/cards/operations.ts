// The operations of cards: the platform's webhook, and the views of cardholders. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { inHeader, rawBody } from '../../../operation/input-source.ts'
import { Invalid, NotFound, Unauthenticated } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { operator, reader } from '../../../operation/auth.ts'
import { InvalidPayload } from './errors.ts'
import * as schema from './schema.ts'
import { getCard, linkHolder, listCards, listHolders, listWallets } from './service.ts'
import { receiveEvent, type WebhookOptions } from './webhook.ts'

/** Longer than any signature, so that an overlong one is refused as a wrong signature, not as invalid input. */
const SIGNATURE_LENGTH_MAX = 65_536
const EVENT_BYTES_MAX = 262_144

const signature = (header: string) =>
  inHeader(header, {
    maxLength: SIGNATURE_LENGTH_MAX,
    description: 'Base64 of an RSA-SHA256 signature over the exact bytes of the body.',
  })

export const makeOperations = (options: WebhookOptions) => [
  defineOperation({
    name: 'card.webhook',
    kind: 'command',
    summary: 'Receive a signed event of the card platform about a holder, a card or a wallet.',
    auth: 'public',
    input: Type.Object({
      platform_signature: signature('X-PLATFORM-SIGNATURE'),
      wsb_signature: signature('X-WSB-SIGNATURE'),
      body: rawBody({ description: '{"eventType": "…", "orderNo": "…", "data": {…}}' }),
    }),
    output: schema.Received,
    errors: [Unauthenticated, InvalidPayload],
    rest: [
      {
        route: 'POST /api/v1/webhooks/cardplatform',
        envelope: 'bare',
        bodyBytesMax: EVENT_BYTES_MAX,
      },
    ],
    graphql: { omit: 'Only the provider calls it.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      await receiveEvent(input, ctx, options)
      return { success: true }
    },
  }),
  defineOperation({
    name: 'card.list',
    kind: 'query',
    summary: 'The caller’s cards, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Card),
    errors: [],
    rest: [{ route: 'GET /api/v1/cards', envelope: 'page' }],
    handler: (input, ctx) => listCards(input, ctx),
  }),
  defineOperation({
    name: 'card.get',
    kind: 'query',
    summary: 'One of the caller’s cards.',
    auth: reader,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the card.' }),
    }),
    output: schema.Card,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/cards/:uuid', envelope: 'success' }],
    graphql: { args: { id: 'uuid' } },
    handler: ({ uuid }, ctx) => getCard(uuid, ctx),
  }),
  defineOperation({
    name: 'cardholder.list',
    kind: 'query',
    summary:
      'The caller’s cardholder records at the platform, with the status of the identity check.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Cardholder),
    errors: [],
    rest: [{ route: 'GET /api/v1/cardholders', envelope: 'page' }],
    handler: (input, ctx) => listHolders(input, ctx),
  }),
  defineOperation({
    name: 'cardholder.link',
    kind: 'command',
    summary: 'Link a cardholder of the platform to a user of the bank.',
    auth: operator,
    subject: 'answer',
    input: Type.Object({
      holder_id: Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The platform’s id of the holder.',
      }),
      user_uuid: Type.String({ format: 'uuid', description: 'The user to link the holder to.' }),
    }),
    output: schema.Cardholder,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v1/cardholders', envelope: 'success' }],
    graphql: { field: 'createCardholder' },
    handler: (input, ctx) => linkHolder(input, ctx),
  }),
  defineOperation({
    name: 'card_wallet.list',
    kind: 'query',
    summary: 'The caller’s wallets at the card platform, which holds their money.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.CardWallet),
    errors: [],
    rest: [{ route: 'GET /api/v1/card-wallets', envelope: 'page' }],
    handler: (input, ctx) => listWallets(input, ctx),
  }),
]
