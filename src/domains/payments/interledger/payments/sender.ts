// Sends payments. A receiver in this bank is credited at once. An external receiver is paid in packets, one after the
// other: each is stored before it is sent, so that after a crash the same packet is sent again, and its answer is
// recorded in the transaction that prepares the next one. The money moves when the payment ends, in the transaction
// that ends it. However many nodes work on a payment, and however often, each step is taken once.
import { serializeIlpPrepare } from 'ilp-packet'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Cleared } from '../../../../operation/credits.ts'
import { AppError, Unavailable } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import {
  InterledgerPaymentCompleted,
  InterledgerPaymentExpired,
  InterledgerPaymentFailed,
} from '../events.ts'
import { readLargest, readPrepare, type Reply } from '../ilp.ts'
import { paymentLife } from '../life-cycle.ts'
import { after, type InterledgerOptions } from '../options.ts'
import { lockPeer, offsetDelivered } from '../peer/service.ts'
import { PACKETS_MAX } from './quotes.ts'
import { settleInFull, settlePartially } from './settlement.ts'
import * as store from './store.ts'
import type { PacketRow, PaymentRow } from './store.ts'
import { conditionOf, fulfillmentOf, readSecret, sealPacket } from '../stream.ts'
import { PREPARE } from '../stream-packet.ts'
import { recordReceipt, remainingOf, lockTarget } from '../incoming/targets.ts'
import { toPaymentEvent } from '../view.ts'

export const SEND_JOB = 'interledger.send'
/** Payments within the bank have a queue of their own, so that a slow peer does not delay them. */
export const DELIVER_JOB = 'interledger.deliver'

/** After this many packets the payment is requeued behind others. */
const PACKETS_AT_ONCE = 50
const SWEPT_AT_ONCE = 200
/** The lease on a payment while a node waits for the answer to its packet. */
const LEASE_SECONDS = 15
const RETRY_SECONDS = 2
const ASK_AGAIN_SECONDS = 5
/** An unanswered packet is sent again for this long after its expiry; later no peer fulfils it for the first time. */
const UNSURE_SECONDS = 600
/** The receiver fulfils a packet if at least 99 % of it arrive. */
const LEAST_PERCENT = 99n

type End = 'complete' | 'fail' | 'expire'

interface Ending {
  readonly code: string | null
  readonly reason: string | null
}

interface Answered {
  readonly packet: PacketRow
  readonly reply: Reply | undefined
}

const events: Readonly<Record<End, EventDef<typeof InterledgerPaymentCompleted.data>>> = {
  complete: InterledgerPaymentCompleted,
  fail: InterledgerPaymentFailed,
  expire: InterledgerPaymentExpired,
}

export class Sender {
  private readonly options: InterledgerOptions

  constructor(options: InterledgerOptions) {
    this.options = options
  }

  /** Resumes all payments that are due: after lost jobs, unanswered packets, or a crash. */
  async sweep(db: Db): Promise<void> {
    const { clock, log } = this.options
    for (const id of await store.listDue(db, clock.now(), SWEPT_AT_ONCE))
      await this.send(id, db).catch((error: unknown) =>
        log.warn(
          { err: error, payment: id },
          'an Interledger payment could not be sent; the next sweep retries it',
        ),
      )
  }

  /** Sends packets until the payment ends, has to wait, or is requeued. */
  async send(id: string, db: Db): Promise<void> {
    const known = await store.findPayment(db, id)
    if (!known || paymentLife.isEnd(known.status)) return
    let answered: Answered | undefined
    for (let sent = 0; ; sent++) {
      const isLast = sent === PACKETS_AT_ONCE
      const packet = await this.options.work(known.environment, SEND_JOB, (ctx) =>
        this.advance(id, answered, isLast, ctx),
      )
      if (!packet) return
      answered = { packet, reply: await this.ask(known, packet) }
    }
  }

  /** Undefined when there is no answer. */
  private async ask(payment: PaymentRow, packet: PacketRow): Promise<Reply | undefined> {
    const { connectors, sealer, clock } = this.options
    const { environment, quote } = payment
    const connector = connectors.find({ connector: quote.connector!, environment })
    return connector?.send({
      id: packet.id,
      asset: quote.receive_asset,
      prepare: packet.prepare,
      secret: readSecret(sealer.open(quote.secret!)),
      now: clock.now(),
    })
  }

  /** One step under the lock of the payment: the packet to send next, or undefined when there is none now. */
  private async advance(
    id: string,
    answered: Answered | undefined,
    isLast: boolean,
    ctx: Context,
  ): Promise<PacketRow | undefined> {
    const payment = await store.findPayment(ctx.tx, id, true)
    if (!payment || paymentLife.isEnd(payment.status)) return undefined
    if (!answered && new Date(payment.check_at!) > ctx.now) return undefined
    if (payment.quote.account_uuid !== null) return this.deliverHere(payment, ctx)
    const open = await store.findOpenPacket(ctx.tx, id)
    if (!answered) return open ? this.lease(payment, open, ctx) : this.goOn(payment, isLast, ctx)
    // Another worker has recorded the answer meanwhile, and continues.
    if (open?.id !== answered.packet.id) return undefined
    const next = await this.record(payment, open, answered.reply, ctx)
    return next && this.goOn(next, isLast, ctx)
  }

  /** Credits a receiver in this bank, or returns the money if that cannot be done. */
  private async deliverHere(payment: PaymentRow, ctx: Context): Promise<undefined> {
    const { quote } = payment
    const which =
      quote.connection_id !== null
        ? { connection: quote.connection_id }
        : quote.incoming_id !== null
          ? { incoming: quote.incoming_id, account: quote.account_uuid! }
          : undefined
    const target = which && (await lockTarget(which, ctx))
    const left = target && remainingOf(target)
    if (which && (!target || left === 0n))
      return this.end(
        payment,
        'fail',
        { code: 'F02', reason: 'The receiver no longer accepts money.' },
        ctx,
      )
    if (left !== undefined && left < quote.receive_units)
      return this.end(
        payment,
        'fail',
        { code: 'F99', reason: 'The receiver expects less than this.' },
        ctx,
      )
    const whole = await store.updatePayment(ctx.tx, payment, {
      delivered_units: quote.receive_units,
      updated_at: ctx.now,
    })
    try {
      await this.end(whole, 'complete', { code: null, reason: null }, ctx)
    } catch (error) {
      // The ledger refused before writing anything, because the account was closed, for example.
      if (!(error instanceof AppError)) throw error
      // A feature that is switched off is a temporary refusal.
      if (error.def.code === Unavailable.code) return this.waitHere(payment, error.message, ctx)
      const back = await store.updatePayment(ctx.tx, whole, {
        delivered_units: 0n,
        updated_at: ctx.now,
      })
      const reason = 'The receiver’s account cannot be credited now.'
      return this.end(back, 'fail', { code: 'F07', reason }, ctx)
    }
    if (target) await recordReceipt(target, quote.receive_units, ctx, this.options)
    return undefined
  }

  /** Within the bank nothing was delivered yet, so the whole payment can be retried. */
  private async waitHere(payment: PaymentRow, reason: string, ctx: Context): Promise<undefined> {
    const change = { delivered_units: 0n, reason, updated_at: ctx.now }
    return this.checkIn(await store.updatePayment(ctx.tx, payment, change), 60, ctx)
  }

  /** Records the answer to a packet; undefined when the payment has ended or waits. */
  private async record(
    payment: PaymentRow,
    packet: PacketRow,
    reply: Reply | undefined,
    ctx: Context,
  ): Promise<PaymentRow | undefined> {
    if (!reply) return this.waitForAnswer(payment, packet, ctx)
    if (reply.type === 'fulfill' && isFulfilledBy(packet, reply.fulfillment)) {
      await this.close(packet, 'fulfilled', null, ctx)
      return store.updatePayment(ctx.tx, payment, {
        delivered_units: payment.delivered_units + packet.units,
        error_code: null,
        reason: null,
        check_at: ctx.now,
        expires_at: after(ctx.now, this.options.packetSeconds),
        updated_at: ctx.now,
      })
    }
    const refusal =
      reply.type === 'reject'
        ? reply
        : { code: 'F05', message: 'The fulfilment does not match the packet.', data: reply.data }
    const { code } = refusal
    await this.close(packet, code === 'R00' ? 'expired' : 'rejected', code, ctx)
    const ending = { code, reason: describe(code) }
    if (code === 'R00') return this.end(payment, 'expire', ending, ctx)
    if (code.startsWith('T')) return this.retryLater(payment, ending, ctx)
    const largest = code === 'F08' ? readLargest(packet.units, refusal.data) : undefined
    const left = payment.quote.receive_units - payment.delivered_units
    const isPossible =
      largest !== undefined && left <= largest * (PACKETS_MAX - BigInt(payment.packets))
    return isPossible
      ? store.updatePayment(ctx.tx, payment, { packet_max: largest, updated_at: ctx.now })
      : this.end(payment, 'fail', ending, ctx)
  }

  private close(
    packet: PacketRow,
    status: 'fulfilled' | 'rejected' | 'expired',
    error_code: string | null,
    { tx, now }: Context,
  ): Promise<void> {
    return store.closePacket(tx, packet.id, { status, error_code, answered_at: now })
  }

  /** A temporary error (T..) of the route. */
  private async retryLater(
    payment: PaymentRow,
    { code, reason }: Ending,
    ctx: Context,
  ): Promise<undefined> {
    const change = { error_code: code, reason, updated_at: ctx.now }
    const waiting = await store.updatePayment(ctx.tx, payment, change)
    return this.checkIn(waiting, RETRY_SECONDS, ctx)
  }

  /** An unanswered packet may have been fulfilled, so it is neither abandoned nor replaced by a new one. */
  private async waitForAnswer(
    payment: PaymentRow,
    packet: PacketRow,
    ctx: Context,
  ): Promise<undefined> {
    const late = (ctx.now.getTime() - Date.parse(packet.expires_at)) / 1000
    if (late >= UNSURE_SECONDS) {
      this.options.log.warn(
        { payment: payment.id, packet: packet.id, units: String(packet.units) },
        'the peer never answered an Interledger packet; its amount is returned, reconcile with the peer',
      )
      await this.close(packet, 'expired', 'R00', ctx)
      return this.end(payment, 'expire', { code: 'R00', reason: describe('R00') }, ctx)
    }
    const reason = 'The peer has not answered yet.'
    const waiting = await store.updatePayment(ctx.tx, payment, { reason, updated_at: ctx.now })
    if (late >= 0) return this.checkIn(waiting, 60, ctx)
    return this.checkIn(waiting, Math.min(ASK_AGAIN_SECONDS, Math.ceil(-late)), ctx)
  }

  private async checkIn(payment: PaymentRow, seconds: number, ctx: Context): Promise<undefined> {
    const check_at = after(ctx.now, seconds)
    await store.updatePayment(ctx.tx, payment, { check_at, updated_at: ctx.now })
    const when = { afterSeconds: seconds + 1 }
    await this.options.jobs.send(ctx.tx, SEND_JOB, { payment: payment.id }, when)
    return undefined
  }

  private async lease(payment: PaymentRow, packet: PacketRow, ctx: Context): Promise<PacketRow> {
    const check_at = after(ctx.now, LEASE_SECONDS)
    await store.updatePayment(ctx.tx, payment, { check_at, updated_at: ctx.now })
    return packet
  }

  /** Ends the payment if it was delivered in full or has expired; otherwise prepares the next packet. */
  private async goOn(
    payment: PaymentRow,
    isLast: boolean,
    ctx: Context,
  ): Promise<PacketRow | undefined> {
    const left = payment.quote.receive_units - payment.delivered_units
    if (left === 0n) return this.end(payment, 'complete', { code: null, reason: null }, ctx)
    if (new Date(payment.expires_at) <= ctx.now) {
      const { error_code: code, reason } = payment
      return this.end(
        payment,
        'expire',
        { code: code ?? 'R00', reason: reason ?? describe('R00') },
        ctx,
      )
    }
    if (isLast) {
      await store.updatePayment(ctx.tx, payment, { check_at: ctx.now, updated_at: ctx.now })
      await this.options.jobs.send(ctx.tx, SEND_JOB, { payment: payment.id })
      return undefined
    }
    const sequence = payment.packets + 1
    if (BigInt(sequence) > PACKETS_MAX)
      return this.end(payment, 'fail', { code: 'F08', reason: 'It needs too many packets.' }, ctx)
    const packet = await this.prepare(payment, sequence, left, ctx)
    const counted = await store.updatePayment(ctx.tx, payment, {
      packets: sequence,
      updated_at: ctx.now,
    })
    return this.lease(counted, packet, ctx)
  }

  private prepare(
    { id, packet_max, quote }: PaymentRow,
    sequence: number,
    left: bigint,
    ctx: Context,
  ): Promise<PacketRow> {
    const secret = readSecret(this.options.sealer.open(quote.secret!))
    const units = left < packet_max ? left : packet_max
    const least = (units * LEAST_PERCENT + 99n) / 100n
    const data = sealPacket(secret, {
      type: PREPARE,
      sequence: BigInt(sequence),
      amount: least,
      frames: [{ kind: 'money', stream: 1n, shares: 1n }],
    })
    const expiresAt = after(ctx.now, this.options.packetSeconds)
    const prepare = serializeIlpPrepare({
      amount: String(units),
      executionCondition: conditionOf(fulfillmentOf(secret, data)),
      expiresAt,
      destination: quote.ilp_address,
      data,
    })
    return store.insertPacket(ctx.tx, {
      id: uuidv7(ctx.now),
      payment_id: id,
      sequence,
      units,
      prepare,
      expires_at: expiresAt,
      created_at: ctx.now,
    })
  }

  /** A receiver in this bank is screened again when they are credited. */
  private async clear(payment: PaymentRow, ctx: Context): Promise<Cleared | undefined> {
    const { id, account_uuid: from, quote } = payment
    const { account_uuid: to, send_units: units } = quote
    if (to === null) return undefined
    const asset = this.options.assets.get(quote.send_asset)
    return this.options.guards.mayArrive(ctx, { id, from, to, asset, units })
  }

  /** Moves the money and ends the payment. It stays pending while the sender has no account for a refund. */
  private async end(
    payment: PaymentRow,
    action: End,
    { code, reason }: Ending,
    ctx: Context,
  ): Promise<undefined> {
    const { to: status } = paymentLife.check(payment.status, action)
    await lockPeer(payment, ctx)
    const shares =
      action === 'complete'
        ? await settleInFull(payment, await this.clear(payment, ctx), ctx)
        : await settlePartially(payment, ctx)
    if (!shares) {
      const waitsFor = 'You have no open account to which the money can be returned; open one.'
      const waiting = await store.updatePayment(ctx.tx, payment, {
        error_code: code,
        reason: waitsFor,
        expires_at: ctx.now,
        updated_at: ctx.now,
      })
      return this.checkIn(waiting, 60, ctx)
    }
    await offsetDelivered(payment, ctx)
    const ended = await store.updatePayment(ctx.tx, payment, {
      status,
      ...shares,
      error_code: code,
      reason,
      check_at: null,
      ended_at: ctx.now,
      updated_at: ctx.now,
    })
    ctx.emit(events[action], toPaymentEvent(ended, this.options), {
      user_uuid: ended.user_uuid,
      account_uuid: ended.account_uuid,
    })
    return undefined
  }
}

const isFulfilledBy = ({ prepare }: PacketRow, fulfillment: Buffer): boolean =>
  conditionOf(fulfillment).equals(readPrepare(prepare)!.executionCondition)

const reasons: Readonly<Record<string, string>> = {
  F02: 'There is no such receiver.',
  F05: 'The answer to a packet did not match it.',
  F07: 'The receiver cannot accept this payment.',
  F08: 'The packets are too large for the route.',
  R00: 'No answer came in time.',
  T01: 'The peer could not be reached.',
  T04: 'The route has no liquidity.',
}

/** The bank's own text, because the message of a rejection comes from an external node. */
const describe = (code: string): string =>
  reasons[code] ?? `The network rejected the payment with the code ${code}.`
