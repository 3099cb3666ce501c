// Receives the stores' notifications. Each is stored once and always answered with success, because a store
// would only repeat a refused one. Apple's count only if Apple signed them. Google's are not signed:
// only the purchase token is taken from them, and Google is asked about that purchase.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { AppError, Unavailable } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { readAppleNotification } from './app-stores/apple.ts'
import { InvalidAppleToken } from './app-stores/apple-reader.ts'
import { ReceiptRefused } from './errors.ts'
import { readGoogleNotification, toChange, toGoogleFacts } from './app-stores/google.ts'
import { recordState } from './recorder.ts'
import { isLiveStatus, type Source } from './products.ts'
import { type Change, applyChange } from './state.ts'
import * as store from './store.ts'
import { environmentsOf, type AppStores } from './app-stores/receipts.ts'

export interface NotificationOptions {
  readonly stores: AppStores
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Logger
  readonly work: Bank['work']
}

export const QUERY_JOB = 'subscriptions.ask'

const notConfigured = (name: string) =>
  Unavailable({ reason: `${name} is not configured, so its notifications cannot be verified.` })

export async function receiveApple(
  signedPayload: string,
  ctx: Context,
  { stores, log }: NotificationOptions,
): Promise<void> {
  if (!stores.apple) throw notConfigured('The App Store')
  const note = await readAppleNotification(stores.apple, signedPayload, ctx.now).catch(
    (error: unknown) => {
      if (!(error instanceof InvalidAppleToken)) throw error
      log.warn({ err: error }, 'a notification that Apple did not sign was ignored')
      return undefined
    },
  )
  if (!note) return
  const { store_id = null, notification_id, type, change, store_environment } = note
  const isWanted = change !== undefined && store_id !== null
  const id = uuidv7(ctx.now)
  const isNew = await store.insertNotification(ctx.tx, {
    id,
    source: 'apple_iap',
    notification_id,
    type,
    store_id,
    environments: environmentsOf(store_environment, stores.production),
    change,
    outcome: isWanted ? 'waiting' : 'noted',
    received_at: ctx.now,
  })
  if (isNew && isWanted) await apply('apple_iap', store_id, ctx, log)
}

export interface PubSubPush {
  readonly messageId: string
  readonly data: string
}

export async function receiveGoogle(
  { messageId, data }: PubSubPush,
  ctx: Context,
  { stores, jobs, log }: NotificationOptions,
): Promise<void> {
  if (!stores.google) throw notConfigured('Google Play')
  const note = readGoogleNotification(data, ctx.now)
  if (note?.package_name !== stores.packageName) {
    log.warn({ messageId }, 'a Google Play notification for another app was ignored')
    return
  }
  const { isAuthority } = stores.google
  const { token = null, type, ended } = note
  // When the store can be asked, its answer decides, not the notification.
  const isWanted = token !== null && (isAuthority || note.change !== undefined)
  const id = uuidv7(ctx.now)
  const isNew = await store.insertNotification(ctx.tx, {
    id,
    source: 'google_play',
    notification_id: messageId,
    type,
    store_id: token,
    environments: ['live', 'sandbox'],
    change: isAuthority ? undefined : note.change,
    outcome: isWanted ? 'waiting' : 'noted',
    received_at: ctx.now,
  })
  if (!isNew || !isWanted) return
  if (isAuthority) await jobs.send(ctx.tx, QUERY_JOB, { token, ended })
  else await apply('google_play', token, ctx, log)
}

/** Applies all waiting notifications of a purchase; they keep waiting until its receipt has been verified. */
async function apply(source: Source, store_id: string, ctx: Context, log: Logger): Promise<void> {
  await store.lockPurchase(ctx.tx, source, store_id)
  const waiting = await store.listWaiting(ctx.tx, source, store_id)
  for (const { id, environments, change } of waiting) {
    const outcomes: Outcome[] = []
    for (const environment of ['live', 'sandbox'] as const)
      if (environments.includes(environment) && change)
        outcomes.push(await applyTo({ environment, source, store_id }, change, ctx, log))
    const outcome = (['applied', 'late', 'noted'] as const).find((one) => outcomes.includes(one))
    if (outcome) await store.settleNotification(ctx.tx, id, outcome, ctx.now)
  }
}

type Outcome = 'applied' | 'late' | 'noted' | 'unknown'

async function applyTo(
  purchase: store.Purchase,
  change: Change,
  ctx: Context,
  log: Logger,
): Promise<Outcome> {
  const found = await store.findPurchase(ctx.tx, purchase)
  const row = found && (await store.lockSubscription(ctx.tx, found.id))
  if (!row) return 'unknown'
  const next = applyChange(row.state, change)
  if (!next) return 'late'
  if (isLiveStatus(next.status) && !isLiveStatus(row.state.status)) {
    const other = await store.lockLive(ctx.tx, row)
    if (other) {
      // The user pays twice, which only the stores can undo; the current subscription stays in effect.
      log.warn(
        { subscription: row.id, other: other.id },
        'a user pays for a second subscription; the first one stays in effect',
      )
      return 'noted'
    }
  }
  await recordState(row, next, ctx)
  return 'applied'
}

/** Asks Google outside of any transaction and applies its answer; the job retries when this throws. */
export async function queryGoogle(
  { token, ended }: { readonly token: string; readonly ended: 'expired' | 'refunded' },
  db: Db,
  { stores, clock, log, work }: NotificationOptions,
): Promise<void> {
  if (!stores.google?.isAuthority) return
  const purchases = await findKnown(token, db)
  // The receipt has not been verified yet; verifying it asks Google.
  if (purchases.length === 0) return
  const change = await readChangeOf(token, ended, stores, clock.now())
  await work(purchases[0]!.environment, QUERY_JOB, async (ctx) => {
    await store.lockPurchase(ctx.tx, 'google_play', token)
    const waiting = await store.listWaiting(ctx.tx, 'google_play', token)
    const outcomes: Outcome[] = []
    for (const purchase of purchases) outcomes.push(await applyTo(purchase, change, ctx, log))
    const outcome = outcomes.includes('applied') ? 'applied' : 'late'
    for (const { id } of waiting) await store.settleNotification(ctx.tx, id, outcome, ctx.now)
  })
}

async function findKnown(token: string, db: Db): Promise<store.SubscriptionRow[]> {
  const rows = await Promise.all(
    (['live', 'sandbox'] as const).map((environment) =>
      store.findPurchase(db, { environment, source: 'google_play', store_id: token }),
    ),
  )
  return rows.filter((row) => row !== undefined)
}

async function readChangeOf(
  token: string,
  ended: 'expired' | 'refunded',
  stores: AppStores,
  now: Date,
): Promise<Change> {
  try {
    const purchase = await stores.google!.read(token, { product_id: '', now })
    return toChange(toGoogleFacts(purchase, undefined, now), ended)
  } catch (error) {
    // A purchase that the store no longer knows has ended.
    if (error instanceof AppError && error.def.code === ReceiptRefused.code)
      return { as_of: now, status: ended }
    throw error
  }
}
