// Sends messages once each. A message is a committed row before the provider is called, the call bears
// the row's id as its reference, and whoever calls has claimed the row for a while. So whatever a crash
// or a lost answer leaves open is asked for again, by a retry or by the sweep, under the same reference.
//
// Rows are written in transactions of their own, over connections of their own: the command that asks
// holds one while it waits, and must not wait for another of the same kind.
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { type Caller, type Environment, bankItself } from '../../../operation/caller.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsBank } from '../../../operation/bank-work.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { countryOf, toDestination } from './countries.ts'
import { SmsRefused, SmsUnavailable } from './errors.ts'
import { SmsFailed, SmsSent } from './events.ts'
import { countParts } from './parts.ts'
import { ownRates, priceOf } from './prices.ts'
import type { SmsProvider, SmsProviders } from './provider.ts'
import { applyReport, applyTo, toAudience, toTold } from './reports.ts'
import { SIMULATED, takeSimulatedReports } from './simulated-provider.ts'
import * as store from './store.ts'

export interface CourierOptions {
  readonly providers: SmsProviders
  /** Sender of messages that name none. */
  readonly sender: string
  /** Connections that no command holds. */
  readonly db: Db
  readonly jobs: Pick<Jobs, 'send'>
  readonly clock: Clock
  readonly log: Logger
  readonly invalidate: Invalidate
  /** How many commands may wait for the provider at a time; the others are answered before it is. */
  readonly waitersMax: number
}

export interface SmsRequest {
  readonly to: string
  readonly from?: string | undefined
  readonly message: string
}

export interface PricedSms {
  readonly destination: string
  readonly sender: string
  readonly message: string
  readonly parts: number
  readonly country_code: string
  readonly price_usdc: bigint
}

export interface PaidSms extends SmsRequest {
  /** Whoever pays, where that is known: only then can the same be asked for twice. */
  readonly payer?: string | undefined
  readonly user_uuid?: string | undefined
  readonly payment?: SmsPayment | undefined
  /** What was agreed on; computed when absent. */
  readonly price_usdc?: bigint | undefined
}

export interface SmsPayment {
  readonly rail: string
  readonly id: string
  readonly receipt: string | null
}

/** As much of a call as sending needs. */
export interface SmsCause {
  readonly caller: Pick<Caller, 'environment'>
}

export const SIMULATED_REPORTS_JOB = 'sms.simulated_reports'

const SAME_WITHIN_MS = 60_000
/** Longer than any call to a provider takes. */
const CLAIM_MS = 60_000
/** The sweep leaves a new message to whoever asked for it. */
const FIRST_SWEEP_MS = 30_000
const WAIT_MS = 3_000
/** After that the network would not try either. */
const GIVE_UP_MS = 259_200_000
const RETRY_MS_MAX = 3_600_000
const SWEEP_LIMIT = 100

export class Courier {
  private readonly options: CourierOptions
  private waiting = 0

  constructor(options: CourierOptions) {
    this.options = options
  }

  findProvider(environment: Environment): SmsProvider | undefined {
    const { live, sandbox } = this.options.providers
    return environment === 'live' ? live : sandbox
  }

  getProvider(environment: Environment): SmsProvider {
    const provider = this.findProvider(environment)
    if (!provider) throw SmsUnavailable({})
    return provider
  }

  /** What it would cost to send this. */
  async price(tx: Db, request: SmsRequest, { caller }: SmsCause): Promise<PricedSms> {
    const provider = this.getProvider(caller.environment)
    const destination = toDestination(request.to)
    const country_code = await countryOf(destination)
    const parts = countParts(request.message)
    return {
      destination,
      sender: request.from ?? this.options.sender,
      message: request.message,
      parts,
      country_code,
      price_usdc: priceOf(await this.findRate(tx, provider, country_code), parts),
    }
  }

  /** Ten-thousandths of a euro for a part. */
  async findRate(tx: Db, provider: SmsProvider, country: string): Promise<number | undefined> {
    const told = provider.listRates && (await store.findRate(tx, provider.name, country))
    return told ?? ownRates[country]
  }

  /** Sends what was paid for; the same again within a minute, or by the same payment, is the same message. */
  async send(request: PaidSms, cause: SmsCause): Promise<store.MessageRow> {
    return this.deliver(await this.accept(request, cause))
  }

  /** What this payer sent a moment ago, if it was the same. */
  async findSame(tx: Db, request: PaidSms, cause: SmsCause): Promise<store.MessageRow | undefined> {
    const priced = await this.price(tx, request, cause)
    const fingerprint = fingerprintOf(request, priced, cause.caller.environment)
    const since = new Date(this.options.clock.now().getTime() - SAME_WITHIN_MS)
    return fingerprint && store.findDuplicate(tx, fingerprint, since)
  }

  private accept(
    request: PaidSms,
    { caller: { environment } }: SmsCause,
  ): Promise<store.MessageRow> {
    const provider = this.getProvider(environment)
    return this.work('sms.accept', environment, async (ctx) => {
      const { payment } = request
      const priced = await this.price(ctx.tx, request, ctx)
      const fingerprint = fingerprintOf(request, priced, environment)
      const earlier = payment
        ? await this.findPaid(payment, ctx.tx)
        : await this.findRecent(fingerprint, ctx)
      if (earlier) return earlier
      return store.insertMessage(ctx.tx, {
        ...priced,
        price_usdc: request.price_usdc ?? priced.price_usdc,
        id: uuidv7(ctx.now),
        environment,
        provider: provider.name,
        test_mode: provider.simulated,
        payer: request.payer ?? null,
        fingerprint: fingerprint ?? null,
        user_uuid: request.user_uuid ?? null,
        payment_rail: payment?.rail ?? null,
        payment_id: payment?.id ?? null,
        payment_receipt: payment?.receipt ?? null,
        next_attempt_at: new Date(ctx.now.getTime() + FIRST_SWEEP_MS),
        now: ctx.now,
      })
    })
  }

  private async findRecent(fingerprint: Buffer | undefined, { tx, now }: Context) {
    if (!fingerprint) return undefined
    await store.lockSame(tx, fingerprint.toString('hex'))
    return store.findDuplicate(tx, fingerprint, new Date(now.getTime() - SAME_WITHIN_MS))
  }

  /** A payment is for one message; but one that the provider refused was none. */
  private async findPaid({ id }: SmsPayment, tx: Db) {
    await store.lockSame(tx, id)
    const message = await store.findByPayment(tx, id)
    return message && isRefused(message) ? undefined : message
  }

  /**
   * The message as it stands when the provider has answered, or after a while as it is: then it is
   * pending, and sent without anybody waiting. Throws when the provider refuses it.
   */
  async deliver(message: store.MessageRow): Promise<store.MessageRow> {
    if (message.status !== 'pending') return checkAccepted(message)
    const sending = this.dispatch(message.id)
    // Whoever does not wait for it does not hear of its end either.
    sending.catch((error: unknown) => this.options.log.warn({ err: error }, 'a message waits'))
    if (this.waiting >= this.options.waitersMax) return message
    this.waiting++
    try {
      return checkAccepted((await Promise.race([sending, later(WAIT_MS)])) ?? message)
    } finally {
      this.waiting--
    }
  }

  /** Everything that nobody is working on. */
  async sweep(): Promise<void> {
    const { db, clock } = this.options
    for (const id of await store.listWaiting(db, clock.now(), SWEEP_LIMIT)) await this.dispatch(id)
  }

  /** What the simulated provider has to say by now. */
  async collectSimulatedReports(): Promise<void> {
    for (const environment of ['live', 'sandbox'] as const)
      await this.work('sms.report', environment, async (ctx) => {
        for (const report of await takeSimulatedReports(ctx.tx, environment, ctx.now))
          await applyReport(SIMULATED, report, ctx)
      })
  }

  async refreshRates(): Promise<void> {
    const { providers, db, clock } = this.options
    const rates = await providers.live?.listRates?.()
    if (rates) await store.upsertRates(db, providers.live!.name, rates, clock.now())
  }

  private async dispatch(id: string): Promise<store.MessageRow | undefined> {
    const { db, clock } = this.options
    const now = clock.now()
    const claim = { now, until: new Date(now.getTime() + CLAIM_MS) }
    const message = await store.claimMessage(db, id, claim)
    if (!message) return store.findMessage(db, id)
    const provider = this.findProvider(message.environment)
    // The settings have changed since: whoever else was asked would not know the reference.
    if (provider?.name !== message.provider)
      return this.postpone(message, `the provider ${message.provider} is not configured`)
    try {
      const outcome = await provider.send({
        reference: message.id,
        destination: message.destination,
        sender: message.sender,
        message: message.message,
      })
      return await (outcome.outcome === 'accepted'
        ? this.recordSent(message, outcome.provider_id, provider)
        : this.recordFailed(message, outcome.error_code, outcome.reason))
    } catch (error) {
      this.options.log.warn({ err: error, message: id }, 'a message is tried again later')
      return this.postpone(message, String(error))
    }
  }

  /** Nobody knows whether it was sent: it is asked for again, later and later. */
  private async postpone(
    message: store.MessageRow,
    reason: string,
  ): Promise<store.MessageRow | undefined> {
    const { db, clock } = this.options
    const now = clock.now()
    if (now.getTime() - new Date(message.created_at).getTime() > GIVE_UP_MS)
      return this.recordFailed(message, 'expired', 'The provider could not be reached in time.')
    const waitMs = Math.min(RETRY_MS_MAX, 30_000 * 2 ** Math.min(message.attempts, 10))
    await store.releaseClaim(db, message.id, {
      next_attempt_at: new Date(now.getTime() + waitMs),
      error_message: reason.slice(0, 500),
      now,
    })
    return store.findMessage(db, message.id)
  }

  private recordSent(
    { id, environment }: store.MessageRow,
    provider_id: string,
    provider: SmsProvider,
  ) {
    return this.change(id, environment, async (message, ctx) => {
      const sent = await store.updateStatus(ctx.tx, id, ctx.now, {
        status: 'sent',
        provider_id,
        error_message: null,
        sent_at: ctx.now,
      })
      ctx.emit(SmsSent, toTold(sent, 'sent'), toAudience(message))
      const early = await store.takeEarlyReport(ctx.tx, provider.name, provider_id)
      if (early) await applyTo(sent, early, ctx)
      if (provider.simulated) await this.options.jobs.send(ctx.tx, SIMULATED_REPORTS_JOB, {})
      return sent
    })
  }

  private recordFailed(
    { id, environment }: store.MessageRow,
    error_code: string,
    error_message: string,
  ) {
    return this.change(id, environment, async (message, ctx) => {
      const failed = await store.updateStatus(ctx.tx, id, ctx.now, {
        status: 'failed',
        error_code,
        error_message,
      })
      ctx.emit(SmsFailed, { ...toTold(failed, 'failed'), error_code }, toAudience(message))
      return failed
    })
  }

  /** Only a pending message is changed: a slow call may end after another has done its work. */
  private change(
    id: string,
    environment: Environment,
    write: (message: store.MessageRow, ctx: Context) => Promise<store.MessageRow>,
  ): Promise<store.MessageRow | undefined> {
    return this.work('sms.dispatch', environment, async (ctx) => {
      const message = await store.lockMessage(ctx.tx, id)
      return message?.status === 'pending' ? write(message, ctx) : message
    })
  }

  private work<Output>(
    operation: string,
    environment: Environment,
    work: (ctx: Context) => Promise<Output>,
  ): Promise<Output> {
    const { db, clock, invalidate } = this.options
    const caller = bankItself(environment)
    return runAsBank({ db, now: clock.now(), caller, operation, invalidate }, work)
  }
}

const isRefused = ({ status, provider_id }: store.MessageRow): boolean =>
  status === 'failed' && provider_id === null

/** What the provider never took was not sent; a report of failure later on is an answer like others. */
function checkAccepted(message: store.MessageRow): store.MessageRow {
  if (isRefused(message))
    throw SmsRefused({ reason: message.error_message ?? 'no reason was given.' })
  return message
}

function fingerprintOf(
  { payer }: PaidSms,
  { destination, sender, message }: PricedSms,
  environment: Environment,
): Buffer | undefined {
  if (payer === undefined) return undefined
  return createHash('sha256')
    .update(JSON.stringify([environment, payer, destination, sender, message]))
    .digest()
}

const later = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
  })
