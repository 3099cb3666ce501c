// Runs the operation that executes a file. The runner opens its own transactions, one after the other, instead
// of the one transaction of a command: a large file is read in a worker thread and executed in parts.
import { tasksOf } from '../../../platform/workers.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Bank } from '../../../operation/bank.ts'
import { runAsBank } from '../../../operation/bank-work.ts'
import { isOperator } from '../../../operation/caller.ts'
import { RequestInProgress } from '../../../operation/error.ts'
import {
  findEarlier,
  type IdempotentCall,
  keepReply,
  type Reply,
} from '../../../operation/idempotency.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Cause, Plan } from '../../../operation/posting.ts'
import { insertAudits } from '../../../operation/store.ts'
import { retrying } from '../../../platform/database.ts'
import { parentOf } from '../../people/identity/index.ts'
import { announceFile } from './announcing.ts'
import { FileRefused, MessageIdUsed } from './errors.ts'
import { executeNext, type ExecutingOptions } from './executing.ts'
import type * as tasks from './file-tasks.ts'
import { present, type Presented } from './presenting.ts'
import type { PaymentFile } from './reading.ts'
import type { Rejection } from './reasons.ts'
import { findRefusal, senderOf } from './sender.ts'
import * as store from './store.ts'
import type { MessageRow, Owner } from './store.ts'

export const FILE_RUNNER = 'payment-files'

const task = tasksOf<typeof tasks>(new URL('./file-tasks.ts', import.meta.url))

/** A file in the form of a plan, so that the pipeline hands it to this runner. */
export class FilePlan implements Plan<Presented> {
  readonly runner = FILE_RUNNER
  readonly books: readonly BookName[] = []
  readonly xml: string

  constructor(xml: string) {
    this.xml = xml
  }

  decide(): Presented {
    throw new Error('A payment file is decided by the FileRunner.')
  }
}

type RunnerBank = Pick<Bank, 'database' | 'clock' | 'longWork' | 'sealer' | 'invalidate' | 'log'>

export type RunnerOptions = RunnerBank & ExecutingOptions

/** A file that was not touched for so long was left behind by the node that worked on it. */
const STALLED_MS = 30_000
const STALLED_MAX = 20
const CLAIM_TRIES_MAX = 5

/** The name of the work in history and events when a file is taken up again. */
export const RESUME = 'payment_files.resume'

export class FileRunner implements PostingRunner {
  private readonly options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.options = options
  }

  async run(
    { xml }: FilePlan,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    const earlier = idempotency && (await this.findEarlier(idempotency))
    if (earlier) return earlier
    const { file, document } = await this.read(xml, cause)
    const { message, isNew } = await this.register(file, document, cause, idempotency)
    const done = await this.execute(message, file, cause)
    const output = finish(
      await present(done, { isReplay: !isNew, caller: cause.caller }, this.options),
    )
    if (idempotency) await this.keepReply(done, output, idempotency, cause)
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

  private async read(xml: string, { caller, now }: Cause) {
    const input = { xml, now: now.toISOString() }
    const read = await this.options.longWork(task('readDocument'), input, caller)
    if ('problems' in read) throw FileRefused(read)
    return { file: read.file, document: read.document! }
  }

  /** Stores the message, or finds it when it was sent before, and decides its first payments. */
  private register(
    file: PaymentFile,
    document: Uint8Array,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
  ): Promise<{ readonly message: MessageRow; readonly isNew: boolean }> {
    const owner = ownerOf(cause)
    return this.work(cause, async (ctx) => {
      await this.checkKey(file, owner, idempotency, ctx)
      const message = await store.insertMessage(ctx.tx, {
        ...owner,
        id: uuidv7(ctx.now),
        credential_id: parentOf(cause.caller),
        by_operator: isOperator(cause.caller),
        request_id: cause.requestId,
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
      announceFile(ctx, message)
      return { message: await executeNext(message.id, file, ctx, this.options), isNew: true }
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

  /** Goes on until every payment is decided, together with whoever else works on the same message. */
  private async execute(
    message: MessageRow,
    file: PaymentFile,
    cause: Cause,
    refusal?: Rejection,
  ): Promise<MessageRow> {
    let current = message
    while (current.status === 'processing')
      current = await this.work(cause, (ctx) =>
        executeNext(message.id, file, ctx, this.options, refusal),
      )
    return current
  }

  /**
   * One transaction on behalf of the sender. When another message claims the same payment at the same time,
   * it is run again, and then finds that claim.
   */
  private async work<Output>(
    cause: Cause,
    work: (ctx: Context) => Promise<Output>,
  ): Promise<Output> {
    const { database, clock, invalidate } = this.options
    const { caller, operation, requestId } = cause
    const maySpend = cause.maySpend === undefined ? {} : { maySpend: cause.maySpend }
    for (let tries = 1; ; tries++) {
      try {
        return await runAsBank(
          { db: database.write, now: clock.now(), caller, operation, invalidate },
          (ctx) => work({ ...ctx, requestId, ...maySpend }),
        )
      } catch (error) {
        if (!store.isClaimConflict(error) || tries === CLAIM_TRIES_MAX) throw error
      }
    }
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

  /** Takes up files whose node ended in the middle. */
  async resume(): Promise<void> {
    const { database, clock, longWork, log } = this.options
    const since = new Date(clock.now().getTime() - STALLED_MS)
    for (const message of await store.listStalled(database.read, since, STALLED_MAX)) {
      try {
        const caller = senderOf(message)
        const file = await longWork(task('readStored'), message.id, caller)
        const refusal = await findRefusal(message, database.read)
        const { request_id: requestId } = message
        const cause = { caller, operation: RESUME, requestId, now: clock.now() }
        await this.execute(message, file, cause, refusal)
      } catch (error) {
        log.warn(
          { err: error, message: message.id },
          'a payment file was not taken up; it is tried again',
        )
      }
    }
  }
}

const ownerOf = ({ caller }: Pick<Cause, 'caller'>): Owner => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

async function findSame(file: PaymentFile, owner: Owner, { tx }: Context): Promise<MessageRow> {
  const earlier = (await store.findMessageBySender(tx, owner, file.message_id))!
  if (earlier.digest.equals(file.digest)) return earlier
  throw MessageIdUsed({
    message_id: file.message_id,
    earlier_id: earlier.id,
    received_at: earlier.created_at,
  })
}
