// What an event of the platform changes. Its word is law about its own cards and money, and events that
// came first never undo what came later.
import { formatDecimal } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import { isRegistered } from '../../people/identity/index.ts'
import { readCents } from './cents.ts'
import { BadEvent } from './errors.ts'
import {
  CardBalanceChanged,
  CardholderKycChanged,
  CardStatusChanged,
  CardWalletBalanceChanged,
} from './events.ts'
import type { Facts } from './payload.ts'
import * as store from './store.ts'
import type { CardRow, HolderRow, OpenEvent, WalletRow } from './store.ts'
import { cardLife } from './life-cycle.ts'
import { type Effect, findEffect } from './types.ts'

/** What is announced when, and only when, the change stays. */
type Announce = (ctx: Pick<Context, 'emit'>) => void

type Applying = Pick<Context, 'tx' | 'now'>

export async function applyEvent(event: OpenEvent, ctx: Applying): Promise<Announce[]> {
  const effect = findEffect(event.event_type)
  switch (effect?.about) {
    case 'cardholder':
      return applyKyc(event, effect, ctx)
    case 'wallet':
      return applyToWallet(event, effect.direction, ctx)
    case 'card':
      return applyToCard(event, effect, ctx)
    default:
      return []
  }
}

const need = (id: string | undefined, field: string): string => {
  if (id === undefined) throw new BadEvent(`it has no ${field}`)
  return id
}

const madeOf = ({ environment }: OpenEvent, now: Date) => ({ environment, now })

/** The holder an event names, known as the user it names, if that is one of ours. */
async function nameHolder(event: OpenEvent, { tx, now }: Applying): Promise<HolderRow | undefined> {
  const { holder_id, user_uuid } = event.facts
  if (holder_id === undefined) return undefined
  const holder = await store.lockHolder(tx, holder_id, madeOf(event, now))
  const isNamed = holder.user_uuid === null && user_uuid !== undefined
  if (!isNamed || !(await isRegistered(tx, user_uuid))) return holder
  return store.updateHolder(tx, holder.uuid, { user_uuid, updated_at: now })
}

const toAudience = (holder: HolderRow | undefined) =>
  holder?.user_uuid ? { user_uuid: holder.user_uuid } : {}

/** Whoever holds it is told, whether or not the event names them. */
async function findAudience({ environment, holder_id }: CardRow | WalletRow, { tx }: Applying) {
  return toAudience(
    holder_id === null ? undefined : await store.findHolder(tx, { environment, holder_id }),
  )
}

async function applyKyc(
  event: OpenEvent,
  { kyc, stage }: Extract<Effect, { about: 'cardholder' }>,
  ctx: Applying,
): Promise<Announce[]> {
  need(event.facts.holder_id, 'holderId')
  const known = (await nameHolder(event, ctx))!
  if (isOlder(event, known.kyc_event)) return []
  const kyc_reason = kyc === 'rejected' ? (event.facts.reason ?? null) : null
  const holder = await store.updateHolder(ctx.tx, known.uuid, {
    kyc_status: kyc,
    kyc_stage: stage ?? null,
    kyc_reason,
    kyc_event: event.id,
    updated_at: ctx.now,
  })
  const { holder_id } = holder
  return [
    ({ emit }) =>
      emit(CardholderKycChanged, { holder_id, kyc_status: kyc, kyc_reason }, toAudience(holder)),
  ]
}

/** Ids ascend by the time at which events came. */
const isOlder = (event: OpenEvent, than: string | null): boolean => than !== null && event.id < than

interface Balanced {
  readonly balance_cents: string
  readonly balance_event: string | null
}

/**
 * A balance that the platform names holds; without one the amount is added or taken. Undefined when a
 * later event has named one: it contains this.
 */
function readBalance(
  event: OpenEvent,
  row: Balanced,
  direction: 'in' | 'out' | 'statement',
): Pick<store.CardChange, 'balance_cents' | 'balance_event'> | undefined {
  const { amount, balance } = event.facts
  const units = amount === undefined ? undefined : readCents(amount, 'amount')
  if (units !== undefined && units <= 0n) throw new BadEvent('amount is not positive')
  const named = balance === undefined ? undefined : readCents(balance, 'balance')
  if (named === undefined && units === undefined) throw new BadEvent('it has no amount')
  if (isOlder(event, row.balance_event)) return undefined
  if (named !== undefined) return { balance_cents: String(named), balance_event: event.id }
  // A statement tells what is owed; it does not add to it.
  if (direction === 'statement') return { balance_cents: String(-units!), balance_event: event.id }
  const change = direction === 'in' ? units! : -units!
  return { balance_cents: String(BigInt(row.balance_cents) + change) }
}

const currencyOf = ({ currency }: Facts) => (currency === undefined ? {} : { currency })

const toBalance = ({ balance_cents, currency }: CardRow | WalletRow) => ({
  balance: formatDecimal({ units: BigInt(balance_cents), asset: { code: '', precision: 2 } }),
  currency,
})

async function applyToWallet(
  event: OpenEvent,
  direction: 'in' | 'out',
  ctx: Applying,
): Promise<Announce[]> {
  const account_id = need(event.facts.account_id, 'accountId')
  const holder = await nameHolder(event, ctx)
  const known = await store.lockWallet(ctx.tx, account_id, madeOf(event, ctx.now))
  const change = readBalance(event, known, direction)
  const wallet = await store.updateWallet(ctx.tx, known.uuid, {
    ...change,
    ...(holder && known.holder_id === null && { holder_id: holder.holder_id }),
    ...currencyOf(event.facts),
    updated_at: ctx.now,
  })
  if (!change) return []
  const told = { wallet_uuid: wallet.uuid, ...toBalance(wallet) }
  const audience = await findAudience(wallet, ctx)
  return [({ emit }) => emit(CardWalletBalanceChanged, told, audience)]
}

async function applyToCard(
  event: OpenEvent,
  effect: Extract<Effect, { about: 'card' }>,
  ctx: Applying,
): Promise<Announce[]> {
  const { facts } = event
  const card_id = need(facts.card_id, 'cardId')
  const named = await nameHolder(event, ctx)
  const known = await store.lockCard(ctx.tx, card_id, madeOf(event, ctx.now))
  const turn = 'becomes' in effect ? readTurn(event, effect, known) : {}
  const balance = 'direction' in effect ? readBalance(event, known, effect.direction) : undefined
  const card = await store.updateCard(ctx.tx, known.uuid, {
    ...turn,
    ...balance,
    ...(named && known.holder_id === null && { holder_id: named.holder_id }),
    ...(facts.last4 !== undefined && { last4: facts.last4 }),
    ...(facts.network !== undefined && { network: facts.network }),
    ...currencyOf(facts),
    updated_at: ctx.now,
  })
  const audience = await findAudience(card, ctx)
  const { uuid: card_uuid, status, last4 } = card
  const announcements: Announce[] = []
  if (turn.status)
    announcements.push(({ emit }) =>
      emit(CardStatusChanged, { card_uuid, status, last4 }, audience),
    )
  if (balance)
    announcements.push(({ emit }) =>
      emit(CardBalanceChanged, { card_uuid, ...toBalance(card) }, audience),
    )
  return announcements
}

/** No status when it stays as it is; the event is remembered all the same, as the last word. */
function readTurn(
  event: OpenEvent,
  { becomes, isNew }: Extract<Effect, { becomes: unknown }>,
  { status, status_event }: CardRow,
): Pick<store.CardChange, 'status' | 'status_event'> {
  // A card that is frozen before its birth is told stays frozen.
  if (isOlder(event, status_event) || (isNew && status !== 'pending')) return {}
  return {
    ...(cardLife.findBetween(status, becomes) && { status: becomes }),
    status_event: event.id,
  }
}
