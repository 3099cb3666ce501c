// The operations of cards that customers order at the bank, and the test controls that pay with them.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { ownMoney } from '../../../../operation/spending.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import { CardPaymentStateConflict, IssuedCardStateConflict, TooManyCards } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { IssuingOptions } from './service.ts'

const at = '/api/v1/issued-cards' as const
const byId = Type.Object({ id: schema.cardId })

const steps = {
  capture: 'Capture an authorized payment of a simulated card: the amount leaves the account.',
  reverse: 'Reverse an authorized payment of a simulated card: the amount is available again.',
  refund: 'Refund a captured payment of a simulated card: the amount comes back to the account.',
} as const

export const makeIssuingOperations = (options: IssuingOptions) => [
  defineOperation({
    name: 'issued_card.create',
    kind: 'command',
    summary: 'Order a card that pays from one of your accounts, within limits.',
    auth: writer,
    // Whoever holds the card pays from then on.
    issues: 'access',
    input: Type.Object(schema.orderInput),
    output: schema.IssuedCard,
    errors: [Invalid, NotFound, Forbidden, TooManyCards, Unavailable],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    handler: (input, ctx) => service.orderCard(input, ctx, options),
  }),
  defineOperation({
    name: 'issued_card.list',
    kind: 'query',
    summary: 'List the cards that you ordered, newest first, with what they took.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.IssuedCard),
    errors: [],
    rest: [{ route: `GET ${at}`, envelope: 'page' }],
    handler: (page, ctx) => service.listCards(page, ctx, options),
  }),
  defineOperation({
    name: 'issued_card.get',
    kind: 'query',
    summary: 'Get one of the cards that you ordered.',
    auth: reader,
    input: byId,
    output: schema.IssuedCard,
    errors: [NotFound],
    rest: [{ route: `GET ${at}/:id`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.getCard(id, ctx, options),
  }),
  defineOperation({
    name: 'issued_card.update',
    kind: 'command',
    summary: 'Change the label or the limits of a card; omitted fields keep their value.',
    auth: writer,
    issues: 'access',
    subject: 'issued_card.get',
    input: Type.Object({ id: schema.cardId, ...schema.changeInput }),
    output: schema.IssuedCard,
    errors: [Invalid, NotFound],
    rest: [{ route: `PATCH ${at}/:id`, envelope: 'success' }],
    handler: ({ id, ...change }, ctx) => service.changeCard(id, change, ctx, options),
  }),
  defineOperation({
    name: 'issued_card.freeze',
    kind: 'command',
    summary: 'Freeze a card: every payment is declined until it is unfrozen.',
    auth: writer,
    subject: 'issued_card.get',
    input: byId,
    output: schema.IssuedCard,
    errors: [NotFound, IssuedCardStateConflict],
    rest: [{ route: `POST ${at}/:id/freeze`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.stepCard(id, 'freeze', ctx, options),
  }),
  defineOperation({
    name: 'issued_card.unfreeze',
    kind: 'command',
    summary: 'Unfreeze a card.',
    auth: writer,
    issues: 'access',
    subject: 'issued_card.get',
    input: byId,
    output: schema.IssuedCard,
    errors: [NotFound, IssuedCardStateConflict],
    rest: [{ route: `POST ${at}/:id/unfreeze`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.stepCard(id, 'unfreeze', ctx, options),
  }),
  defineOperation({
    name: 'issued_card.cancel',
    kind: 'command',
    summary: 'Cancel a card for good; what is authorized already can still be captured.',
    auth: remover,
    subject: 'issued_card.get',
    input: byId,
    output: schema.IssuedCard,
    errors: [NotFound, IssuedCardStateConflict],
    rest: [{ route: `DELETE ${at}/:id`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.stepCard(id, 'cancel', ctx, options),
  }),
  defineOperation({
    name: 'card_payment.list',
    kind: 'query',
    summary: 'List the payments of a card, newest first, with why some were declined.',
    auth: reader,
    input: Type.Object({ id: schema.cardId, ...pageInput }),
    output: PageOf(schema.CardPayment),
    errors: [NotFound],
    rest: [{ route: `GET ${at}/:id/payments`, envelope: 'page' }],
    handler: ({ id, ...page }, ctx) => service.listPayments(id, page, ctx, options),
  }),
  defineOperation({
    name: 'card_payment.authorize',
    kind: 'command',
    summary:
      'Pay a merchant with a simulated card: the authorization holds the amount, or declines with a reason.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({ id: schema.cardId, ...schema.paymentInput }),
    output: schema.CardPayment,
    errors: [Invalid, NotFound, Unavailable],
    rest: [{ route: `POST ${at}/:id/payments`, status: 201, envelope: 'success' }],
    exempt: {
      guards: 'It asks them, and answers with a declined payment instead of their error.',
      debt: 'The ledger refuses it, and the answer is a declined payment.',
    },
    handler: (input, ctx) => service.authorize(input, ctx, options),
  }),
  ...(['capture', 'reverse', 'refund'] as const).map((action) =>
    defineOperation({
      name: `card_payment.${action}`,
      kind: 'command',
      summary: steps[action],
      auth: writer,
      ...(action === 'capture' && {
        spends: ownMoney,
        exempt: { guards: 'The authorization asked them.' },
      }),
      input: Type.Object({ id: schema.paymentId }),
      output: schema.CardPayment,
      errors: [NotFound, CardPaymentStateConflict, ...postingErrors],
      rest: [{ route: `POST /api/v1/card-payments/:id/${action}`, envelope: 'success' }],
      handler: ({ id }, ctx) => service.stepPayment(id, action, ctx, options),
    }),
  ),
]
