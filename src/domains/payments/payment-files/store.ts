// All SQL of the schema `payment_files`. No rules here.
import { sql } from 'kysely'
import { DAY_MS } from '../../../kernel/durations.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Due } from '../../../operation/due-jobs.ts'
import { plainColumn, textColumn } from '../../../platform/array-literals.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { lastPaymentId, toPaymentId } from './ids.ts'
import type { Counts, MessageStatus, PaymentStatus } from './life-cycle.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'payment_files.messages.document': Buffer
    'payment_files.messages.digest': Buffer
  }
}

/** The document is read only when a file is resumed. */
const messageColumns = [
  'id',
  'environment',
  'user_uuid',
  'credential_id',
  'by_operator',
  'request_id',
  'message_type',
  'message_name',
  'message_id',
  'digest',
  'initiating_party_name',
  'number_of_transactions',
  'control_sum',
  'status',
  'decided',
  'settled',
  'rejected',
  'scheduled',
  'sent',
  'cancelled',
  'idempotency_key',
  'created_at',
  'updated_at',
  'completed_at',
] as const

export type MessageRow = Omit<Row<'payment_files.messages'>, 'document'>
export type PaymentRow = Row<'payment_files.payments'>

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

export interface NewMessage extends Owner {
  readonly id: string
  readonly credential_id: string | null
  readonly by_operator: boolean
  readonly request_id: string
  readonly message_type: MessageRow['message_type']
  readonly message_name: string
  readonly message_id: string
  readonly digest: Uint8Array
  readonly document: Uint8Array
  readonly initiating_party_name: string | null
  readonly number_of_transactions: number
  readonly control_sum: string | null
  readonly idempotency_key: string | null
  readonly created_at: Date
}

/** Undefined if the owner has sent a message with this MsgId before. */
export async function insertMessage(tx: Db, message: NewMessage): Promise<MessageRow | undefined> {
  return tx
    .insertInto('payment_files.messages')
    .values({
      ...message,
      digest: Buffer.from(message.digest),
      document: Buffer.from(message.document),
      status: 'processing',
      updated_at: message.created_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['environment', 'user_uuid', 'message_id']).doNothing(),
    )
    .returning(messageColumns)
    .executeTakeFirst()
}

export const findMessageBySender = (
  tx: Db,
  { environment, user_uuid }: Owner,
  message_id: string,
): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('payment_files.messages')
    .select(messageColumns)
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('message_id', '=', message_id)
    .executeTakeFirst()

export const findMessage = async (tx: Db, id: string): Promise<MessageRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('payment_files.messages')
        .select(messageColumns)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined

/** Every change of a message or of its payments is made under this lock. */
export const lockMessage = (tx: Db, id: string): Promise<MessageRow> =>
  tx
    .selectFrom('payment_files.messages')
    .select(messageColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function getDocument(tx: Db, id: string): Promise<Buffer> {
  const { document } = await tx
    .selectFrom('payment_files.messages')
    .select('document')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return document
}

const KEYS_KEPT_MS = DAY_MS

/** Whether another message of this owner, whose reply is not stored yet, came with this Idempotency-Key. */
export async function isKeyInUse(
  tx: Db,
  which: Owner & { readonly key: string; readonly message_id: string; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_files.messages')
    .select('id')
    .where('environment', '=', which.environment)
    .where('user_uuid', '=', which.user_uuid)
    .where('idempotency_key', '=', which.key)
    .where('message_id', '<>', which.message_id)
    .where('created_at', '>', new Date(which.now.getTime() - KEYS_KEPT_MS).toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export interface Progress {
  readonly status: MessageStatus
  readonly decided: number
  readonly counts: Counts
  readonly completed_at: Date | null
  readonly updated_at: Date
}

export const updateMessage = (
  tx: Db,
  id: string,
  { status, decided, counts, completed_at, updated_at }: Progress,
): Promise<MessageRow> =>
  tx
    .updateTable('payment_files.messages')
    .set({ status, decided, ...counts, completed_at, updated_at })
    .where('id', '=', id)
    .returning(messageColumns)
    .executeTakeFirstOrThrow()

/** Newest first. */
export const listMessages = (
  tx: Db,
  { environment, user_uuid }: Owner,
  status: MessageStatus | undefined,
  page: PageRequest,
): Promise<{ readonly rows: MessageRow[]; readonly total: number }> =>
  readPage(
    tx
      .selectFrom('payment_files.messages')
      .select(messageColumns)
      .where('environment', '=', environment)
      .where('user_uuid', '=', user_uuid)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id', 'desc'),
    page,
  )

/** The messages of a user, of both environments, with scheduled payments. */
export async function listScheduledMessages(tx: Db, user_uuid: string): Promise<string[]> {
  const rows = await withScheduled(tx, user_uuid).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function countScheduled(tx: Db, user_uuid: string): Promise<number> {
  const { sum } = await withScheduled(tx, user_uuid)
    .select(({ fn }) => fn.sum<string | null>('scheduled').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

const withScheduled = (tx: Db, user_uuid: string) =>
  tx
    .selectFrom('payment_files.messages')
    .where('user_uuid', '=', user_uuid)
    .where('scheduled', '>', 0)

/** Messages without progress since this time, the oldest first. */
export async function listStalled(tx: Db, since: Date, limit: number): Promise<MessageRow[]> {
  return tx
    .selectFrom('payment_files.messages')
    .select(messageColumns)
    .where('status', '=', 'processing')
    .where('updated_at', '<', since.toISOString())
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}

export interface NewPayment {
  readonly id: string
  readonly position: number
  readonly line: number
  readonly payment_information_id: string | null
  readonly instruction_id: string | null
  readonly end_to_end_id: string
  readonly uetr: string | null
  readonly debtor: string
  readonly debtor_account: string | null
  readonly creditor: string
  readonly creditor_account: string | null
  readonly creditor_name: string | null
  readonly creditor_bic: string | null
  readonly amount: string
  readonly currency: string
  readonly remittance_info: string | null
  readonly requested_execution_date: string | null
  readonly due_at: string | null
  readonly status: PaymentStatus
  readonly reason_code: string | null
  readonly reason: string | null
  readonly entry_id: string | null
  readonly outside_id: string | null
  readonly claim: string | null
}

/**
 * One statement for any number of payments. Of most columns all rows of a part have the same value, such as the account
 * that pays; it is sent once, beside an empty array, which `unnest` fills up with nulls.
 */
export async function insertPayments(
  tx: Db,
  message_uuid: string,
  rows: readonly NewPayment[],
  now: Date,
): Promise<void> {
  const text = (pick: (row: NewPayment) => string | null) => sharedColumn(rows, pick, textColumn)
  const plain = (pick: (row: NewPayment) => string | null) => sharedColumn(rows, pick, plainColumn)
  const batch = text((row) => row.payment_information_id)
  const instruction = text((row) => row.instruction_id)
  const uetr = text((row) => row.uetr)
  const debtor = text((row) => row.debtor)
  const debtorAccount = plain((row) => row.debtor_account)
  const name = text((row) => row.creditor_name)
  const bic = text((row) => row.creditor_bic)
  const currency = text((row) => row.currency)
  const remittance = text((row) => row.remittance_info)
  const day = plain((row) => row.requested_execution_date)
  const due = text((row) => row.due_at)
  const status = plain((row) => row.status)
  const code = text((row) => row.reason_code)
  const reason = text((row) => row.reason)
  const entry = plain((row) => row.entry_id)
  const outside = plain((row) => row.outside_id)
  await sql`
    insert into payment_files.payments (message_uuid, created_at, updated_at, id, position, line, end_to_end_id,
      creditor, creditor_account, amount, claim, payment_information_id, instruction_id, uetr, debtor,
      debtor_account, creditor_name, creditor_bic, currency, remittance_info, requested_execution_date, due_at,
      status, reason_code, reason, entry_id, outside_id)
    select ${message_uuid}::uuid, ${now}::timestamptz, ${now}::timestamptz, id, position, line, end_to_end_id,
      creditor, creditor_account, amount, claim, coalesce(batch, ${batch.shared}),
      coalesce(instruction, ${instruction.shared}), coalesce(uetr, ${uetr.shared}), coalesce(debtor, ${debtor.shared}),
      coalesce(debtor_account, ${debtorAccount.shared}), coalesce(name, ${name.shared}), coalesce(bic, ${bic.shared}),
      coalesce(currency, ${currency.shared}), coalesce(remittance, ${remittance.shared}), coalesce(day, ${day.shared}),
      coalesce(due, ${due.shared}), coalesce(status, ${status.shared}), coalesce(code, ${code.shared}),
      coalesce(reason, ${reason.shared}), coalesce(entry, ${entry.shared}), coalesce(outside, ${outside.shared})
    from unnest(
      ${plainColumn(rows, (row) => row.id)}::uuid[],
      ${plainColumn(rows, (row) => row.position)}::int[],
      ${plainColumn(rows, (row) => row.line)}::int[],
      ${textColumn(rows, (row) => row.end_to_end_id)}::text[],
      ${textColumn(rows, (row) => row.creditor)}::text[],
      ${plainColumn(rows, (row) => row.creditor_account)}::uuid[],
      ${plainColumn(rows, (row) => row.amount)}::numeric[],
      ${plainColumn(rows, (row) => row.claim)}::uuid[],
      ${batch.own}::text[], ${instruction.own}::text[], ${uetr.own}::text[], ${debtor.own}::text[],
      ${debtorAccount.own}::uuid[], ${name.own}::text[], ${bic.own}::text[], ${currency.own}::text[],
      ${remittance.own}::text[], ${day.own}::date[], ${due.own}::timestamptz[], ${status.own}::text[],
      ${code.own}::text[], ${reason.own}::text[], ${entry.own}::uuid[], ${outside.own}::uuid[])
      as new (id, position, line, end_to_end_id, creditor, creditor_account, amount, claim, batch, instruction,
        uetr, debtor, debtor_account, name, bic, currency, remittance, day, due, status, code, reason, entry,
        outside)`.execute(tx)
}

/** The value that all rows have, or a column of their own values; the other one of both is empty. */
function sharedColumn(
  rows: readonly NewPayment[],
  pick: (row: NewPayment) => string | null,
  write: (rows: readonly NewPayment[], pick: (row: NewPayment) => string | null) => string,
): { readonly shared: string | null; readonly own: string } {
  const shared = rows.length === 0 ? null : pick(rows[0]!)
  return rows.every((row) => pick(row) === shared)
    ? { shared, own: '{}' }
    : { shared: null, own: write(rows, pick) }
}

export interface Claim {
  readonly claim: string
  readonly position: number
}

/**
 * Claims these payments for the message. For each that another message has claimed before, returns the MsgId of
 * that message, by position. Claiming again changes nothing.
 */
export async function claimPayments(
  tx: Db,
  message_uuid: string,
  claims: readonly Claim[],
): Promise<Map<number, string>> {
  if (claims.length === 0) return new Map()
  const wanted = sql`unnest(${plainColumn(claims, (one) => one.claim)}::uuid[],
    ${plainColumn(claims, (one) => one.position)}::int[]) as wanted (claim, position)`
  // In the order of the claims, so that two messages that claim the same payments do not deadlock.
  const { numAffectedRows } = await sql`
    insert into payment_files.claims (claim, message_uuid, position)
    select claim, ${message_uuid}::uuid, position from ${wanted} order by claim
    on conflict do nothing`.execute(tx)
  if (numAffectedRows === BigInt(claims.length)) return new Map()
  const { rows } = await sql<{ position: number; message_id: string }>`
    select wanted.position, m.message_id from ${wanted}
    join payment_files.claims c on c.claim = wanted.claim and c.message_uuid <> ${message_uuid}::uuid
    join payment_files.messages m on m.id = c.message_uuid`.execute(tx)
  return new Map(rows.map((row) => [row.position, row.message_id]))
}

/** Releases the claims of payments that will not be executed, so that they may be sent again. */
export async function releaseClaims(
  tx: Db,
  message_uuid: string,
  claims: readonly (string | null)[],
): Promise<void> {
  const given = claims.filter((claim) => claim !== null)
  if (given.length === 0) return
  await tx
    .deleteFrom('payment_files.claims')
    .where('claim', 'in', given)
    .where('message_uuid', '=', message_uuid)
    .execute()
}

export const findPayment = async (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('payment_files.payments').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

export const findPaymentByOutsideId = (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  tx
    .selectFrom('payment_files.payments')
    .selectAll()
    .where('outside_id', '=', id)
    .executeTakeFirst()

/** In the order of the file. */
export const listPayments = (
  tx: Db,
  message: string,
  status: PaymentStatus | undefined,
  page: PageRequest,
): Promise<{ readonly rows: PaymentRow[]; readonly total: number }> =>
  readPage(
    tx
      .selectFrom('payment_files.payments')
      .selectAll()
      .where('id', '>', message)
      .where('id', '<=', lastPaymentId(message))
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id'),
    page,
  )

export const listFirstPayments = (tx: Db, message: string, limit: number): Promise<PaymentRow[]> =>
  tx
    .selectFrom('payment_files.payments')
    .selectAll()
    .where('id', '>', message)
    .where('id', '<=', lastPaymentId(message))
    .orderBy('id')
    .limit(limit)
    .execute()

const reportColumns = [
  'position',
  'payment_information_id',
  'instruction_id',
  'end_to_end_id',
  'uetr',
  'status',
  'reason_code',
  'reason',
] as const

export type ReportRow = Pick<PaymentRow, (typeof reportColumns)[number]>

/** The outcomes behind a position, in the order of the file. */
export const listOutcomes = (
  tx: Db,
  message: string,
  after: number,
  limit: number,
): Promise<ReportRow[]> =>
  tx
    .selectFrom('payment_files.payments')
    .select(reportColumns)
    .where('id', '>', toPaymentId(message, after))
    .where('id', '<=', lastPaymentId(message))
    .orderBy('id')
    .limit(limit)
    .execute()

/** The scheduled payments of a message whose time has come, in the order of the file. */
export const listDuePayments = (
  tx: Db,
  message: string,
  now: Date,
  limit: number,
): Promise<PaymentRow[]> =>
  tx
    .selectFrom('payment_files.payments')
    .selectAll()
    .where('id', '>', message)
    .where('id', '<=', lastPaymentId(message))
    .where('due_at', '<=', now.toISOString())
    .orderBy('id')
    .limit(limit)
    .execute()

/** Messages with payments whose time has come. */
export async function listDueMessages(
  tx: Db,
  { now, after, limit }: { now: Date; after: Due | undefined; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select m.id as uuid, m.environment, min(p.due_at) as expires_at
    from payment_files.payments p join payment_files.messages m on m.id = p.message_uuid
    where p.due_at <= ${now} and m.id > ${after?.uuid ?? NO_UUID}::uuid
    group by m.id order by m.id limit ${limit}`.execute(tx)
  return rows
}

const NO_UUID = '00000000-0000-0000-0000-000000000000'

export interface Outcome {
  readonly id: string
  readonly status: PaymentStatus
  readonly reason_code: string | null
  readonly reason: string | null
  readonly entry_id: string | null
  readonly outside_id: string | null
}

/** The new states of payments that were scheduled or sent. */
export async function postponePayment(tx: Db, id: string, due_at: Date): Promise<void> {
  await tx.updateTable('payment_files.payments').set({ due_at }).where('id', '=', id).execute()
}

export async function updatePayments(
  tx: Db,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update payment_files.payments p set status = new.status, reason_code = new.reason_code,
      reason = new.reason, entry_id = new.entry_id, outside_id = new.outside_id, due_at = null,
      claim = case when new.status in ('sent', 'settled') then p.claim end, updated_at = ${now}::timestamptz
    from unnest(
      ${plainColumn(outcomes, (one) => one.id)}::uuid[],
      ${plainColumn(outcomes, (one) => one.status)}::text[],
      ${plainColumn(outcomes, (one) => one.reason_code)}::text[],
      ${textColumn(outcomes, (one) => one.reason)}::text[],
      ${plainColumn(outcomes, (one) => one.entry_id)}::uuid[],
      ${plainColumn(outcomes, (one) => one.outside_id)}::uuid[])
      as new (id, status, reason_code, reason, entry_id, outside_id)
    where p.id = new.id`.execute(tx)
}
