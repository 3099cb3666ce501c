// All SQL of the schema `subscriptions`, without rules.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { liveStatuses, type Plan, type Source } from './products.ts'
import { type Change, readChange, type State } from './state.ts'

export interface Subscriber {
  readonly environment: Environment
  readonly user_uuid: string
}

export interface Purchase {
  readonly environment: Environment
  readonly source: Source
  readonly store_id: string
}

export type SubscriptionRow = Pick<
  Row<'subscriptions.subscriptions'>,
  keyof Subscriber | keyof Purchase | 'id' | 'plan'
> & { readonly state: State }

/** Serializes the verification of receipts of one user. */
export async function lockSubscriber(tx: Db, who: Subscriber): Promise<void> {
  await lock(tx, `subscriptions.of/${who.environment}/${who.user_uuid}`)
}

/** Serializes receipts and notifications of one purchase. Always taken after the lock of the user. */
export async function lockPurchase(tx: Db, source: Source, store_id: string): Promise<void> {
  await lock(tx, `subscriptions.purchase/${source}/${store_id}`)
}

async function lock(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text))

const toRow = (row: Row<'subscriptions.subscriptions'>): SubscriptionRow => ({
  id: row.id,
  environment: row.environment,
  user_uuid: row.user_uuid,
  source: row.source,
  store_id: row.store_id,
  plan: row.plan,
  state: {
    status: row.status,
    product_id: row.product_id,
    transaction_id: row.transaction_id,
    current_period_ends_at: toDate(row.current_period_ends_at),
    trial_ends_at: toDate(row.trial_ends_at),
    paused_until: toDate(row.paused_until),
    cancel_at_period_end: row.cancel_at_period_end,
    as_of: new Date(row.as_of),
    renewal_as_of: new Date(row.renewal_as_of),
  },
})

export async function findPurchase(
  tx: Db,
  { environment, source, store_id }: Purchase,
): Promise<SubscriptionRow | undefined> {
  const row = await tx
    .selectFrom('subscriptions.subscriptions')
    .selectAll()
    .where('environment', '=', environment)
    .where('source', '=', source)
    .where('store_id', '=', store_id)
    .executeTakeFirst()
  return row && toRow(row)
}

/** The live subscription, otherwise the one that changed last. */
export async function findSubscription(
  tx: Db,
  { environment, user_uuid }: Subscriber,
): Promise<SubscriptionRow | undefined> {
  const row = await tx
    .selectFrom('subscriptions.subscriptions')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .orderBy((eb) => eb('status', 'in', [...liveStatuses]), 'desc')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toRow(row)
}

/** Selects by status alone; the period may already have run out. */
export async function lockLive(
  tx: Db,
  { environment, user_uuid }: Subscriber,
): Promise<SubscriptionRow | undefined> {
  const row = await tx
    .selectFrom('subscriptions.subscriptions')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('status', 'in', [...liveStatuses])
    .forUpdate()
    .executeTakeFirst()
  return row && toRow(row)
}

export async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow | undefined> {
  const row = await tx
    .selectFrom('subscriptions.subscriptions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toRow(row)
}

export interface NewSubscription extends Subscriber, Purchase {
  readonly id: string
  readonly plan: Plan
  readonly store_environment: string | null
  readonly state: State
}

export async function insertSubscription(
  tx: Db,
  { state, ...rest }: NewSubscription,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('subscriptions.subscriptions')
    .values({ ...rest, ...state, last_verified_at: now, created_at: now, updated_at: now })
    .execute()
}

export async function updateSubscription(
  tx: Db,
  id: string,
  change: {
    readonly state: State
    readonly plan: Plan
    readonly verified?: boolean
    readonly now: Date
  },
): Promise<void> {
  const { state, plan, verified = false, now } = change
  await tx
    .updateTable('subscriptions.subscriptions')
    .set({ ...state, plan, updated_at: now, ...(verified && { last_verified_at: now }) })
    .where('id', '=', id)
    .execute()
}

export interface NewReceipt {
  readonly id: string
  readonly subscription_id: string
  readonly digest: Buffer
  readonly transaction_id: string | null
  readonly currency: string | null
  readonly price_milliunits: string | null
  readonly verified_at: Date
}

export async function insertReceipt(tx: Db, receipt: NewReceipt): Promise<void> {
  await tx.insertInto('subscriptions.receipts').values(receipt).execute()
}

export interface NewConsent extends Subscriber {
  readonly id: string
  readonly subscription_id: string
  readonly given: boolean
  readonly consent_text: string
  readonly version: number
  readonly shown_at: Date
  readonly accepted_at: Date
  readonly app_version: string | null
  readonly address_digest: Buffer
  readonly created_at: Date
}

export async function insertConsent(tx: Db, consent: NewConsent): Promise<void> {
  await tx.insertInto('subscriptions.consents').values(consent).execute()
}

export interface NewNotification {
  readonly id: string
  readonly source: Source
  readonly notification_id: string
  readonly type: string
  readonly store_id: string | null
  readonly environments: Environment[]
  readonly change: Change | undefined
  readonly outcome: 'noted' | 'waiting'
  readonly received_at: Date
}

/** False when the notification is a repeat. */
export async function insertNotification(tx: Db, note: NewNotification): Promise<boolean> {
  const row = await tx
    .insertInto('subscriptions.notifications')
    .values({
      ...note,
      change: note.change === undefined ? null : JSON.stringify(note.change),
      settled_at: note.outcome === 'waiting' ? null : note.received_at,
    })
    .onConflict((conflict) => conflict.columns(['source', 'notification_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface WaitingNotification {
  readonly id: string
  readonly environments: readonly string[]
  readonly change: Change | undefined
}

/** The waiting notifications of one purchase, in the order of arrival. */
export async function listWaiting(
  tx: Db,
  source: Source,
  store_id: string,
): Promise<WaitingNotification[]> {
  const rows = await tx
    .selectFrom('subscriptions.notifications')
    .select(['id', 'environments', 'change'])
    .where('source', '=', source)
    .where('store_id', '=', store_id)
    .where('outcome', '=', 'waiting')
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return rows.map(({ change, ...row }) => ({
    ...row,
    change: change === null ? undefined : readChange(change),
  }))
}

export async function settleNotification(
  tx: Db,
  id: string,
  outcome: 'noted' | 'applied' | 'late',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscriptions.notifications')
    .set({ outcome, settled_at: now })
    .where('id', '=', id)
    .execute()
}

export interface EndingRequest {
  readonly source: Source
  /** Only rows that were not checked after this instant. */
  readonly untouchedSince: Date
  readonly now: Date
  readonly limit: number
}

/** Live subscriptions whose period has run out, the longest unchecked first. */
export async function listEnding(
  tx: Db,
  { source, untouchedSince, now, limit }: EndingRequest,
): Promise<SubscriptionRow[]> {
  const rows = await tx
    .selectFrom('subscriptions.subscriptions')
    .selectAll()
    .where('source', '=', source)
    .where('status', 'in', [...liveStatuses])
    .where('current_period_ends_at', '<=', now.toISOString())
    .where('updated_at', '<=', untouchedSince.toISOString())
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

/** Marks a row as checked, so that the next sweep starts with others. */
export async function touch(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions.subscriptions')
    .set({ updated_at: now })
    .where('id', '=', id)
    .execute()
}
