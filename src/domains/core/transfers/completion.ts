// Completes pending transfers. The node that reserved the money completes the transfer in one of its
// next ledger batches; transfers that a crash left pending are completed by the first node that finds them.
import { mayTake } from '../../../operation/spending.ts'
import { systemCaller } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import { formatDecimal } from '../../../kernel/money.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../operation/error.ts'
import type { BookName, Cause, Draft, HoldView, Plan } from '../../../operation/posting.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { type Executor, findOpenHolds, systemAccount, TRANSFER_PURPOSE } from '../ledger/index.ts'
import type { Db } from '../../../platform/database.ts'
import { TransferFailed, WorkflowCompensated, WorkflowFailed } from './events.ts'
import { clearedAtReservation } from './guards.ts'
import { toTransfer, toWorkflowId } from './view.ts'

export interface CompletionOptions {
  readonly executor: Executor
  readonly assets: AssetCatalogue
  readonly clock: Clock
  readonly log: Logger
  readonly db: Db
  readonly isForwarding: () => boolean
}

/** A hold that is still open at this age is orphaned: its node no longer works on it. */
const STALE_MS = 500
const SWEEP_MS = 500
const SWEEP_MAX = 1_000

const completes = { open: 'It captures money that the transfer reserved when it was called.' }

export class Completion {
  private readonly options: CompletionOptions
  private timer: NodeJS.Timeout | undefined
  private readonly running = new Set<Promise<unknown>>()
  private readonly inProgress = new Set<string>()

  constructor(options: CompletionOptions) {
    this.options = options
    options.executor.watchHolds(TRANSFER_PURPOSE, (holds) => {
      for (const hold of holds) this.track(this.complete(hold))
    })
  }

  start(): void {
    const sweep = (): void => {
      // The writer sweeps as well, and two sweeps would only conflict.
      if (!this.options.isForwarding()) this.track(this.sweep())
      this.timer = setTimeout(sweep, SWEEP_MS)
      this.timer.unref()
    }
    sweep()
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    while (this.running.size > 0) await Promise.all(this.running)
  }

  /** Completes the transfers that were left pending; resolves when all of them are completed or failed. */
  async sweep(): Promise<void> {
    const { db, clock } = this.options
    const createdBefore = new Date(clock.now().getTime() - STALE_MS)
    const which = { purpose: TRANSFER_PURPOSE, createdBefore, limit: SWEEP_MAX }
    const holds = await findOpenHolds(db, which)
    await Promise.all(
      holds.filter((hold) => !this.inProgress.has(hold.id)).map((hold) => this.complete(hold)),
    )
  }

  private track(work: Promise<unknown>): void {
    const tracked: Promise<unknown> = work
      .catch((error: unknown) =>
        this.options.log.warn(
          { err: error },
          'a pending transfer was not completed; the next sweep tries again',
        ),
      )
      .finally(() => this.running.delete(tracked))
    this.running.add(tracked)
  }

  /** Safe to call twice: a transfer that was completed meanwhile is left as it is. */
  private async complete(hold: HoldView): Promise<void> {
    const { executor, clock } = this.options
    const cause: Cause = {
      caller: systemCaller(hold.environment),
      operation: 'transfer.complete',
      maySpend: mayTake(completes),
      requestId: hold.actor.request_id ?? hold.id,
      // The clocks of nodes differ, but a completion must not be dated before its request.
      now: new Date(Math.max(clock.now().getTime(), hold.created_at)),
    }
    this.inProgress.add(hold.id)
    try {
      await executor.run(this.plan(hold, cause), cause, undefined)
    } finally {
      this.inProgress.delete(hold.id)
    }
  }

  private plan(hold: HoldView, cause: Cause): Plan<'completed' | 'failed' | 'done'> {
    const fees = systemAccount(hold.environment, 'fees')
    const accounts = [hold.account_id, hold.to_account!, ...(hold.fee > 0n ? [fees] : [])]
    return {
      books: accounts.map((account): BookName => ({ account, asset: hold.asset })),
      holds: [hold.id],
      decide: (ledger) => {
        if (ledger.hold(hold.id)?.status !== 'open') return 'done'
        try {
          ledger.attempt(() => capture(ledger, hold, fees))
          return 'completed'
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          this.compensate(ledger, hold, error.message, cause)
          return 'failed'
        }
      },
    }
  }

  /** Releases the reserved money, the only step done so far, and notifies both sides. */
  private compensate(ledger: Draft, hold: HoldView, reason: string, cause: Cause): void {
    ledger.release(hold.id, reason)
    const asset = this.options.assets.get(hold.asset)
    const transfer = toTransfer({
      id: hold.id,
      from: hold.account_id,
      to: hold.to_account!,
      from_name: ledger.account(hold.account_id)!.holder_name,
      to_name: null,
      asset,
      units: hold.units - hold.fee,
      fee: hold.fee,
      reference: hold.reference,
      metadata: hold.metadata,
      created_at: new Date(hold.created_at),
      status: 'failed',
      has_workflow: true,
      completed_at: null,
      failure_reason: reason,
    })
    const workflow = { uuid: toWorkflowId(hold.id), type: TRANSFER_PURPOSE, transfer_uuid: hold.id }
    const audience = {
      user_uuid: hold.actor.user_uuid ?? undefined,
      account_uuid: hold.account_id,
      other_account_uuid: hold.to_account!,
    }
    ledger.emit(TransferFailed, transfer, audience)
    ledger.emit(
      WorkflowFailed,
      {
        ...workflow,
        status: 'failed',
        duration_ms: Math.max(0, cause.now.getTime() - hold.created_at),
        error: reason,
      },
      audience,
    )
    const amount = formatDecimal({ units: hold.units, asset })
    ledger.emit(
      WorkflowCompensated,
      {
        ...workflow,
        compensated_steps: [`released ${amount} ${asset.code} reserved on ${hold.account_id}`],
        error: reason,
      },
      audience,
    )
  }
}

function capture(ledger: Draft, hold: HoldView, fees: string): void {
  ledger.capture({
    hold: hold.id,
    id: hold.id,
    type: 'transfer',
    credits: clearedAtReservation(hold),
    moves: [
      { to: hold.to_account!, units: hold.units - hold.fee },
      ...(hold.fee > 0n ? [{ to: fees, units: hold.fee, subtype: 'fee' }] : []),
    ],
  })
}
