// SQL of ordered cards and their payments. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Decision } from './decision.ts'
import type { CardPaymentStatus, IssuedCardStatus } from './life-cycle.ts'

export type IssuedCardRow = Row<'cards.issued_cards'>
export type CardPaymentRow = Row<'cards.card_payments'>

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

interface Limits {
  readonly payment_limit_units: string
  readonly daily_limit_units: string
  readonly monthly_limit_units: string
}

export interface NewCard extends Owner, Limits {
  readonly id: string
  readonly account_id: string
  readonly asset: string
  readonly issuer: 'simulated'
  readonly cardholder_name: string
  readonly label: string | null
  readonly network: 'visa' | 'mastercard'
  readonly last4: string
  readonly expires_on: string
  readonly allowed_by: string
  readonly allowed_with: string | null
  readonly allowed_at: Date
  readonly created_at: Date
}

/** Orders of one user wait for each other until the transaction ends, so that they are counted one by one. */
export async function lockOrders(tx: Db, { environment, user_uuid }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cards ${environment} ${user_uuid}`}, 0))`.execute(
    tx,
  )
}

const cardsOf = (tx: Db, { environment, user_uuid }: Owner) =>
  tx
    .selectFrom('cards.issued_cards')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)

export async function countOpenCards(tx: Db, owner: Owner): Promise<number> {
  const { count } = await cardsOf(tx, owner)
    .where('status', '!=', 'cancelled')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertCard = (tx: Db, card: NewCard): Promise<IssuedCardRow> =>
  tx
    .insertInto('cards.issued_cards')
    .values({ ...card, status: 'active', updated_at: card.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listCards = (tx: Db, owner: Owner, page: PageRequest) =>
  readPage(cardsOf(tx, owner).selectAll().orderBy('id', 'desc'), page)

export const findCard = async (
  tx: Db,
  owner: Owner,
  id: string,
): Promise<IssuedCardRow | undefined> =>
  isUuid(id) ? cardsOf(tx, owner).selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** Locks the card until the transaction ends, so that its payments are counted one after the other. */
export const lockCard = async (
  tx: Db,
  owner: Owner,
  id: string,
): Promise<IssuedCardRow | undefined> =>
  isUuid(id)
    ? cardsOf(tx, owner).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined

const activeOf = (tx: Db, allowed_by: string) =>
  tx
    .selectFrom('cards.issued_cards')
    .where('allowed_by', '=', allowed_by)
    .where('status', '=', 'active')

export async function countActive(tx: Db, allowed_by: string): Promise<number> {
  const { count } = await activeOf(tx, allowed_by)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const lockActive = (tx: Db, allowed_by: string): Promise<IssuedCardRow[]> =>
  activeOf(tx, allowed_by).selectAll().orderBy('id').forUpdate().execute()

export interface CardChange extends Partial<Limits> {
  readonly status?: IssuedCardStatus
  readonly label?: string | null
  readonly allowed_by?: string
  readonly allowed_with?: string | null
  readonly allowed_at?: Date
  readonly updated_at: Date
}

export const updateCard = (tx: Db, id: string, change: CardChange): Promise<IssuedCardRow> =>
  tx
    .updateTable('cards.issued_cards')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface NewPayment {
  readonly id: string
  readonly card_id: string
  readonly asset: string
  readonly units: string
  readonly merchant: string
  readonly status: 'authorized' | 'declined'
  readonly decision: Decision
  readonly reason: string | null
  readonly created_at: Date
}

export const insertPayment = (tx: Db, payment: NewPayment): Promise<CardPaymentRow> =>
  tx
    .insertInto('cards.card_payments')
    .values({ ...payment, updated_at: payment.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listPayments = (tx: Db, card_id: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('cards.card_payments')
      .selectAll()
      .where('card_id', '=', card_id)
      .orderBy('id', 'desc'),
    page,
  )

/** With its card, both locked until the transaction ends. */
export async function lockPayment(
  tx: Db,
  owner: Owner,
  id: string,
): Promise<{ readonly card: IssuedCardRow; readonly payment: CardPaymentRow } | undefined> {
  if (!isUuid(id)) return undefined
  const named = tx.selectFrom('cards.card_payments').where('id', '=', id)
  const found = await named.select('card_id').executeTakeFirst()
  const card = found && (await lockCard(tx, owner, found.card_id))
  if (!card) return undefined
  return { card, payment: await named.selectAll().forUpdate().executeTakeFirstOrThrow() }
}

export const updatePayment = (
  tx: Db,
  id: string,
  change: { readonly status: CardPaymentStatus; readonly updated_at: Date },
): Promise<CardPaymentRow> =>
  tx
    .updateTable('cards.card_payments')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface Spent {
  readonly today: bigint
  readonly month: bigint
}

/** What the cards have taken, or reserved, since the beginnings of the day and of the month. */
export async function sumSpent(
  tx: Db,
  cards: readonly string[],
  since: { readonly day: Date; readonly month: Date },
): Promise<ReadonlyMap<string, Spent>> {
  const { rows } = await sql<{ card_id: string; today: string; month: string }>`
    select card_id, sum(units) as month,
      coalesce(sum(units) filter (where created_at >= ${since.day}), 0) as today
    from cards.card_payments
    where card_id = any(${cards}::uuid[]) and created_at >= ${since.month}
      and status in ('authorized', 'captured')
    group by card_id`.execute(tx)
  return new Map(
    rows.map(({ card_id, today, month }) => [
      card_id,
      { today: BigInt(today), month: BigInt(month) },
    ]),
  )
}

export async function countAttempts(tx: Db, card_id: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('cards.card_payments')
    .where('card_id', '=', card_id)
    .where('created_at', '>', since.toISOString())
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
