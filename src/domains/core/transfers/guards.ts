// Guards of transfers: other domains add rules here that may stop money on its way to another customer or
// out of the bank. A guard applies to the movement of money, not to a payment method: the ledger credits a customer
// only with what was cleared here (operation/credits.ts). While no guard is on, a transfer costs nothing more.
// While one is on, a transfer that concerns it is decided only after the guard was asked; a transfer that was not
// shown to the guard is refused, so a new payment method cannot bypass it.
import type { Caller, Environment } from '../../../operation/caller.ts'
import { Cleared } from '../../../operation/credits.ts'
import type { AppError } from '../../../operation/error.ts'
import type { Handlers } from '../../../operation/extension-point.ts'
import type { Draft, HoldView, Plan } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetRecord } from '../assets/index.ts'
import { findAccounts } from '../ledger/index.ts'
import { TransferNotCleared } from './errors.ts'

export interface GuardedTransfer {
  /** The id that the transfer or payment will have. */
  readonly id: string
  /** The account that pays; null for money that comes from outside the bank. */
  readonly from: string | null
  /** The account at this bank, or the number of the account elsewhere as the sender wrote it. */
  readonly to: string
  /** Whether the money leaves the bank. */
  readonly leaves: boolean
  readonly asset: AssetRecord
  readonly units: bigint
  /** A bridge carries the tokens to the chain of the account to be paid. */
  readonly isBridge?: true
}

/** A transfer with what the bank knows about its accounts. */
export interface KnownTransfer extends GuardedTransfer {
  /** The owners of the accounts; undefined for an account that is not at this bank. */
  readonly payer: string | undefined
  readonly payee: string | undefined
  /**
   * `order`: the money is about to leave the payer. `arrival`: it left them before, by an order that was cleared then,
   * and is about to reach the payee.
   */
  readonly stage: 'order' | 'arrival'
}

export interface GuardContext {
  readonly tx: Db
  readonly caller: Caller
  readonly now: Date
}

export interface TransferGuard {
  /** Whether the guard also applies to money between accounts of one owner. */
  readonly includesOwn?: boolean
  /** Called for every transfer, so it only reads memory. */
  isOn(environment: Environment, asset: string): boolean
  /** Whether the guard judges this transfer; it only reads memory, too. */
  concerns(transfer: GuardedTransfer, now: Date): boolean
  /**
   * Answers with the refusal, if there is one, and otherwise claims for this transfer what it uses up. With
   * `claims` false nothing is claimed.
   */
  judge(ctx: GuardContext, transfer: KnownTransfer, claims: boolean): Promise<AppError | undefined>
  /** Gives back what a transfer that was not made had claimed. */
  release(tx: Db, transfer: string): Promise<void>
}

async function learn(
  tx: Db,
  transfer: GuardedTransfer,
  stage: KnownTransfer['stage'],
): Promise<KnownTransfer> {
  const { from, to, leaves } = transfer
  const accounts = await findAccounts(tx, [from ?? [], leaves ? [] : to].flat())
  const ownerOf = (id: string) => accounts.get(id)?.user_uuid ?? undefined
  const payer = from === null ? undefined : ownerOf(from)
  return { ...transfer, payer, payee: leaves ? undefined : ownerOf(to), stage }
}

const isOwn = ({ payer, payee }: Pick<KnownTransfer, 'payer' | 'payee'>): boolean =>
  payer !== undefined && payer === payee

/** The first refusal of these guards. */
async function findRefusal(
  guards: readonly TransferGuard[],
  ctx: GuardContext,
  transfer: KnownTransfer,
  claims: boolean,
): Promise<AppError | undefined> {
  for (const guard of guards) {
    if (isOwn(transfer) && !guard.includesOwn) continue
    const refusal = await guard.judge(ctx, transfer, claims)
    if (refusal) return refusal
  }
  return undefined
}

/** The verdict of the guards on one transfer. */
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
    const known = await learn(ctx.tx, this.transfer, 'order')
    const refusal = await findRefusal(this.guards, ctx, known, this.claims)
    this.verdict = refusal ?? 'cleared'
    if (refusal) await this.release(ctx.tx)
  }

  /** Part of the ledger's decision. Money between accounts of one owner concerns few guards. */
  check(ledger: Draft): void {
    const { from, to, leaves } = this.transfer
    this.isUsed = false
    const ownerOf = (id: string) => ledger.account(id)?.user_uuid ?? undefined
    const payer = from === null ? undefined : ownerOf(from)
    const isWithinOwner = isOwn({ payer, payee: leaves ? undefined : ownerOf(to) })
    if (isWithinOwner && !this.guards.some((guard) => guard.includesOwn)) return
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

/** The part of the guards for domains whose payments are not transfers. */
export type PaymentGuards = Pick<GuardCheck, 'mayTransfer' | 'mayArrive'>

/** Asks the guards. */
export class GuardCheck {
  private readonly guards: Handlers<TransferGuard>
  private readonly db: Db

  constructor(guards: Handlers<TransferGuard>, db: Db) {
    this.guards = guards
    this.db = db
  }

  /** Called for every transfer, before anything is allocated for the guards. */
  isOn(environment: Environment, asset: string): boolean {
    return this.guards.handlers.some((guard) => guard.isOn(environment, asset))
  }

  /** Undefined when the transfer concerns no guard. */
  open(
    transfer: GuardedTransfer,
    { caller, now }: Omit<GuardContext, 'tx'>,
    claims: boolean,
  ): Clearance | undefined {
    const asked = this.listConcerned(transfer, caller.environment, now)
    return asked.length === 0 ? undefined : new Clearance(asked, transfer, claims)
  }

  private listConcerned(transfer: GuardedTransfer, environment: Environment, now: Date) {
    return this.guards.handlers.filter(
      (guard) => guard.isOn(environment, transfer.asset.code) && guard.concerns(transfer, now),
    )
  }

  /**
   * For payments that are not transfers, such as those over rails and bridges, when their money leaves the payer:
   * throws the refusal. The claim of the payment is part of the caller's transaction.
   */
  mayTransfer(ctx: GuardContext, transfer: GuardedTransfer): Promise<Cleared> {
    return this.clear(ctx, transfer, 'order')
  }

  /**
   * When the money of such a payment reaches an account of this bank, perhaps days later: a customer who was listed
   * since is not credited, and what was claimed for the order is not claimed again.
   */
  mayArrive(ctx: GuardContext, transfer: Omit<GuardedTransfer, 'leaves'>): Promise<Cleared> {
    return this.clear(ctx, { ...transfer, leaves: false }, 'arrival')
  }

  private async clear(
    ctx: GuardContext,
    transfer: GuardedTransfer,
    stage: KnownTransfer['stage'],
  ): Promise<Cleared> {
    const asked = this.listConcerned(transfer, ctx.caller.environment, ctx.now)
    if (asked.length > 0) {
      const known = await learn(ctx.tx, transfer, stage)
      const refusal = await findRefusal(asked, ctx, known, true)
      if (refusal) throw refusal
    }
    return new Cleared(transfer.to)
  }

  /**
   * The plan of a posting once its guards have answered. Their verdict is part of the decision, so that a retry is
   * answered with its first reply. Most plans concern no guard and are returned at once.
   */
  ask<Output>(
    plan: GuardedPlan<Output>,
    ctx: Omit<GuardContext, 'tx'>,
  ): Plan<Output> | Promise<Plan<Output>> {
    const { clearances = [] } = plan
    return clearances.length === 0 ? plan : this.askAll(plan, clearances, ctx)
  }

  private async askAll<Output>(
    plan: Plan<Output>,
    clearances: readonly Clearance[],
    { caller, now }: Omit<GuardContext, 'tx'>,
  ): Promise<Plan<Output>> {
    const { db } = this
    for (const clearance of clearances) await clearance.ask({ tx: db, caller, now })
    const settle: Plan['settle'] = async (outcome) => {
      for (const clearance of clearances)
        await (outcome === 'posted' ? clearance.settle(db) : clearance.release(db))
    }
    return { ...plan, settle }
  }
}

/** Asks the guards inside the transaction in which the plan will be posted; a no-op for most plans. */
export async function clearPlan(ctx: GuardContext, plan: GuardedPlan): Promise<void> {
  for (const clearance of plan.clearances ?? []) await clearance.ask(ctx)
}

/** After such a plan was posted: gives back what was claimed for those of its transfers that were not made. */
export async function settlePlan(
  { tx }: Pick<GuardContext, 'tx'>,
  plan: GuardedPlan,
): Promise<void> {
  for (const clearance of plan.clearances ?? []) await clearance.settle(tx)
}

/** Part of the ledger's decision: throws the refusal of a transfer that concerns a guard. */
export function clearTransfer(
  ledger: Draft,
  { to, clearance }: { readonly to: string; readonly clearance?: Clearance | undefined },
): Cleared {
  clearance?.check(ledger)
  return new Cleared(to)
}

/** A pending transfer was cleared when its money was reserved, a moment ago. */
export const clearedAtReservation = (hold: HoldView): Cleared => new Cleared(hold.to_account!)
