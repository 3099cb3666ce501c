// Receives a file, stores it and executes its payments. A large file is read in a worker thread and executed in parts,
// each in a transaction of its own; a file whose node stopped is resumed by another.
import type { Attachment } from '../../../../operation/attachment.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, RequestInProgress } from '../../../../operation/error.ts'
import type { Context, ReadContext } from '../../../../operation/operation.ts'
import type { Cause } from '../../../../operation/posting.ts'
import { tasksOf } from '../../../../platform/workers.ts'
import { parentOf } from '../../../people/identity/index.ts'
import { emitFileEvent } from '../event-publisher.ts'
import { PaymentFileRejected, DuplicateMessageId } from '../errors.ts'
import { execute, type Executed, type ExecutionOptions } from '../payments/execution.ts'
import type * as tasks from './tasks.ts'
import { newFileId } from '../ids.ts'
import { toFileResponse, type FileResponse } from './response.ts'
import type { PaymentFile } from './reader.ts'
import { findRefusal, findSender } from './sender.ts'
import * as store from '../store.ts'
import type { MessageRow, Owner } from '../store.ts'

const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

export type RunnerOptions = ExecutionOptions & Pick<Bank, 'longWork' | 'log'>

/** A stored message with its payments, and whether this call stored it. */
export interface StoredFile {
  readonly message: MessageRow
  readonly file: PaymentFile
  readonly isNew: boolean
}

/** A file without progress for this long was abandoned by its node. */
const STALLED_MS = 30_000
const STALLED_MAX = 20

/** The operation name in history and events when a file is resumed. */
export const RESUME = 'payment_files.resume'

export class FileRunner {
  private readonly options: RunnerOptions
  /** The files in progress on this node, by the id of the message: a repeated request waits for the first. */
  private readonly inProgress = new Map<string, Promise<Executed>>()

  constructor(options: RunnerOptions) {
    this.options = options
  }

  /** Reads and checks the file in a worker thread. */
  async receive(
    xml: string | undefined,
    { caller, now, attachment }: ReadContext,
  ): Promise<tasks.Received> {
    const sent = readSent(xml, attachment)
    const received = await this.options.longWork(
      task('receive'),
      { sent, now: now.toISOString() },
      caller,
    )
    if ('problems' in received) throw PaymentFileRejected(received)
    return received
  }

  /** Stores the message, or finds it when it was sent before. */
  async store({ file, document }: tasks.Received, ctx: Context): Promise<StoredFile> {
    const { caller, requestId, idempotencyKey } = ctx
    const owner = { environment: caller.environment, user_uuid: caller.user! }
    await checkKey(file, owner, ctx)
    const message = await store.insertMessage(ctx.tx, {
      ...owner,
      id: newFileId(ctx.now),
      credential_id: parentOf(caller),
      by_operator: isOperator(caller),
      request_id: requestId,
      message_type: file.message_type,
      message_name: file.message_name,
      message_id: file.message_id,
      digest: file.digest,
      document,
      initiating_party_name: file.initiating_party_name,
      number_of_transactions: file.payments.length,
      control_sum: file.control_sum,
      idempotency_key: idempotencyKey ?? null,
      created_at: ctx.now,
    })
    if (!message) return { message: await findSame(file, owner, ctx), file, isNew: false }
    emitFileEvent(ctx, message)
    return { message, file, isNew: true }
  }

  /** Executes the payments of a stored file. */
  async execute({ message, file, isNew }: StoredFile, cause: Cause): Promise<FileResponse> {
    const done = await this.complete(message, file, cause)
    return toFileResponse(done, { isReplay: !isNew, caller: cause.caller }, this.options)
  }

  /** Resolves when every payment is decided, by this call or by a concurrent one. */
  private complete(message: MessageRow, file: PaymentFile, cause: Cause): Promise<Executed> {
    if (message.status !== 'processing') return Promise.resolve({ message, rows: undefined })
    return this.once(message, () => execute(message, file.payments, cause, this.options))
  }

  private once(message: MessageRow, work: () => Promise<Executed>): Promise<Executed> {
    const known = this.inProgress.get(message.id)
    if (known) return known
    const running = work().finally(() => this.inProgress.delete(message.id))
    this.inProgress.set(message.id, running)
    return running
  }

  /** One transaction on behalf of the sender. */
  private work<Output>(cause: Cause, work: (ctx: Context) => Promise<Output>): Promise<Output> {
    const { database, clock, invalidate } = this.options
    const { caller, operation, requestId } = cause
    return runAsSystem(
      { db: database.write, now: clock.now(), caller, operation, invalidate },
      (ctx) => work({ ...ctx, requestId }),
    )
  }

  /** Resumes files that were abandoned by their node. */
  async resume(): Promise<void> {
    const { database, clock, log } = this.options
    const since = new Date(clock.now().getTime() - STALLED_MS)
    for (const message of await store.listStalled(database.read, since, STALLED_MAX))
      await this.once(message, () => this.takeUp(message)).catch((error: unknown) =>
        log.warn(
          { err: error, payment_file: message.id },
          'a payment file could not be resumed; it is retried in a minute',
        ),
      )
  }

  private async takeUp(message: MessageRow): Promise<Executed> {
    const { database, clock, longWork } = this.options
    const { request_id: requestId } = message
    const caller = await findSender(message, database.read)
    const cause = { caller, operation: RESUME, requestId, now: clock.now() }
    const file = await longWork(task('readStored'), message.id, caller)
    const refusal = await this.work(cause, (ctx) =>
      findRefusal(message, ctx, this.options.standing),
    )
    const asked = { ...cause, maySpend: refusal === undefined }
    return execute(message, file.payments, asked, this.options, refusal)
  }
}

function readSent(xml: string | undefined, attachment: Attachment | undefined): tasks.Sent {
  if (attachment) return { path: attachment.path }
  if (xml !== undefined) return { xml }
  throw Invalid({ errors: { xml: ['The xml field is required.'] } })
}

/** An Idempotency-Key belongs to one message at a time, also while its first reply is not stored yet. */
async function checkKey(
  file: PaymentFile,
  owner: Owner,
  { tx, now, idempotencyKey: key }: Context,
): Promise<void> {
  if (key === undefined) return
  const { message_id } = file
  if (await store.isKeyInUse(tx, { ...owner, key, message_id, now })) throw RequestInProgress({})
}

async function findSame(file: PaymentFile, owner: Owner, { tx }: Context): Promise<MessageRow> {
  const earlier = (await store.findMessageBySender(tx, owner, file.message_id))!
  if (earlier.digest.equals(file.digest)) return earlier
  throw DuplicateMessageId({
    message_id: file.message_id,
    earlier_id: earlier.id,
    received_at: earlier.created_at,
  })
}
