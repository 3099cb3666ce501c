// Advances pending bridges to the state that their protocol reports. The money moves in the transaction that ends the
// bridge, so it moves exactly once, however many nodes poll and however often.
import type { Cleared } from '../../../../operation/credits.ts'
import { AppError } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { findAccounts, isPayableFrom } from '../../../core/ledger/index.ts'
import { ADVANCE_JOB } from './service.ts'
import { BridgeCompleted, BridgeFailed, BridgeRefunded } from '../events.ts'
import { bridgeLife, type BridgeStatus } from '../life-cycle.ts'
import { addSeconds, type CrossChainOptions } from '../options.ts'
import type { BridgeProvider, Observed } from '../providers/provider.ts'
import { refund, payOut } from './settlement.ts'
import * as store from './store.ts'
import type { BridgeRow } from './store.ts'
import type { SwapLegs } from '../swaps/legs.ts'
import { toBridgeEvent } from '../view.ts'

const SWEPT_AT_ONCE = 200
const READ_AT_ONCE = 50
const AGAIN_SECONDS = 60
/** While a node waits for a real protocol's answer, no other node polls it about the same bridge. */
const LEASE_SECONDS = 90

const DEADLINE_PASSED = 'The deadline passed before the tokens arrived.'

export class Settler {
  private readonly options: CrossChainOptions
  private readonly legs: SwapLegs

  constructor(options: CrossChainOptions, legs: SwapLegs) {
    this.options = options
    this.legs = legs
  }

  /** Advances all bridges that are due, and swaps whose bridge has ended, after lost jobs or a crash. */
  async sweep(db: Db): Promise<void> {
    const due = await store.listDue(db, { now: this.options.clock.now(), limit: SWEPT_AT_ONCE })
    for (const id of due)
      await this.settle(id, db).catch((error: unknown) =>
        this.options.log.warn(
          { err: error, bridge: id },
          'could not advance a bridge; the next sweep tries again',
        ),
      )
    await this.legs.sweep(db)
  }

  /** Advances a user's simulated bridges before they are read, so that the answer matches the clock. */
  async settleOf(whose: store.OwnerScope): Promise<void> {
    const { clock, database } = this.options
    const due = await store.listDue(database.read, {
      now: clock.now(),
      limit: READ_AT_ONCE,
      of: whose,
    })
    for (const id of due) await this.settle(id, database.write, true)
    await this.legs.sweep(database.write, whose)
  }

  /** Asks the protocol, outside of any transaction, and records the answer. */
  async settle(id: string, db: Db, onlySimulated = false): Promise<void> {
    const { providers, clock, work, log } = this.options
    const known = await store.findBridge(db, id)
    if (!known || known.check_at === null || new Date(known.check_at) > clock.now()) return
    const provider = providers.find(known)
    if (!provider) {
      log.warn(
        { bridge: id, protocol: known.protocol },
        'a bridge waits for a protocol that is not configured',
      )
      return
    }
    if (onlySimulated && !provider.simulated) return
    const { environment } = known
    if (!provider.simulated && !(await this.lease(known))) return
    const observed = await this.observe(provider, known)
    await work(environment, ADVANCE_JOB, async (ctx) => {
      const locked = await store.findBridge(ctx.tx, id, true)
      if (!locked || bridgeLife.isEnd(locked.status)) return
      if (observed) await this.record(locked, observed, ctx)
    })
    await this.legs.settleOf(id, db)
  }

  private lease({ id, environment }: BridgeRow): Promise<boolean> {
    return this.options.work(environment, ADVANCE_JOB, ({ tx, now }) =>
      store.leaseBridge(tx, id, now, addSeconds(now, LEASE_SECONDS)),
    )
  }

  /** Undefined if the protocol does not answer; then the bridge must not fail, since it may have arrived. */
  private async observe(
    provider: BridgeProvider,
    bridge: BridgeRow,
  ): Promise<Observed | undefined> {
    try {
      return await provider.observe(bridge, this.options.clock.now())
    } catch (error) {
      this.options.log.warn({ err: error, bridge: bridge.id }, 'a bridge protocol did not answer')
      return undefined
    }
  }

  /** Moves a locked bridge to the observed state, step by step. */
  private async record(locked: BridgeRow, observed: Observed, ctx: Context): Promise<void> {
    const target = targetOf(locked, observed, ctx.now)
    const { confirmations, source_tx_hash, destination_tx_hash } = observed
    let row = await store.updateBridge(ctx.tx, locked.id, {
      confirmations,
      source_tx_hash: source_tx_hash ?? locked.source_tx_hash,
      ...(target.status === 'completed' && { destination_tx_hash }),
      check_at: nextCheck(locked, observed, ctx.now),
      updated_at: ctx.now,
    })
    for (const status of bridgeLife.findWay(row.status, target.status) ?? [])
      row = await this.enter(
        row,
        status,
        { ...target, delivered_units: observed.delivered_units },
        ctx,
      )
    if (row.status === 'failed') row = await this.refund(row, ctx)
    if (row.check_at === null) return
    const seconds = Math.ceil((Date.parse(row.check_at) - ctx.now.getTime()) / 1000)
    const when = { afterSeconds: Math.max(1, seconds) }
    await this.options.jobs.send(ctx.tx, ADVANCE_JOB, { bridge: row.id }, when)
  }

  private async enter(
    row: BridgeRow,
    status: BridgeStatus,
    target: { readonly reason?: string | undefined; readonly delivered_units?: bigint | undefined },
    ctx: Context,
  ): Promise<BridgeRow> {
    if (status === 'completed') return this.complete(row, target.delivered_units!, ctx)
    const change = { status, updated_at: ctx.now }
    if (status !== 'failed') return store.updateBridge(ctx.tx, row.id, change)
    const failed = await store.updateBridge(ctx.tx, row.id, {
      ...change,
      reason: target.reason ?? 'The bridge failed.',
    })
    this.emit(BridgeFailed, failed, ctx)
    return failed
  }

  /** Credits the recipient. While their account cannot be credited, the bridge stays confirming. */
  private async complete(row: BridgeRow, delivered: bigint, ctx: Context): Promise<BridgeRow> {
    try {
      const { account, isOwn } = await this.findRecipient(row, ctx)
      const credits = account === null ? undefined : await this.clear(row, account, ctx)
      await payOut(row, delivered, account, credits, ctx)
      const completed = await store.updateBridge(ctx.tx, row.id, {
        status: 'completed',
        delivered_units: delivered,
        // The sender must not learn the account of another customer.
        ...(isOwn && account !== null && { destination_account: account }),
        reason: null,
        check_at: null,
        ended_at: ctx.now,
        updated_at: ctx.now,
      })
      this.emit(BridgeCompleted, completed, ctx)
      return completed
    } catch (error) {
      // The ledger refused before writing anything, for example because the account is frozen.
      if (!(error instanceof AppError)) throw error
      return store.updateBridge(ctx.tx, row.id, {
        reason: `The tokens arrived but cannot be credited yet: ${error.message}`,
        check_at: addSeconds(ctx.now, AGAIN_SECONDS),
        updated_at: ctx.now,
      })
    }
  }

  /** Screens another customer again: they may have been listed while the bridge was pending. */
  private clear(row: BridgeRow, to: string, ctx: Context): Promise<Cleared> {
    const { id, source_account: from, units } = row
    const asset = this.options.assets.get(row.token)
    return this.options.guards.mayArrive(ctx, { id, from, to, asset, units, isBridge: true })
  }

  /**
   * The recipient's account on the chain: of the sender, or of another customer of the bank. It is opened anew if they
   * have closed it; null for a recipient outside the bank or the sender's tenant.
   */
  private async findRecipient(
    row: BridgeRow,
    ctx: Context,
  ): Promise<{ readonly account: string | null; readonly isOwn: boolean }> {
    const { credited_user: user, user_uuid, destination_chain } = row
    const isOwn = user === user_uuid
    if (user === null) return { account: null, isOwn }
    const asOwner = { ...ctx, caller: { ...ctx.caller, user } }
    const account = await this.options.chains.custody.open(asOwner, destination_chain)
    // Settlement runs as the bank and sees all tenants; the sender may pay only their own.
    const payer = (await findAccounts(ctx.tx, [row.source_account])).get(row.source_account)!
    return { account: isPayableFrom(account, payer) ? account.id : null, isOwn }
  }

  private async refund(row: BridgeRow, ctx: Context): Promise<BridgeRow> {
    if (!(await refund(row, ctx)))
      return store.updateBridge(ctx.tx, row.id, {
        check_at: addSeconds(ctx.now, AGAIN_SECONDS),
        updated_at: ctx.now,
      })
    const { to: status } = bridgeLife.check(row.status, 'refund')
    const refunded = await store.updateBridge(ctx.tx, row.id, {
      status,
      check_at: null,
      ended_at: ctx.now,
      updated_at: ctx.now,
    })
    this.emit(BridgeRefunded, refunded, ctx)
    return refunded
  }

  private emit(event: EventDef<typeof BridgeFailed.data>, row: BridgeRow, ctx: Context): void {
    ctx.emit(event, toBridgeEvent(row, this.options), {
      user_uuid: row.user_uuid,
      account_uuid: row.destination_account ?? row.source_account,
    })
  }
}

/** The state to reach. The deadline is compared with the time of arrival, not with the time of the check. */
function targetOf(
  { status, deadline_at }: BridgeRow,
  observed: Observed,
  now: Date,
): { readonly status: BridgeStatus; readonly reason?: string | undefined } {
  if (status === 'failed') return { status }
  const deadline = new Date(deadline_at)
  const ended = observed.state === 'completed' || observed.state === 'failed'
  const isInTime = ended && observed.since <= deadline
  if (!isInTime && observed.recallable && now >= deadline)
    return { status: 'failed', reason: DEADLINE_PASSED }
  return { status: observed.state, reason: observed.reason }
}

/** The next change or the deadline, whichever comes first; at least a moment later. */
function nextCheck({ deadline_at }: BridgeRow, { next_at, recallable }: Observed, now: Date): Date {
  const deadline = Date.parse(deadline_at)
  const usual =
    next_at?.getTime() ?? (recallable ? deadline : addSeconds(now, AGAIN_SECONDS).getTime())
  const first = recallable ? Math.min(usual, deadline) : usual
  return first > now.getTime() ? new Date(first) : addSeconds(now, AGAIN_SECONDS)
}
