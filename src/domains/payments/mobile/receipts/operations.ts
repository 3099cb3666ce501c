// The operations of the activity feed, of transactions as the app shows them, and of receipts.
import { Type } from 'typebox'
import { pageInput, PageOf, toPage } from '../../../../kernel/page.ts'
import { DateTime, described, Nullable } from '../../../../kernel/schema.ts'
import { isUuid, timeOf } from '../../../../kernel/uuid.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Invalid, TooManyConcurrentRequests, Unavailable } from '../../../../operation/error.ts'
import {
  type Context,
  defineOperation,
  type RenderedFile,
} from '../../../../operation/operation.ts'
import { tasksOf } from '../../../../platform/workers.ts'
import {
  CounterpartyName,
  listActivity,
  listActivityBefore,
} from '../../../core/transactions/index.ts'
import { ReceiptUnavailable, TransactionNotFound } from '../errors.ts'
import type { MobileOptions } from '../options.ts'
import type * as pdf from './pdf.ts'
import * as receipts from './service.ts'
import type { Receipt } from './store.ts'

const activityFields = {
  id: Type.String({ description: 'The id of the transaction.' }),
  type: Type.Enum(['merchant_payment', 'transfer_in', 'transfer_out', 'shield', 'unshield'], {
    $id: 'MobileActivityType',
  }),
  amount: Type.String({ description: 'Negative for outgoing money.' }),
  asset: Type.String(),
  timestamp: DateTime,
  status: Type.String(),
  protected: Type.Boolean({ description: 'Whether the payment was shielded.' }),
  merchantName: Nullable(Type.String()),
  counterpartyName: CounterpartyName,
  merchantIconUrl: Nullable(Type.String()),
  fromAddress: Nullable(
    described(Type.String(), 'The account that paid; null for the bank’s own.'),
  ),
  toAddress: Nullable(described(Type.String(), 'The account that was paid.')),
}
const Activity = Type.Object(activityFields, { $id: 'MobileActivity' })

const Details = Type.Object(
  {
    ...activityFields,
    network: Type.String(),
    referenceId: Type.String({ description: 'A short reference, for use on the phone.' }),
    fee: Type.String(),
    explorerUrl: Nullable(Type.String()),
    privacyNote: Nullable(Type.String()),
    hash: Nullable(Type.String()),
  },
  { $id: 'MobileTransaction' },
)

const receiptFields = {
  receiptId: Type.String(),
  merchantName: Nullable(Type.String()),
  amount: Type.String(),
  asset: Type.String(),
  dateTime: DateTime,
  networkFee: Type.String(),
  status: Type.String(),
}
const SharedReceipt = Type.Object(receiptFields, { $id: 'SharedReceipt' })
const Receipt = Type.Object(
  {
    ...receiptFields,
    sharePayload: Nullable(
      described(Type.String(), 'A public link to this receipt; present only when it is created.'),
    ),
    shareExpiresAt: Nullable(DateTime),
    pdfUrl: Type.String(),
  },
  { $id: 'Receipt' },
)

const filter = Type.Enum(['all', 'income', 'expenses'], {
  $id: 'ActivityFilter',
  default: 'all',
  description: 'Only incoming money, or only outgoing money.',
})
const txId = Type.String({
  maxLength: 64,
  description: 'The uuid of a transaction, or the id of a payment intent.',
})
const format = Type.Enum(['json', 'pdf'], {
  $id: 'ReceiptFormat',
  default: 'json',
  description: 'The format of the receipt.',
})
const receiptRoute = '/api/v1/transactions/:txId/receipt'

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  if (!isUuid(cursor))
    throw Invalid({ errors: { cursor: ['The cursor must be the next_cursor of an answer.'] } })
  return { id: cursor.toLowerCase(), time: timeOf(cursor.toLowerCase()) }
}

const task = tasksOf<typeof pdf>(new URL('./pdf.ts', import.meta.url))

export function makeReceiptOperations(options: MobileOptions) {
  const { assets, baseUrl, longWork } = options
  const render = async (receipt: Receipt, { caller }: Context): Promise<RenderedFile> => {
    const { name, body } = await longWork(task('writePdf'), receipt, caller)
    return { name, body: Buffer.from(body) }
  }
  const pdfUrl = (id: string) =>
    `${baseUrl()}/api/v1/transactions/${encodeURIComponent(id)}/receipt?format=pdf`
  return [
    defineOperation({
      name: 'mobile.activity',
      kind: 'query',
      summary:
        'List the incoming and outgoing transfers of all accounts that the caller owns or manages, in pages.',
      auth: reader,
      input: Type.Object({ ...pageInput, filter }),
      output: PageOf(Activity),
      errors: [Invalid],
      rest: [{ route: 'GET /api/v2/mobile/activity', envelope: 'page' }],
      graphql: { schema: 'mobile' },
      handler: async (input, ctx) => {
        const { items, total } = await listActivity(input, ctx, assets)
        return toPage(items, total, input)
      },
    }),
    defineOperation({
      name: 'mobile.feed',
      kind: 'query',
      summary: 'List the same activity from a cursor on, newest first.',
      auth: reader,
      input: Type.Object({
        cursor: Type.Optional(
          Type.String({ maxLength: 64, description: 'The next_cursor of the previous answer.' }),
        ),
        limit: Type.Integer({
          minimum: 1,
          maximum: 50,
          default: 20,
          description: 'The maximum number of items.',
        }),
        filter,
      }),
      output: Type.Object(
        {
          items: Type.Array(Activity, { maxItems: 50 }),
          next_cursor: Nullable(Type.String()),
          has_more: Type.Boolean(),
        },
        { $id: 'ActivityFeed' },
      ),
      errors: [Invalid],
      rest: [{ route: 'GET /api/v1/activity', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: async ({ cursor, limit, filter: which }, ctx) => {
        const request = { filter: which, limit, before: readCursor(cursor) }
        const { items, has_more } = await listActivityBefore(request, ctx, assets)
        return { items, has_more, next_cursor: has_more ? items.at(-1)!.id : null }
      },
    }),
    defineOperation({
      name: 'mobile.transaction',
      kind: 'query',
      summary: 'Get a transaction or a payment intent of yours as the app shows it.',
      auth: reader,
      input: Type.Object({ txId }),
      output: Details,
      errors: [TransactionNotFound],
      rest: [{ route: 'GET /api/v1/transactions/:txId', envelope: 'success' }],
      graphql: { schema: 'mobile' },
      handler: (input, ctx) => receipts.getDetails(input.txId, ctx, options),
    }),
    defineOperation({
      name: 'receipt.get',
      kind: 'query',
      summary: 'Get the receipt of a confirmed payment, as data or as a PDF.',
      auth: reader,
      input: Type.Object({ txId, format }),
      output: Receipt,
      errors: [TransactionNotFound, ReceiptUnavailable, TooManyConcurrentRequests, Unavailable],
      rest: [
        {
          route: `GET ${receiptRoute}`,
          envelope: 'success',
          files: {
            pdf: {
              content_type: 'application/pdf',
              render: async (input: { txId: string }, ctx: Context) =>
                render(await receipts.getReceipt(input.txId, ctx, options), ctx),
            },
          },
        },
      ],
      handler: async (input, ctx) => ({
        ...(await receipts.getReceipt(input.txId, ctx, options)),
        sharePayload: null,
        shareExpiresAt: await receipts.findLinkEnd(input.txId, ctx),
        pdfUrl: pdfUrl(input.txId),
      }),
    }),
    defineOperation({
      name: 'receipt.share',
      kind: 'command',
      summary: 'Create a public link to a receipt, valid for 30 days; an older link is revoked.',
      auth: writer,
      issues: 'secret',
      input: Type.Object({ txId }),
      output: Receipt,
      errors: [TransactionNotFound, ReceiptUnavailable],
      rest: [{ route: `POST ${receiptRoute}`, envelope: 'success' }],
      exempt: { subject: 'A link to one receipt, which its owner can end.' },
      handler: async (input, ctx) => {
        const { receipt, link, expires_at } = await receipts.shareReceipt(input.txId, ctx, options)
        return {
          ...receipt,
          sharePayload: link,
          shareExpiresAt: expires_at,
          pdfUrl: pdfUrl(input.txId),
        }
      },
    }),
    defineOperation({
      name: 'receipt.unshare',
      kind: 'command',
      summary: 'Revoke the link that shows a receipt.',
      auth: remover,
      input: Type.Object({ txId }),
      output: Type.Object({ message: Type.String() }),
      errors: [ReceiptUnavailable],
      rest: [{ route: `DELETE ${receiptRoute}`, envelope: 'success' }],
      handler: async (input, ctx) => {
        await receipts.unshareReceipt(input.txId, ctx)
        return { message: 'The link no longer shows the receipt.' }
      },
    }),
    defineOperation({
      name: 'receipt.view',
      kind: 'query',
      summary: 'Get a receipt by its public link.',
      auth: 'public',
      input: Type.Object({
        token: Type.String({ maxLength: 100, description: 'The secret at the end of the link.' }),
        format,
      }),
      output: SharedReceipt,
      errors: [ReceiptUnavailable, TooManyConcurrentRequests, Unavailable],
      rest: [
        {
          route: 'GET /api/v1/receipts/:token',
          envelope: 'success',
          files: {
            pdf: {
              content_type: 'application/pdf',
              render: async (input: { token: string }, ctx: Context) =>
                render(await receipts.getSharedReceipt(input.token, ctx), ctx),
            },
          },
        },
      ],
      exempt: { tenants: 'Every holder of the link sees the receipt.' },
      handler: ({ token }, ctx) => receipts.getSharedReceipt(token, ctx),
    }),
  ]
}
