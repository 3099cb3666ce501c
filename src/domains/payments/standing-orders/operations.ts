// The operations on standing orders. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { StandingOrderLimitExceeded, StandingOrderStateConflict } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import { toOrder, toPayment } from './view.ts'

const AT = '/api/v2/standing-orders'
const changeErrors = [NotFound, StandingOrderStateConflict] as const

export const makeOperations = (options: service.OrderOptions) => [
  defineOperation({
    name: 'standing_order.create',
    kind: 'command',
    summary: 'Set up a standing order: a payment of a fixed amount on fixed days.',
    auth: writer,
    // The bank pays for the customer from then on.
    issues: 'access',
    input: Type.Object(schema.newOrderInput),
    output: schema.StandingOrder,
    errors: [Invalid, NotFound, Forbidden, StandingOrderLimitExceeded],
    rest: [{ route: `POST ${AT}`, status: 201, envelope: 'data' }],
    exempt: { names: { '.recipient_name': 'Only its writer sees it.' } },
    handler: async (input, ctx) =>
      toOrder(await service.createOrder(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'standing_order.list',
    kind: 'query',
    summary: 'List your standing orders, newest first.',
    auth: reader,
    input: Type.Object({
      status: Type.Optional(schema.OrderStatus),
      ...pageInput,
    }),
    output: PageOf(schema.StandingOrder),
    errors: [],
    rest: [{ route: `GET ${AT}`, envelope: 'page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await service.listOrders(input, ctx)
      return toPage(
        rows.map((row) => toOrder(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'standing_order.get',
    kind: 'query',
    summary: 'Get a standing order.',
    auth: reader,
    input: Type.Object(schema.orderId),
    output: schema.StandingOrder,
    errors: [NotFound],
    rest: [{ route: `GET ${AT}/:uuid`, envelope: 'data' }],
    handler: async ({ uuid }, ctx) => toOrder(await service.getOrder(uuid, ctx), options.assets),
  }),
  defineOperation({
    name: 'standing_order.payments',
    kind: 'query',
    summary: 'List the payments of a standing order with what became of each, newest first.',
    auth: reader,
    input: Type.Object({ ...schema.orderId, ...pageInput }),
    output: PageOf(schema.StandingOrderPayment),
    errors: [NotFound],
    rest: [{ route: `GET ${AT}/:uuid/payments`, envelope: 'page' }],
    handler: async (input, ctx) => {
      const { order, rows, total } = await service.listPayments(input, ctx)
      return toPage(
        rows.map((row) => toPayment(row, order, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'standing_order.change',
    kind: 'command',
    summary: 'Change the amount, the reference, the last day or the name of a standing order.',
    auth: writer,
    issues: 'access',
    subject: 'standing_order.get',
    input: Type.Object(schema.changeInput),
    output: schema.StandingOrder,
    errors: [Invalid, ...changeErrors],
    rest: [{ route: `PATCH ${AT}/:uuid`, envelope: 'data' }],
    exempt: { names: { '.recipient_name': 'Only its writer sees it.' } },
    handler: async (input, ctx) =>
      toOrder(await service.changeOrder(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'standing_order.pause',
    kind: 'command',
    summary: 'Pause a standing order: nothing is paid until it is resumed.',
    auth: writer,
    input: Type.Object(schema.orderId),
    output: schema.StandingOrder,
    errors: [...changeErrors],
    rest: [{ route: `POST ${AT}/:uuid/pause`, envelope: 'data' }],
    handler: async ({ uuid }, ctx) =>
      toOrder(await service.pauseOrder(uuid, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'standing_order.resume',
    kind: 'command',
    summary: 'Resume a paused standing order; the payments of the pause are left out.',
    auth: writer,
    issues: 'access',
    subject: 'standing_order.get',
    input: Type.Object(schema.orderId),
    output: schema.StandingOrder,
    errors: [...changeErrors],
    rest: [{ route: `POST ${AT}/:uuid/resume`, envelope: 'data' }],
    handler: async ({ uuid }, ctx) =>
      toOrder(await service.resumeOrder(uuid, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'standing_order.cancel',
    kind: 'command',
    summary: 'Cancel a standing order for good.',
    auth: writer,
    input: Type.Object(schema.orderId),
    output: schema.StandingOrder,
    errors: [...changeErrors],
    rest: [{ route: `DELETE ${AT}/:uuid`, envelope: 'data' }],
    handler: async ({ uuid }, ctx) =>
      toOrder(await service.cancelOrder(uuid, ctx, options), options.assets),
  }),
]
