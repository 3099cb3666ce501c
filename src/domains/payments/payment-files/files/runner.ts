// Runs the operation that executes a file. The runner opens its own transactions, one after the other, instead
// of the one transaction of a command: a large file is read in a worker thread and executed in parts.
import type { Attachment } from '../../../../operation/attachment.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { Invalid, RequestInProgress } from '../../../../operation/error.ts'
import {
  findEarlier,
  type IdempotentCall,
  keepReply,
  type Reply,
} from '../../../../operation/idempotency.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { PostingRunner } from '../../../../operation/pipeline.ts'
import type { BookName, Cause, Plan } from '../../../../operation/posting.ts'
import { insertAudits } from '../../../../operation/store.ts'
import { retrying } from '../../../../platform/database.ts'
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

export const FILE_RUNNER = 'payment-files'

const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

/** A file in the form of a plan, so that the pipeline hands it to this runner. */
export class FilePlan implements Plan<FileResponse> {
  readonly runner = FILE_RUNNER
  readonly books: readonly BookName[] = []
  readonly sent: tasks.Sent

  constructor(xml: string | undefined, attachment: Attachment | undefined) {
    if (attachment) this.sent = { path: attachment.path }
    else if (xml !== undefined) this.sent = { xml }
    else throw Invalid({ errors: { xml: ['The xml field is required.'] } })
  }

  decide(): FileResponse {
    throw new Error('A payment file is decided by the FileRunner.')
  }
}

export type RunnerOptions = ExecutionOptions & Pick<Bank, 'longWork' | 'log'>

/** A stored message, and whether this call stored it. */
interface Taken {
  readonly message: MessageRow
  readonly isNew: boolean
}

/** A file without progress for this long was abandoned by its node. */
const STALLED_MS = 30_000
const STALLED_MAX = 20

/** The operation name in history and events when a file is resumed. */
export const RESUME = 'payment_files.resume'

export class FileRunner implements PostingRunner {
  private readonly options: RunnerOptions
  /** The files in progress on this node, by the id of the message: a repeated request waits for the first. */
  private readonly inProgress = new Map<string, Promise<Executed>>()

  constructor(options: RunnerOptions) {
    this.options = options
  }

  async run(
    { sent }: FilePlan,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    const earlier = idempotency && (await this.findEarlier(idempotency))
    if (earlier) return earlier
    const { file, document } = await this.receive(sent, cause)
    const { message, isNew } = await this.register(file, document, cause, idempotency)
    const done = await this.complete(message, file, cause)
    const how = { isReplay: !isNew, caller: cause.caller }
    const output = finish(await toFileResponse(done, how, this.options))
    if (idempotency) await this.keepReply(done.message, output, idempotency, cause)
    return { output, replayed: false }
  }

  private async findEarlier(idempotency: IdempotentCall): Promise<Reply | undefined> {
    const { database, sealer } = this.options
    const outcome = await database.write
      .transaction()
      .execute((tx) => findEarlier(tx, idempotency, sealer))
    if (outcome && 'kept' in outcome) throw outcome.kept
    return outcome
  }

  private async receive(sent: tasks.Sent, { caller, now }: Cause): Promise<tasks.Received> {
    const input = { sent, now: now.toISOString() }
    const received = await this.options.longWork(task('receive'), input, caller)
    if ('problems' in received) throw PaymentFileRejected(received)
    return received
  }

  /** Stores the message, or finds it when it was sent before. */
  private register(
    file: PaymentFile,
    document: Uint8Array,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
  ): Promise<Taken> {
    const { caller, requestId } = cause
    const owner = { environment: caller.environment, user_uuid: caller.user! }
    return this.work(cause, async (ctx) => {
      await this.checkKey(file, owner, idempotency, ctx)
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
        idempotency_key: idempotency?.slot.key ?? null,
        created_at: ctx.now,
      })
      if (!message) return { message: await findSame(file, owner, ctx), isNew: false }
      await insertAudits(ctx.tx, [cause])
      emitFileEvent(ctx, message)
      return { message, isNew: true }
    })
  }

  /** An Idempotency-Key belongs to one message at a time, also while its first reply is not stored yet. */
  private async checkKey(
    file: PaymentFile,
    owner: Owner,
    idempotency: IdempotentCall | undefined,
    { tx, now }: Context,
  ): Promise<void> {
    if (!idempotency) return
    const earlier = await findEarlier(tx, idempotency, this.options.sealer)
    if (earlier) throw 'kept' in earlier ? earlier.kept : RequestInProgress({})
    const which = { ...owner, key: idempotency.slot.key, message_id: file.message_id, now }
    if (await store.isKeyInUse(tx, which)) throw RequestInProgress({})
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

  private async keepReply(
    { id }: MessageRow,
    output: unknown,
    idempotency: IdempotentCall,
    { now }: Cause,
  ): Promise<void> {
    const { database, sealer } = this.options
    await retrying(() =>
      database.write.transaction().execute(async (tx) => {
        if (await findEarlier(tx, idempotency, sealer)) return
        await keepReply(tx, idempotency, output, sealer, now)
        await store.releaseKey(tx, id)
      }),
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

async function findSame(file: PaymentFile, owner: Owner, { tx }: Context): Promise<MessageRow> {
  const earlier = (await store.findMessageBySender(tx, owner, file.message_id))!
  if (earlier.digest.equals(file.digest)) return earlier
  throw DuplicateMessageId({
    message_id: file.message_id,
    earlier_id: earlier.id,
    received_at: earlier.created_at,
  })
}
