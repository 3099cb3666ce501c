// Sends each message exactly once. A message is committed as a row and claimed for a while before the
// provider is called, and the call carries the row's id as its reference. After a crash or a lost answer a
// retry or the sweep calls the provider again under the same reference.
//
// Rows are written in separate transactions on separate connections: the calling command already holds
// a connection while it waits, and waiting for a second one from the same pool could deadlock.
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { HOUR_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { type Caller, type Environment, systemCaller } from '../../../operation/caller.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { countryOf, toDestination } from './countries.ts'
import { SmsRejected, SmsUnavailable } from './errors.ts'
import { SmsFailed, SmsSent } from './events.ts'
import { countParts } from './parts.ts'
import { defaultRates, priceOf } from './prices.ts'
import type { SmsProvider, SmsProviders } from './providers/provider.ts'
import { applyReport, applyTo, toAudience, toEventData } from './reports.ts'
import { SIMULATED, takeSimulatedReports } from './providers/simulated.ts'
import * as store from './store.ts'

export interface SmsSenderOptions {
  readonly providers: SmsProviders
  /** Shown as the sender when a request names none. */
  readonly defaultSender: string
  /** A connection pool that commands do not use. */
  readonly db: Db
  readonly jobs: Pick<Jobs, 'send'>
  readonly clock: Clock
  readonly log: Logger
  readonly invalidate: Invalidate
  /** How many commands may wait for the provider at a time; further ones return a pending message at once. */
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
  /** Who pays, if known. Duplicates are recognised only for a known payer. */
  readonly payer?: string | undefined
  readonly user_uuid?: string | undefined
  readonly payment?: SmsPayment | undefined
  /** The agreed price; computed when absent. */
  readonly price_usdc?: bigint | undefined
}

export interface SmsPayment {
  readonly rail: string
  readonly id: string
  readonly receipt: string | null
}

/** The part of a call's context that sending needs. */
export interface SmsCause {
  readonly caller: Pick<Caller, 'environment'>
}

export const SIMULATED_REPORTS_JOB = 'sms.simulated_reports'

const DUPLICATE_WITHIN_MS = 60_000
/** A claim must outlast the longest call to a provider. */
const CLAIM_MS = 60_000
/** For this long the sweep leaves a new message to the command that created it. */
const FIRST_SWEEP_MS = 30_000
const WAIT_MS = 3_000
/** Three days, like the validity that the network gives a message. */
const GIVE_UP_MS = 259_200_000
const RETRY_MS_MAX = HOUR_MS
const SWEEP_LIMIT = 100

export class SmsSender {
  private readonly options: SmsSenderOptions
  private waiting = 0

  constructor(options: SmsSenderOptions) {
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

  /** Quotes a message without sending it. */
  async price(tx: Db, request: SmsRequest, { caller }: SmsCause): Promise<PricedSms> {
    const provider = this.getProvider(caller.environment)
    const destination = toDestination(request.to)
    const country_code = await countryOf(destination)
    const parts = countParts(request.message)
    return {
      destination,
      sender: request.from ?? this.options.defaultSender,
      message: request.message,
      parts,
      country_code,
      price_usdc: priceOf(await this.findRate(tx, provider, country_code), parts),
    }
  }

  /** The rate in ten-thousandths of a euro per part; undefined when the country has none. */
  async findRate(tx: Db, provider: SmsProvider, country: string): Promise<number | undefined> {
    const listed = provider.listRates && (await store.findRate(tx, provider.name, country))
    return listed ?? defaultRates[country]
  }

  /** A repeat within a minute, or under the same payment, returns the earlier message and sends nothing. */
  async send(request: PaidSms, cause: SmsCause): Promise<store.MessageRow> {
    return this.deliver(await this.accept(request, cause))
  }

  /** The same message from the same payer within the last minute. */
  async findDuplicate(
    tx: Db,
    request: PaidSms,
    cause: SmsCause,
  ): Promise<store.MessageRow | undefined> {
    const priced = await this.price(tx, request, cause)
    const fingerprint = fingerprintOf(request, priced, cause.caller.environment)
    const since = new Date(this.options.clock.now().getTime() - DUPLICATE_WITHIN_MS)
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
    await store.lockDuplicates(tx, fingerprint.toString('hex'))
    return store.findDuplicate(tx, fingerprint, new Date(now.getTime() - DUPLICATE_WITHIN_MS))
  }

  /** A payment buys one message; a message that the provider refused does not use it up. */
  private async findPaid({ id }: SmsPayment, tx: Db) {
    await store.lockDuplicates(tx, id)
    const message = await store.findByPayment(tx, id)
    return message && isRefused(message) ? undefined : message
  }

  /**
   * Returns the message after the provider has answered. If the answer takes too long, the message is
   * returned as pending and sending continues in the background. Throws when the provider refuses it.
   */
  async deliver(message: store.MessageRow): Promise<store.MessageRow> {
    if (message.status !== 'pending') return checkAccepted(message)
    const sending = this.dispatch(message.id)
    // The promise is not awaited after the timeout, so a late failure must be caught here.
    sending.catch((error: unknown) =>
      this.options.log.warn({ err: error, message: message.id }, 'sending a text message failed'),
    )
    if (this.waiting >= this.options.waitersMax) return message
    this.waiting++
    try {
      return checkAccepted((await Promise.race([sending, timeout(WAIT_MS)])) ?? message)
    } finally {
      this.waiting--
    }
  }

  /** Sends all due messages that no node has claimed. */
  async sweep(): Promise<void> {
    const { db, clock } = this.options
    for (const id of await store.listWaiting(db, clock.now(), SWEEP_LIMIT)) await this.dispatch(id)
  }

  /** Applies the delivery reports that the simulated provider has due. */
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
    // After a change of settings the new provider does not know the reference and would send a second time.
    if (provider?.name !== message.provider)
      return this.postpone(message, `the SMS provider ${message.provider} is no longer configured`)
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
      this.options.log.warn({ err: error, message: id }, 'a text message will be retried later')
      return this.postpone(message, String(error))
    }
  }

  /** The outcome is unknown, so the message is retried with exponential backoff until the network would give up. */
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
      ctx.emit(SmsSent, toEventData(sent, 'sent'), toAudience(message))
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
      ctx.emit(SmsFailed, { ...toEventData(failed, 'failed'), error_code }, toAudience(message))
      return failed
    })
  }

  /** Changes only a pending message: a slow call may end after a later one has recorded its outcome. */
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
    const caller = systemCaller(environment)
    return runAsSystem({ db, now: clock.now(), caller, operation, invalidate }, work)
  }
}

const isRefused = ({ status, provider_id }: store.MessageRow): boolean =>
  status === 'failed' && provider_id === null

/** Throws for a message the provider refused. A failure reported after acceptance is a normal outcome. */
function checkAccepted(message: store.MessageRow): store.MessageRow {
  if (isRefused(message))
    throw SmsRejected({ reason: message.error_message ?? 'No reason was given.' })
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

const timeout = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
  })
