// Executes a file in parts of a thousand payments. The ledger decides each part as one posting, under a key made
// from the file and the part, and stores the decisions with the transfers; then the part is recorded here.
// A second execution of a part, after a crash or on another node at the same time, gets the same decisions, and a
// part is recorded once, because the message is locked and counts its recorded payments.
import type { Bank } from '../../../../operation/bank.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { SingleHandler } from '../../../../operation/extension-point.ts'
import type { IdempotentCall } from '../../../../operation/idempotency.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type Cause, postAndSettle, type PostingRunner } from '../../../../operation/posting.ts'
import { type Db, isDuplicate, retrying } from '../../../../platform/database.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { findEntries } from '../../../core/ledger/index.ts'
import type { GuardCheck } from '../../../core/transfers/index.ts'
import type { AuthorityCheck } from '../../../people/identity/index.ts'
import { emitPaymentEvent } from '../event-publisher.ts'
import { claimOf } from './claims.ts'
import {
  type DecisionOptions,
  type Decision,
  type Order,
  type Payable,
  planDecisions,
} from './decisions.ts'
import { toPaymentId } from '../ids.ts'
import type { SendToRail } from './outside-payments.ts'
import { advanceFile } from '../files/progress.ts'
import type { FilePayment } from '../files/reader.ts'
import { type Rejection, reject } from '../reasons.ts'
import { dueAt } from './schedule.ts'
import * as store from '../store.ts'
import type { MessageRow, NewPayment } from '../store.ts'

/** As many as in one bulk transfer: enough to write at full speed, few enough not to delay other callers. */
export const PAYMENTS_AT_ONCE = 1_000

/**
 * Payments to other banks that are sent while a part is recorded. Each is a booking of its own on the clearing
 * account that all customers share, so the rest follows at once in shorter transactions.
 */
const OUTSIDE_AT_ONCE = 50

export const DUE_JOB = 'payment_files.execute_due'

export interface ExecutionOptions
  extends DecisionOptions,
    Pick<Bank, 'clock' | 'database' | 'invalidate' | 'jobs' | 'sealer'> {
  readonly directory: AccountDirectory
  readonly ledger: PostingRunner
  readonly guards: Pick<GuardCheck, 'ask'>
  readonly railSender: SingleHandler<SendToRail>
  readonly standing: AuthorityCheck
}

/** A payment with its accounts, its claim, and the reason of a rejection that does not depend on the accounts. */
interface OpenPayment extends FilePayment, Omit<NewPayment, keyof Outcome> {
  readonly claim: string | null
  readonly rejection: Rejection | undefined
}

type Outcome = Pick<
  NewPayment,
  'status' | 'due_at' | 'reason_code' | 'reason' | 'entry_id' | 'outside_id'
>

/** The accounts of this bank, by their text in the file; a payment may still name another bank in addition. */
type Accounts = ReadonlyMap<string, string>

/** Each is looked up once, because most occur many times in a file. */
async function findAccounts(
  payments: readonly FilePayment[],
  { directory, database }: ExecutionOptions,
): Promise<Accounts> {
  const written = [...new Set(payments.flatMap(({ debtor, creditor }) => [debtor, creditor]))]
  const accounts = new Map<string, string>()
  for (let start = 0; start < written.length; start += PAYMENTS_AT_ONCE) {
    const some = written.slice(start, start + PAYMENTS_AT_ONCE)
    for (const [text, account] of await directory.findMany(database.write, some))
      accounts.set(text, account)
  }
  return accounts
}

/** Resolves the accounts of these payments and claims the payments for the message. Idempotent. */
async function openPayments(
  tx: Db,
  message: Pick<MessageRow, 'id'>,
  payments: readonly FilePayment[],
  accounts: Accounts,
  { transfers, directory }: ExecutionOptions,
): Promise<OpenPayment[]> {
  const find = (account: string, bic: string | null): string | null =>
    directory.mayBeOurs({ account, bic }) ? (accounts.get(account) ?? null) : null
  const claims: store.Claim[] = []
  const named = payments.map((payment) => {
    const { position } = payment
    const one = {
      ...payment,
      id: toPaymentId(message.id, position),
      debtor_account: find(payment.debtor, payment.debtor_bic),
      creditor_account: find(payment.creditor, payment.creditor_bic),
      claim: null as string | null,
      rejection: undefined as Rejection | undefined,
    }
    const claim = payment.is_repeated ? undefined : claimOf(one, transfers.assets)
    if (claim !== undefined) {
      claims.push({ claim, position })
      one.claim = claim
    }
    return one
  })
  const claimed = await store.claimPayments(tx, message.id, claims)
  for (const payment of named)
    payment.rejection = judgeOrder(payment, claimed.get(payment.position))
  return named
}

function judgeOrder(payment: FilePayment, claimedBy: string | undefined): Rejection | undefined {
  if (payment.is_repeated)
    return reject(
      'AM05',
      `The EndToEndId ${payment.end_to_end_id} is used by an earlier payment of this file.`,
    )
  if (claimedBy !== undefined)
    return reject(
      'AM05',
      `The message ${claimedBy} has the same payment: the same EndToEndId, accounts and amount.`,
    )
  return payment.is_other
    ? reject(
        'AG01',
        'Only transfers of the instructed amount are executed: no cheques, no conversions.',
      )
    : undefined
}

/** A file whose payments are all decided, with their outcomes if this call has recorded all of them. */
export interface Executed {
  readonly message: MessageRow
  readonly rows: readonly NewPayment[] | undefined
}

/** The number of parts in the ledger at the same time, as for a customer with several concurrent bulk transfers. */
const PARTS_AHEAD = 4

/** Continues after the recorded payments until all are. A refusal rejects all payments that are not decided yet. */
export async function execute(
  message: MessageRow,
  payments: readonly FilePayment[],
  cause: Omit<Cause, 'now'>,
  options: ExecutionOptions,
  refusal?: Rejection,
): Promise<Executed> {
  const parts = partsOf(payments, message.decided)
  const accounts = await findAccounts(payments, options)
  const ahead: Promise<Decided>[] = []
  const rows: NewPayment[] = []
  let recording: Promise<Recorded> = Promise.resolve({ message, rows: [] })
  for (let next = 0; next < parts.length || ahead.length > 0; ) {
    while (next < parts.length && ahead.length < PARTS_AHEAD) {
      const now = { ...cause, now: options.clock.now() }
      ahead.push(handled(decide(message, parts[next++]!, accounts, now, options, refusal)))
    }
    const decided = await ahead.shift()!
    // The previous part is recorded while this one is decided.
    rows.push(...(await recording).rows)
    recording = handled(record(message.id, decided, options))
  }
  const last = await recording
  rows.push(...last.rows)
  return {
    message: last.message,
    rows: rows.length === message.number_of_transactions ? rows : undefined,
  }
}

function partsOf(payments: readonly FilePayment[], from: number): FilePayment[][] {
  const parts: FilePayment[][] = []
  for (let start = from; start < payments.length; start += PAYMENTS_AT_ONCE)
    parts.push(payments.slice(start, start + PAYMENTS_AT_ONCE))
  return parts
}

/** Prevents an unhandled rejection until the promise is awaited. */
function handled<Output>(work: Promise<Output>): Promise<Output> {
  work.catch(() => undefined)
  return work
}

interface Decided {
  readonly part: readonly OpenPayment[]
  readonly decisions: readonly Decision[]
  readonly cause: Cause
}

async function decide(
  message: MessageRow,
  payments: readonly FilePayment[],
  accounts: Accounts,
  cause: Cause,
  options: ExecutionOptions,
  refusal: Rejection | undefined,
): Promise<Decided> {
  const part = await retrying(() =>
    options.database.write
      .transaction()
      .execute((tx) => openPayments(tx, message, payments, accounts, options)),
  )
  const orders = part.map((payment): Order => {
    const due = dueAt(payment.requested_execution_date, cause.now)
    const isDate = due instanceof Date
    return {
      payment,
      entry_id: payment.id,
      rejection: refusal ?? payment.rejection ?? (isDate ? undefined : due),
      due_at: isDate ? due : undefined,
    }
  })
  const once = keyOf(message, part, options)
  try {
    return { part, decisions: await decideOrders(orders, cause, once, options), cause }
  } catch (error) {
    // The part was decided so long ago that its key has expired, but the ledger has its transfers.
    const made = isDuplicate(error) ? await findMade(part, options.database.write) : undefined
    if (!made || made.size === 0) throw error
    const left = orders.filter(({ payment }) => !made.has(payment.id))
    const rest = (await decideOrders(left, cause, undefined, options)).values()
    const decisions = part.map(
      ({ id }): Decision =>
        made.has(id) ? { status: 'settled', entry_id: id } : rest.next().value!,
    )
    return { part, decisions, cause }
  }
}

/** Asks the guards about each payment and lets the ledger decide all of them as one posting. */
async function decideOrders(
  orders: readonly Order[],
  cause: Cause,
  once: IdempotentCall | undefined,
  options: ExecutionOptions,
): Promise<Decision[]> {
  const plan = await options.guards.ask(planDecisions(orders, cause, options), cause)
  const asDecided = (output: unknown): unknown => output
  const { output } = await postAndSettle(options.ledger, plan, cause, once, asDecided)
  return output as Decision[]
}

/** The key under which the ledger decides this part once. */
function keyOf(
  message: MessageRow,
  part: readonly OpenPayment[],
  { sealer }: ExecutionOptions,
): IdempotentCall {
  const key = `${message.id}/${part[0]!.position}-${part.at(-1)!.position}`
  return {
    slot: { caller: `${message.environment}:bank`, operation: 'payment_files.part', key },
    inputHash: sealer.constantDigest(key),
    isStranger: false,
  }
}

const findMade = (part: readonly OpenPayment[], db: Db): Promise<ReadonlySet<string>> =>
  findEntries(
    db,
    part.map(({ id }) => id),
  )

interface Recorded {
  readonly message: MessageRow
  /** Empty if another worker has recorded the part. */
  readonly rows: readonly NewPayment[]
}

/** Writes the outcomes, unless another worker has done so since. */
function record(
  id: string,
  { part, decisions, cause }: Decided,
  options: ExecutionOptions,
): Promise<Recorded> {
  const { caller, operation, requestId, now } = cause
  const work = {
    db: options.database.write,
    now,
    caller,
    operation,
    invalidate: options.invalidate,
  }
  return runAsSystem(work, async (asBank) => {
    const ctx = {
      ...asBank,
      requestId,
      ...(cause.maySpend !== undefined && { maySpend: cause.maySpend }),
    }
    const message = await store.lockMessage(ctx.tx, id)
    if (message.decided !== part[0]!.position - 1) return { message, rows: [] }
    const rows: NewPayment[] = []
    const soon = deferRest(decisions, now)
    for (const [index, payment] of part.entries())
      rows.push(toRow(payment, await settleOutcome(payment, soon[index]!, ctx, options)))
    await store.insertPayments(ctx.tx, id, rows, now)
    await store.releaseClaims(
      ctx.tx,
      id,
      part.filter((_, index) => rows[index]!.claim === null).map(({ claim }) => claim),
    )
    // A payment that is executed at once is announced by the events of its transfer.
    for (const row of rows) if (row.status !== 'settled') emitPaymentEvent(ctx, message, row)
    await sendDueJobs(message, rows, ctx, options)
    const changes = rows.map(({ status }) => ({ status }))
    return { message: await advanceFile(message, changes, ctx), rows }
  })
}

/** The payments to other banks beyond the first are due now, and the job for due payments sends them. */
function deferRest(decisions: readonly Decision[], now: Date): Decision[] {
  let sent = 0
  return decisions.map((decision) =>
    decision.status === 'outside' && ++sent > OUTSIDE_AT_ONCE
      ? { status: 'scheduled', due_at: now.toISOString() }
      : decision,
  )
}

const undecided: Omit<Outcome, 'status'> = {
  due_at: null,
  reason_code: null,
  reason: null,
  entry_id: null,
  outside_id: null,
}

/** The outcome of a decision; submits a payment to another bank to its rail. */
export async function settleOutcome(
  payment: Payable,
  decision: Decision,
  ctx: Context,
  { railSender }: Pick<ExecutionOptions, 'railSender'>,
): Promise<Outcome> {
  switch (decision.status) {
    case 'settled':
    case 'scheduled':
      return { ...undecided, ...decision }
    case 'rejected':
      return {
        ...undecided,
        status: 'rejected',
        reason_code: decision.code,
        reason: decision.reason,
      }
    case 'outside': {
      const outside = { ...payment, debtor_account: payment.debtor_account! }
      const sent = await railSender.handler(outside, ctx)
      return 'outside_id' in sent
        ? { ...undecided, status: 'sent', ...sent }
        : { ...undecided, status: 'rejected', reason_code: sent.code, reason: sent.reason }
    }
  }
}

const toRow = (payment: OpenPayment, outcome: Outcome): NewPayment => ({
  ...payment,
  ...outcome,
  claim: outcome.status === 'rejected' ? null : payment.claim,
})

/** One job for each day on which something is due; the sweep of every minute finds what a job misses. */
async function sendDueJobs(
  { id: uuid, environment }: MessageRow,
  rows: readonly NewPayment[],
  ctx: Context,
  { jobs }: ExecutionOptions,
): Promise<void> {
  const days = new Set(rows.flatMap(({ due_at }) => due_at ?? []))
  for (const expires_at of days)
    await sendWhenDue(jobs, DUE_JOB, { uuid, environment, expires_at }, ctx)
}
