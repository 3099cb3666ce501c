// Reads disputes for answers: the same row shows each party and the operator what concerns them.
import { formatDecimal } from '../../../kernel/money.ts'
import { type Page, type PageRequest, toPage } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import { ownerOf } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import { type Account, findAccounts, toEntryId } from '../ledger/index.ts'
import { capRefund, toMove } from './decisions.ts'
import type { DisputeStatus } from './life-cycle.ts'
import type { DisputeOptions } from './options.ts'
import { findRole, getSeen, listActions, type Seen } from './parties.ts'
import type * as schema from './schema.ts'
import * as store from './store.ts'
import type { DisputeRow, MessageRow } from './store.ts'

export interface ListRequest extends PageRequest {
  readonly payment_uuid?: string
  readonly status?: DisputeStatus
}

/** An id that is no payment's gives an empty list. */
const NO_PAYMENT = '00000000-0000-0000-0000-000000000000'

const toEntry = (payment: string | undefined): string | undefined =>
  payment === undefined ? undefined : isUuid(payment) ? toEntryId(payment) : NO_PAYMENT

export async function listOwnDisputes(
  { payment_uuid, status, ...page }: ListRequest,
  ctx: Context,
  options: DisputeOptions,
) {
  const filter = { ...ownerOf(ctx), entry_id: toEntry(payment_uuid), status }
  const { rows, total } = await store.listDisputesOf(ctx.tx, filter, page)
  return showPage(rows, total, page, ctx, options)
}

export async function listQueue(
  { payment_uuid, status, ...page }: ListRequest,
  ctx: Context,
  options: DisputeOptions,
) {
  const filter = { environment: ctx.caller.environment, entry_id: toEntry(payment_uuid), status }
  const { rows, total } = await store.listQueue(
    ctx.tx,
    { ...filter, not_for: ctx.caller.user! },
    page,
  )
  return showPage(rows, total, page, ctx, options)
}

async function showPage(
  rows: readonly DisputeRow[],
  total: number,
  page: PageRequest,
  ctx: Context,
  options: DisputeOptions,
): Promise<Page<Value<typeof schema.Dispute>>> {
  const accounts = await findPartyAccounts(rows, ctx)
  const shown = rows.map((row) => show({ row, role: findRole(row, ctx)! }, accounts, options))
  return toPage(shown, total, page)
}

const findPartyAccounts = (rows: readonly DisputeRow[], { tx }: Context) =>
  findAccounts(
    tx,
    rows.flatMap((row) => [row.payer_account, row.receiver_account]),
  )

function show(
  seen: Seen,
  accounts: ReadonlyMap<string, Account>,
  { assets }: DisputeOptions,
): Value<typeof schema.Dispute> {
  const { row, role } = seen
  const asset = assets.get(row.asset)
  const amountOf = (units: string) => formatDecimal({ units: BigInt(units), asset })
  return {
    uuid: row.id,
    payment_uuid: row.entry_id,
    role,
    status: row.status,
    reason: row.reason,
    description: role === 'receiver' ? null : row.description,
    amount: amountOf(row.units),
    asset_code: asset.code,
    payment_amount: amountOf(row.payment_units),
    paid_at: row.paid_at,
    payer_name: accounts.get(row.payer_account)!.holder_name,
    receiver_name: accounts.get(row.receiver_account)!.holder_name,
    created_at: row.created_at,
    decide_by: row.decide_by,
    answer_by: row.answer_by,
    closed_at: row.closed_at,
    decision_reason: role === 'receiver' ? null : row.decision_reason,
    refund:
      row.refund_from === null
        ? null
        : {
            amount: amountOf(row.refund_units!),
            from: row.refund_from,
            payment_uuid: row.refund_entry!,
          },
    actions: listActions(seen),
  }
}

export const getDispute = async (id: string, ctx: Context, options: DisputeOptions) =>
  showDetails(await getSeen(id, ctx), ctx, options)

/** The answer to a change: the row as it is now, as its caller sees it. */
export const showRow = (row: DisputeRow, ctx: Context, options: DisputeOptions) =>
  showDetails({ row, role: findRole(row, ctx)! }, ctx, options)

async function showDetails(
  seen: Seen,
  ctx: Context,
  options: DisputeOptions,
): Promise<Value<typeof schema.DisputeDetails>> {
  const { row, role } = seen
  const accounts = await findPartyAccounts([row], ctx)
  const thread = role === 'operator' ? undefined : role
  const messages = await store.listMessages(ctx.tx, row.id, thread)
  return {
    ...show(seen, accounts, options),
    messages: messages.map(toMessage),
    case:
      role === 'operator'
        ? await showCase(row, accounts.get(row.receiver_account)!, ctx, options)
        : null,
  }
}

const toMessage = ({ id, thread, is_from_bank, text, created_at }: MessageRow) => ({
  uuid: id,
  thread,
  from: is_from_bank ? ('bank' as const) : thread,
  text,
  created_at,
})

const EARLIER_SHOWN = 100

async function showCase(row: DisputeRow, to: Account, ctx: Context, options: DisputeOptions) {
  const asset = options.assets.get(row.asset)
  const book = to.books.get(row.asset)
  const available = book ? book.units - book.held : 0n
  const left = await options.reversing.readLeft(toMove(row), ctx)
  const refundable = capRefund(row, left)
  const opened = await store.countOpenedBy(ctx.tx, row, EARLIER_SHOWN + 1)
  return {
    payer_uuid: row.payer_uuid,
    receiver_uuid: row.receiver_uuid,
    receiver_knows: row.receiver_notified_at !== null,
    refundable: formatDecimal({ units: refundable > 0n ? refundable : 0n, asset }),
    receiver_available: formatDecimal({ units: available > 0n ? available : 0n, asset }),
    earlier_disputes: opened - 1,
  }
}
