// Guards of transfers: other domains register rules here that may stop money on its way to another customer or
// out of the bank. While no guard is on, a transfer costs nothing more. While one is on, a transfer that
// concerns it is decided only after the guard was asked; a transfer for which nobody asked is refused, so a new
// way of paying cannot slip past.
import type { Caller, Environment } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { Draft, Plan } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetRecord } from '../assets/index.ts'
import { TransferNotCleared } from './errors.ts'

export interface GuardedTransfer {
  /** The id that the transfer or payment will have. */
  readonly id: string
  readonly from: string
  /** The account at this bank, or the number of the account elsewhere as the sender wrote it. */
  readonly to: string
  /** Whether the money leaves the bank. */
  readonly leaves: boolean
  readonly asset: AssetRecord
  readonly units: bigint
}

export interface GuardContext {
  readonly tx: Db
  readonly caller: Caller
  readonly now: Date
}

export interface TransferGuard {
  /** Called for every transfer, so it only looks at memory. */
  isOn(environment: Environment): boolean
  /** Whether a transfer of this amount is looked at; it only looks at memory, too. */
  concerns(transfer: GuardedTransfer, now: Date): boolean
  /**
   * Answers with the refusal, if there is one, and otherwise claims for this transfer what it uses up. With
   * `claims` false nothing is claimed.
   */
  judge(
    ctx: GuardContext,
    transfer: GuardedTransfer,
    claims: boolean,
  ): Promise<AppError | undefined>
  /** Gives back what a transfer that was not made had claimed. */
  release(tx: Db, transfer: string): Promise<void>
}

/** Plans with this runner are shown to the guards before the ledger decides them. */
export const GUARDED_RUNNER = 'transfers.guarded'

/** What the guards said about one transfer. */
export class Clearance {
  private verdict: 'unasked' | 'cleared' | AppError = 'unasked'
  private isUsed = false
  private readonly guards: readonly TransferGuard[]
  private readonly transfer: GuardedTransfer
  private readonly claims: boolean

  constructor(guards: readonly TransferGuard[], transfer: GuardedTransfer, claims: boolean) {
    this.guards = guards
    this.transfer = transfer
    this.claims = claims
  }

  async ask(ctx: GuardContext): Promise<void> {
    for (const guard of this.guards) {
      const refusal = await guard.judge(ctx, this.transfer, this.claims)
      if (!refusal) continue
      this.verdict = refusal
      return this.release(ctx.tx)
    }
    this.verdict = 'cleared'
  }

  /** Part of the ledger's decision. Money between accounts of one owner concerns no guard. */
  check(ledger: Draft): void {
    const { from, to, leaves } = this.transfer
    this.isUsed = false
    const owner = ledger.account(from)?.user_uuid ?? undefined
    if (!leaves && owner !== undefined && owner === ledger.account(to)?.user_uuid) return
    if (this.verdict === 'unasked') throw TransferNotCleared({})
    if (this.verdict !== 'cleared') throw this.verdict
  }

  /** Part of the ledger's decision: the transfer is made. */
  use(): void {
    this.isUsed = true
  }

  /** After the decision: gives back the claims of a transfer that was not made. */
  async settle(tx: Db): Promise<void> {
    if (!this.isUsed) await this.release(tx)
  }

  async release(tx: Db): Promise<void> {
    if (this.claims) for (const guard of this.guards) await guard.release(tx, this.transfer.id)
  }
}

export interface GuardedPlan<Output = unknown> extends Plan<Output> {
  readonly clearances?: readonly Clearance[]
}

/** The part of the guards for domains whose payments are no transfers. */
export type PaymentGuards = Pick<TransferGuards, 'mayTransfer'>

export class TransferGuards {
  private readonly guards: TransferGuard[] = []

  register(guard: TransferGuard): void {
    this.guards.push(guard)
  }

  /** Asked for every transfer before anything is made for the guards. */
  isOn(environment: Environment): boolean {
    return this.guards.some((guard) => guard.isOn(environment))
  }

  /** Undefined when no guard wants to see the transfer. */
  open(
    transfer: GuardedTransfer,
    { caller, now }: Omit<GuardContext, 'tx'>,
    claims: boolean,
  ): Clearance | undefined {
    const asked = this.guards.filter(
      (guard) => guard.isOn(caller.environment) && guard.concerns(transfer, now),
    )
    return asked.length === 0 ? undefined : new Clearance(asked, transfer, claims)
  }

  /**
   * For payments that are no transfers, such as those over rails and bridges: throws the refusal. The claim of
   * the payment is part of the caller's transaction.
   */
  async mayTransfer(ctx: GuardContext, transfer: GuardedTransfer): Promise<void> {
    for (const guard of this.guards) {
      if (!guard.isOn(ctx.caller.environment) || !guard.concerns(transfer, ctx.now)) continue
      const refusal = await guard.judge(ctx, transfer, true)
      if (refusal) throw refusal
    }
  }

  runnerOn(ledger: PostingRunner, db: Db): PostingRunner {
    return {
      async run(plan: GuardedPlan, cause, once, finish) {
        const clearances = plan.clearances ?? []
        // The verdict is part of the decision, so that a retry is answered with its first reply.
        for (const clearance of clearances)
          await clearance.ask({ tx: db, caller: cause.caller, now: cause.now })
        try {
          const reply = await ledger.run(plan, cause, once, finish)
          for (const clearance of clearances) await clearance.settle(db)
          return reply
        } catch (error) {
          // After any other failure the money may have moved, so the claims stay.
          if (error instanceof AppError && error.def.status < 500)
            for (const clearance of clearances) await clearance.release(db)
          throw error
        }
      },
    }
  }
}

/** Asks the guards inside the transaction in which the plan will be posted; a no-op for most plans. */
export async function clearPlan(ctx: GuardContext, plan: GuardedPlan): Promise<void> {
  for (const clearance of plan.clearances ?? []) await clearance.ask(ctx)
}
