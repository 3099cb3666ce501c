// Executes a file, a few hundred payments in each transaction, so that nobody else waits long for an account.
// The message counts the payments that are decided and is locked by each transaction: whoever goes on, after a
// crash or on another node at the same time, goes on behind the last decided payment.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { sendWhenDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { AccountDirectory } from '../../core/account-numbers/index.ts'
import { announceFile, announcePayment } from './announcing.ts'
import { decide, type DecidingOptions, type Decision, type Payable } from './deciding.ts'
import { type Counts, type PaymentStatus, messageLife, statusOfAll } from './life-cycle.ts'
import { type FilePayment, NOT_PROVIDED, type PaymentFile } from './reading.ts'
import { type Rejection, reject } from './reasons.ts'
import { dueAt } from './schedule.ts'
import * as store from './store.ts'
import type { MessageRow, NewPayment } from './store.ts'
import { countsOf } from './view.ts'

/** Enough to write at full speed, and few enough that the accounts are locked for a moment only. */
export const PAYMENTS_AT_ONCE = 500

export const DUE_JOB = 'payment_files.execute_due'

export interface ExecutingOptions extends DecidingOptions {
  readonly directory: AccountDirectory
  readonly jobs: Pick<Jobs, 'send'>
}

/** Decides the next payments of the file on behalf of its sender, or rejects all if the sender is refused. */
export async function executeNext(
  id: string,
  file: PaymentFile,
  ctx: Context,
  options: ExecutingOptions,
  refusal?: Rejection,
): Promise<MessageRow> {
  const message = await store.lockMessage(ctx.tx, id)
  if (message.status !== 'processing') return message
  const next = file.payments.slice(message.decided, message.decided + PAYMENTS_AT_ONCE)
  const payments = await nameAccounts(next, ctx, options.directory)
  const outcomes: Outcome[] = refusal
    ? payments.map(() => ({ status: 'rejected', ...refusal }))
    : await decideEach(payments, ctx, options)
  const rows = payments.map((payment, index) => toRow(payment, outcomes[index]!))
  await store.insertPayments(ctx.tx, message, rows, ctx.now)
  for (const row of rows) announcePayment(ctx, message, row)
  await sendDueJobs(message, rows, ctx, options)
  return advance(message, rows, ctx, rows.length)
}

type NamedPayment = FilePayment & Payable

/** Finds the accounts that are meant, by two queries for all of them. */
async function nameAccounts(
  payments: readonly FilePayment[],
  ctx: Context,
  directory: AccountDirectory,
): Promise<NamedPayment[]> {
  const written = new Set(payments.flatMap(({ debtor, creditor }) => [debtor, creditor]))
  const found = await directory.findMany(ctx.tx, [...written])
  return payments.map((payment) => ({
    ...payment,
    id: uuidv7(ctx.now),
    debtor_account: found.get(payment.debtor) ?? null,
    creditor_account: found.get(payment.creditor) ?? null,
  }))
}

type Outcome = Decision | { readonly status: 'scheduled'; readonly due_at: Date }

async function decideEach(
  payments: readonly NamedPayment[],
  ctx: Context,
  options: ExecutingOptions,
): Promise<Outcome[]> {
  const repeated = await findRepeated(payments, ctx)
  const outcomes = payments.map((payment, index): Outcome | undefined => {
    const repetition = repeated.get(index)
    if (repetition) return { status: 'rejected', ...repetition }
    const due = dueAt(payment.requested_execution_date, ctx.now)
    if (due === undefined) return undefined
    return due instanceof Date
      ? { status: 'scheduled', due_at: due }
      : { status: 'rejected', ...due }
  })
  const now = payments.filter((_, index) => !outcomes[index])
  const decisions = (await decide(now, ctx, options)).values()
  return outcomes.map((outcome) => outcome ?? decisions.next().value!)
}

/** Payments that the file, or an earlier file, has already. */
async function findRepeated(
  payments: readonly NamedPayment[],
  ctx: Context,
): Promise<Map<number, Rejection>> {
  const claims = payments.flatMap(({ debtor_account, ...payment }, index) =>
    debtor_account === null || payment.end_to_end_id === NOT_PROVIDED
      ? []
      : [
          {
            ...payment,
            debtor_account,
            index,
            creditor: payment.creditor_account ?? payment.creditor,
          },
        ],
  )
  const claimed = await store.findClaims(ctx.tx, claims)
  const found = new Map<number, Rejection>()
  for (const [index, message_id] of claimed)
    found.set(
      claims[index]!.index,
      reject(
        'AM05',
        `The message ${message_id} has the same payment: the same EndToEndId, accounts and amount.`,
      ),
    )
  for (const [index, { is_repeated, end_to_end_id }] of payments.entries())
    if (is_repeated)
      found.set(
        index,
        reject(
          'AM05',
          `The EndToEndId ${end_to_end_id} is used by an earlier payment of this file.`,
        ),
      )
  return found
}

const toRow = (payment: NamedPayment, outcome: Outcome): NewPayment => ({
  ...payment,
  status: outcome.status,
  due_at: outcome.status === 'scheduled' ? outcome.due_at : null,
  entry_id: outcome.status === 'settled' ? outcome.entry_id : null,
  outside_id: outcome.status === 'sent' ? outcome.outside_id : null,
  reason_code: outcome.status === 'rejected' ? outcome.code : null,
  reason: outcome.status === 'rejected' ? outcome.reason : null,
})

/** One job for each day on which something is due; the sweep of every minute finds what a job misses. */
async function sendDueJobs(
  { id: uuid, environment }: MessageRow,
  rows: readonly NewPayment[],
  ctx: Context,
  { jobs }: ExecutingOptions,
): Promise<void> {
  const days = new Set(rows.flatMap(({ due_at }) => due_at?.toISOString() ?? []))
  for (const expires_at of days)
    await sendWhenDue(jobs, DUE_JOB, { uuid, environment, expires_at }, ctx)
}

/** Counts new states of payments, of which `fresh` were not decided before, and takes the file's next step. */
export async function advance(
  message: MessageRow,
  changed: readonly { readonly status: PaymentStatus; readonly before?: PaymentStatus }[],
  ctx: Context,
  fresh = 0,
): Promise<MessageRow> {
  const counts: Record<PaymentStatus, number> = { ...countsOf(message) }
  for (const { status, before } of changed) {
    counts[status]++
    if (before !== undefined) counts[before]--
  }
  const decided = message.decided + fresh
  const status = decided === message.number_of_transactions ? statusOfAll(counts) : 'processing'
  const isStep = status !== message.status
  if (isStep) messageLife.checkBetween(message.status, status)
  const advanced = await store.updateMessage(ctx.tx, message.id, {
    status,
    decided,
    counts: counts satisfies Counts,
    completed_at: messageLife.isEnd(status) ? ctx.now : null,
    updated_at: ctx.now,
  })
  if (isStep) announceFile(ctx, advanced)
  return advanced
}
