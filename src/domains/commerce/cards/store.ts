// All SQL of the schema `cards`, without rules.
import { type NotNull, sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { EventFields } from './payload.ts'
import type { CardStatus } from './life-cycle.ts'
import type { KycStage, KycStatus, Network } from './effects.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'cards.events.facts': EventFields
  }
}

export interface NewEvent {
  readonly id: string
  readonly provider: string
  readonly event_id: string
  readonly event_type: string
  readonly environment: Environment
  /** Undefined for an event without effect, which counts as processed at once. */
  readonly facts: EventFields | undefined
  readonly received_at: Date
}

/** False when the event is a repeat; waits for a concurrent insert of the same event. */
export async function insertEvent(tx: Db, event: NewEvent): Promise<boolean> {
  const { facts, received_at } = event
  const row = await tx
    .insertInto('cards.events')
    .values({
      ...event,
      facts: facts === undefined ? null : JSON.stringify(facts),
      processed_at: facts === undefined ? received_at : null,
      next_attempt_at: facts === undefined ? null : received_at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id', 'event_type']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const openColumns = ['id', 'event_type', 'environment', 'facts', 'attempts'] as const

/** An unprocessed event always has facts. */
export type OpenEvent = Pick<
  Row<'cards.events', { facts: EventFields }>,
  (typeof openColumns)[number]
>

export async function listDue(tx: Db, now: Date, limit: number): Promise<OpenEvent[]> {
  return tx
    .selectFrom('cards.events')
    .select(openColumns)
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ facts: NotNull }>()
    .execute()
}

/** Undefined when another node is processing the event, or has finished it. */
export async function lockOpen(tx: Db, id: string): Promise<OpenEvent | undefined> {
  return tx
    .selectFrom('cards.events')
    .select(openColumns)
    .where('id', '=', id)
    .where('next_attempt_at', 'is not', null)
    .forUpdate()
    .skipLocked()
    .$narrowType<{ facts: NotNull }>()
    .executeTakeFirst()
}

export async function markProcessed(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('cards.events')
    .set({ processed_at: now, next_attempt_at: null, error: null })
    .where('id', '=', id)
    .execute()
}

export interface Failure {
  readonly attempts: number
  readonly error: string
  /** Null when no further attempt is made. */
  readonly next_attempt_at: Date | null
}

export async function markFailed(tx: Db, id: string, failure: Failure): Promise<void> {
  await tx.updateTable('cards.events').set(failure).where('id', '=', id).execute()
}

/** When `work` throws, only its own writes are rolled back. */
export async function inSavepoint<Output>(tx: Db, work: () => Promise<Output>): Promise<Output> {
  await sql`savepoint card_event`.execute(tx)
  try {
    const output = await work()
    await sql`release savepoint card_event`.execute(tx)
    return output
  } catch (error) {
    await sql`rollback to savepoint card_event`.execute(tx)
    throw error
  }
}

export type HolderRow = Row<'cards.cardholders'>
export type CardRow = Row<'cards.cards'>
export type WalletRow = Row<'cards.wallets'>

interface Creation {
  readonly environment: Environment
  readonly now: Date
}

const rowOf = ({ environment, now }: Creation) => ({
  uuid: uuidv7(now),
  environment,
  created_at: now,
  updated_at: now,
})

/** Creates the holder's row if needed, and locks it until the transaction ends. */
export async function lockHolder(
  tx: Db,
  holder_id: string,
  creation: Creation,
): Promise<HolderRow> {
  await tx
    .insertInto('cards.cardholders')
    .values({ ...rowOf(creation), holder_id, kyc_status: 'pending' })
    .onConflict((conflict) => conflict.columns(['environment', 'holder_id']).doNothing())
    .execute()
  return tx
    .selectFrom('cards.cardholders')
    .selectAll()
    .where('environment', '=', creation.environment)
    .where('holder_id', '=', holder_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function findHolder(
  tx: Db,
  { environment, holder_id }: { readonly environment: Environment; readonly holder_id: string },
): Promise<HolderRow | undefined> {
  return tx
    .selectFrom('cards.cardholders')
    .selectAll()
    .where('environment', '=', environment)
    .where('holder_id', '=', holder_id)
    .executeTakeFirst()
}

export async function lockCard(tx: Db, card_id: string, creation: Creation): Promise<CardRow> {
  await tx
    .insertInto('cards.cards')
    .values({ ...rowOf(creation), card_id, status: 'pending' })
    .onConflict((conflict) => conflict.columns(['environment', 'card_id']).doNothing())
    .execute()
  return tx
    .selectFrom('cards.cards')
    .selectAll()
    .where('environment', '=', creation.environment)
    .where('card_id', '=', card_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function lockWallet(
  tx: Db,
  account_id: string,
  creation: Creation,
): Promise<WalletRow> {
  await tx
    .insertInto('cards.wallets')
    .values({ ...rowOf(creation), account_id })
    .onConflict((conflict) => conflict.columns(['environment', 'account_id']).doNothing())
    .execute()
  return tx
    .selectFrom('cards.wallets')
    .selectAll()
    .where('environment', '=', creation.environment)
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export interface HolderChange {
  readonly user_uuid?: string
  readonly kyc_status?: KycStatus
  readonly kyc_stage?: KycStage | null
  readonly kyc_reason?: string | null
  readonly kyc_event?: string
  readonly updated_at: Date
}

export async function updateHolder(tx: Db, uuid: string, change: HolderChange): Promise<HolderRow> {
  return tx
    .updateTable('cards.cardholders')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface CardChange {
  readonly holder_id?: string
  readonly status?: CardStatus
  readonly status_event?: string
  readonly last4?: string
  readonly network?: Network
  readonly balance_cents?: string
  readonly balance_event?: string
  readonly currency?: string
  readonly updated_at: Date
}

export async function updateCard(tx: Db, uuid: string, change: CardChange): Promise<CardRow> {
  return tx
    .updateTable('cards.cards')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateWallet(
  tx: Db,
  uuid: string,
  change: Omit<CardChange, 'status' | 'status_event' | 'last4' | 'network'>,
): Promise<WalletRow> {
  return tx
    .updateTable('cards.wallets')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

interface Page<Item> {
  readonly rows: Item[]
  readonly total: number
}

export async function listHolders(
  tx: Db,
  { environment, user_uuid }: Owner,
  request: PageRequest,
): Promise<Page<HolderRow>> {
  const mine = tx
    .selectFrom('cards.cardholders')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('uuid', 'desc'), request)
  return { rows, total }
}

/** The cards of all holders that are linked to this user. */
const cardsOf = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('cards.cards as card')
    .innerJoin('cards.cardholders as holder', (join) =>
      join
        .onRef('holder.environment', '=', 'card.environment')
        .onRef('holder.holder_id', '=', 'card.holder_id'),
    )
    .where('card.environment', '=', environment)
    .where('holder.user_uuid', '=', user_uuid)

export async function listCards(
  tx: Db,
  owner: Owner,
  request: PageRequest,
): Promise<Page<CardRow>> {
  const mine = cardsOf(tx, owner)
  const { rows, total } = await readPage(
    mine.selectAll('card').orderBy('card.uuid', 'desc'),
    request,
  )
  return { rows, total }
}

export async function findCard(tx: Db, owner: Owner, uuid: string): Promise<CardRow | undefined> {
  if (!isUuid(uuid)) return undefined
  return cardsOf(tx, owner).selectAll('card').where('card.uuid', '=', uuid).executeTakeFirst()
}

export async function listWallets(
  tx: Db,
  { environment, user_uuid }: Owner,
  request: PageRequest,
): Promise<Page<WalletRow>> {
  const mine = tx
    .selectFrom('cards.wallets as wallet')
    .innerJoin('cards.cardholders as holder', (join) =>
      join
        .onRef('holder.environment', '=', 'wallet.environment')
        .onRef('holder.holder_id', '=', 'wallet.holder_id'),
    )
    .where('wallet.environment', '=', environment)
    .where('holder.user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(
    mine.selectAll('wallet').orderBy('wallet.uuid', 'desc'),
    request,
  )
  return { rows, total }
}
