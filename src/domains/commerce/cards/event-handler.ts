// Applies events of the card platform. The platform is the authority on its own cards and balances, and an
// older event never undoes a newer one.
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
import type { EventFields } from './payload.ts'
import * as store from './store.ts'
import type { CardRow, HolderRow, OpenEvent, WalletRow } from './store.ts'
import { cardLife } from './life-cycle.ts'
import { type Effect, findEffect } from './effects.ts'

/** Emits an event of the bank; called only if the change is not rolled back. */
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

const required = (id: string | undefined, field: string): string => {
  if (id === undefined) throw new BadEvent(`the event has no ${field}`)
  return id
}

const creationOf = ({ environment }: OpenEvent, now: Date) => ({ environment, now })

/** Locks the holder that an event names, and links it to the user the event names if that user is registered. */
async function linkNamedHolder(
  event: OpenEvent,
  { tx, now }: Applying,
): Promise<HolderRow | undefined> {
  const { holder_id, user_uuid } = event.facts
  if (holder_id === undefined) return undefined
  const holder = await store.lockHolder(tx, holder_id, creationOf(event, now))
  const isNamed = holder.user_uuid === null && user_uuid !== undefined
  if (!isNamed || !(await isRegistered(tx, user_uuid))) return holder
  return store.updateHolder(tx, holder.uuid, { user_uuid, updated_at: now })
}

const toAudience = (holder: HolderRow | undefined) =>
  holder?.user_uuid ? { user_uuid: holder.user_uuid } : {}

/** The holder receives the event even when the platform's event does not name them. */
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
  required(event.facts.holder_id, 'holderId')
  const known = (await linkNamedHolder(event, ctx))!
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

/** Event ids ascend in the order of arrival. */
const isOlder = (event: OpenEvent, than: string | null): boolean => than !== null && event.id < than

interface Balanced {
  readonly balance_cents: string
  readonly balance_event: string | null
}

/**
 * A balance stated by the platform replaces ours; otherwise the amount is added or subtracted. Undefined
 * when a newer event has stated a balance, which already includes this amount.
 */
function readBalance(
  event: OpenEvent,
  row: Balanced,
  direction: 'in' | 'out' | 'statement',
): Pick<store.CardChange, 'balance_cents' | 'balance_event'> | undefined {
  const { amount, balance } = event.facts
  const units = amount === undefined ? undefined : readCents(amount, 'amount')
  if (units !== undefined && units <= 0n)
    throw new BadEvent(`the amount must be positive, not ${amount}`)
  const named = balance === undefined ? undefined : readCents(balance, 'balance')
  if (named === undefined && units === undefined)
    throw new BadEvent('the event has neither an amount nor a balance')
  if (isOlder(event, row.balance_event)) return undefined
  if (named !== undefined) return { balance_cents: String(named), balance_event: event.id }
  // A statement reports the total owed; it is not a further debit.
  if (direction === 'statement') return { balance_cents: String(-units!), balance_event: event.id }
  const change = direction === 'in' ? units! : -units!
  return { balance_cents: String(BigInt(row.balance_cents) + change) }
}

const currencyOf = ({ currency }: EventFields) => (currency === undefined ? {} : { currency })

const toBalance = ({ balance_cents, currency }: CardRow | WalletRow) => ({
  balance: formatDecimal({ units: BigInt(balance_cents), asset: { code: '', precision: 2 } }),
  currency,
})

async function applyToWallet(
  event: OpenEvent,
  direction: 'in' | 'out',
  ctx: Applying,
): Promise<Announce[]> {
  const account_id = required(event.facts.account_id, 'accountId')
  const holder = await linkNamedHolder(event, ctx)
  const known = await store.lockWallet(ctx.tx, account_id, creationOf(event, ctx.now))
  const change = readBalance(event, known, direction)
  const wallet = await store.updateWallet(ctx.tx, known.uuid, {
    ...change,
    ...(holder && known.holder_id === null && { holder_id: holder.holder_id }),
    ...currencyOf(event.facts),
    updated_at: ctx.now,
  })
  if (!change) return []
  const data = { wallet_uuid: wallet.uuid, ...toBalance(wallet) }
  const audience = await findAudience(wallet, ctx)
  return [({ emit }) => emit(CardWalletBalanceChanged, data, audience)]
}

async function applyToCard(
  event: OpenEvent,
  effect: Extract<Effect, { about: 'card' }>,
  ctx: Applying,
): Promise<Announce[]> {
  const { facts } = event
  const card_id = required(facts.card_id, 'cardId')
  const named = await linkNamedHolder(event, ctx)
  const known = await store.lockCard(ctx.tx, card_id, creationOf(event, ctx.now))
  const statusChange = 'becomes' in effect ? readStatusChange(event, effect, known) : {}
  const balance = 'direction' in effect ? readBalance(event, known, effect.direction) : undefined
  const card = await store.updateCard(ctx.tx, known.uuid, {
    ...statusChange,
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
  if (statusChange.status)
    announcements.push(({ emit }) =>
      emit(CardStatusChanged, { card_uuid, status, last4 }, audience),
    )
  if (balance)
    announcements.push(({ emit }) =>
      emit(CardBalanceChanged, { card_uuid, ...toBalance(card) }, audience),
    )
  return announcements
}

/** The event is recorded as the latest about the status even when the status does not change. */
function readStatusChange(
  event: OpenEvent,
  { becomes, isNew }: Extract<Effect, { becomes: unknown }>,
  { status, status_event }: CardRow,
): Pick<store.CardChange, 'status' | 'status_event'> {
  // A freeze may arrive before the event that creates the card; the card then stays frozen.
  if (isOlder(event, status_event) || (isNew && status !== 'pending')) return {}
  return {
    ...(cardLife.findBetween(status, becomes) && { status: becomes }),
    status_event: event.id,
  }
}
