// The rules of ordered cards: who may order how many, what their owner may change, and how a payment is authorized,
// captured, reversed and refunded.
import { dayOf } from '../../../../kernel/days.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { ownerOf } from '../../../../operation/caller.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import {
  type AssetCatalogue,
  type AssetRecord,
  readAmount,
  readUnits,
} from '../../../core/assets/index.ts'
import { getAccount } from '../../../core/ledger/index.ts'
import type { PaymentGuards } from '../../../core/transfers/index.ts'
import {
  type AuthorityCheck,
  findUser,
  keyOf,
  lockCallerCredential,
} from '../../../people/identity/index.ts'
import { type Declined, findDecline } from './decision.ts'
import { TooManyCards } from './errors.ts'
import { CardPaymentChanged, IssuedCardChanged } from './events.ts'
import type { ChooseIssuer } from './issuer.ts'
import { cardPaymentLife, issuedCardLife } from './life-cycle.ts'
import * as money from './money.ts'
import * as store from './store.ts'
import type { CardPaymentRow, IssuedCardRow, Spent } from './store.ts'

export interface IssuingOptions {
  readonly assets: AssetCatalogue
  readonly guards: PaymentGuards
  readonly standing: AuthorityCheck
  readonly chooseIssuer: ChooseIssuer
}

/** The most cards of a user that are not cancelled. */
const CARDS_MAX = 5

/** In whole units of the currency; the owner may change them. */
const LIMITS_BY_DEFAULT = { payment: 1_000n, daily: 5_000n, monthly: 20_000n }

type AmountText = string | number

interface LimitsRequest {
  readonly payment_limit?: AmountText
  readonly daily_limit?: AmountText
  readonly monthly_limit?: AmountText
}

export interface OrderRequest extends LimitsRequest {
  readonly account_uuid: string
  readonly currency: string
  readonly network: 'visa' | 'mastercard'
  readonly label?: string | null
}

export async function orderCard(request: OrderRequest, ctx: Context, options: IssuingOptions) {
  await lockCallerCredential(ctx)
  const owner = ownerOf(ctx)
  const issuer = options.chooseIssuer(owner.environment)
  const account = await getAccount(ctx.tx, request.account_uuid, ctx.caller)
  // An operator may use every account, but a card is for the owner's own money.
  if (account.user_uuid !== owner.user_uuid)
    throw Forbidden({ reason: 'A card pays only from an account of its own holder.' })
  const fields = { amount: 'payment_limit', asset: 'currency' }
  const { asset } = readAmount(
    options.assets,
    { amount: '1', asset_code: request.currency },
    fields,
  )
  if (asset.type !== 'fiat')
    throw Invalid({
      errors: { currency: [`A card cannot pay in ${asset.code}; choose a currency.`] },
    })
  await store.lockOrders(ctx.tx, owner)
  if ((await store.countOpenCards(ctx.tx, owner)) >= CARDS_MAX)
    throw TooManyCards({ most: CARDS_MAX })
  const whole = 10n ** BigInt(asset.precision)
  const user = await findUser(ctx.tx, owner.user_uuid)
  const card = await store.insertCard(ctx.tx, {
    ...owner,
    ...issuer.issue(ctx.now),
    ...(await authorityOf(ctx)),
    id: uuidv7(ctx.now),
    account_id: account.id,
    asset: asset.code,
    issuer: issuer.name,
    cardholder_name: user!.name,
    label: request.label ?? null,
    network: request.network,
    payment_limit_units: String(LIMITS_BY_DEFAULT.payment * whole),
    daily_limit_units: String(LIMITS_BY_DEFAULT.daily * whole),
    monthly_limit_units: String(LIMITS_BY_DEFAULT.monthly * whole),
    ...readLimits(request, asset),
    created_at: ctx.now,
  })
  announceCard(card, ctx)
  return toCard(card, NOTHING, options.assets)
}

/** A card pays as long as the one who allowed it, and their key, may pay. */
const authorityOf = async (ctx: Context) => ({
  allowed_by: ownerOf(ctx).user_uuid,
  allowed_with: await keyOf(ctx),
  allowed_at: ctx.now,
})

function readLimits(request: LimitsRequest, asset: AssetRecord) {
  const read = (field: keyof LimitsRequest): string | undefined => {
    const amount = request[field]
    return amount === undefined ? undefined : String(readUnits(amount, asset, field))
  }
  const [payment, daily, monthly] = [
    read('payment_limit'),
    read('daily_limit'),
    read('monthly_limit'),
  ]
  return {
    ...(payment !== undefined && { payment_limit_units: payment }),
    ...(daily !== undefined && { daily_limit_units: daily }),
    ...(monthly !== undefined && { monthly_limit_units: monthly }),
  }
}

const NOTHING: Spent = { today: 0n, month: 0n }

const monthOf = (now: Date): Date => new Date(`${dayOf(now).slice(0, 7)}-01T00:00:00Z`)
const startOfDay = (now: Date): Date => new Date(`${dayOf(now)}T00:00:00Z`)

const spentBy = (cards: readonly string[], { tx, now }: Pick<Context, 'tx' | 'now'>) =>
  store.sumSpent(tx, cards, { day: startOfDay(now), month: monthOf(now) })

export async function listCards(page: PageRequest, ctx: Context, { assets }: IssuingOptions) {
  const { rows, total } = await store.listCards(ctx.tx, ownerOf(ctx), page)
  const spent = await spentBy(
    rows.map(({ id }) => id),
    ctx,
  )
  const cards = rows.map((row) => toCard(row, spent.get(row.id) ?? NOTHING, assets))
  return toPage(cards, total, page)
}

export async function getCard(id: string, ctx: Context, { assets }: IssuingOptions) {
  const card = await store.findCard(ctx.tx, ownerOf(ctx), id)
  if (!card) throw NotFound({ what: 'card', id })
  return toCard(card, (await spentBy([card.id], ctx)).get(card.id) ?? NOTHING, assets)
}

/** Another user's card is reported as not found. */
async function lockCard(id: string, ctx: Context): Promise<IssuedCardRow> {
  const card = await store.lockCard(ctx.tx, ownerOf(ctx), id)
  if (!card) throw NotFound({ what: 'card', id })
  return card
}

export async function changeCard(
  id: string,
  change: LimitsRequest & { readonly label?: string | null },
  ctx: Context,
  options: IssuingOptions,
) {
  await lockCallerCredential(ctx)
  const card = await lockCard(id, ctx)
  const changed = await store.updateCard(ctx.tx, card.id, {
    ...readLimits(change, options.assets.get(card.asset)),
    ...(change.label !== undefined && { label: change.label }),
    ...(await authorityOf(ctx)),
    updated_at: ctx.now,
  })
  announceCard(changed, ctx)
  return getCard(changed.id, ctx, options)
}

type CardAction = 'freeze' | 'unfreeze' | 'cancel'

export async function stepCard(
  id: string,
  action: CardAction,
  ctx: Context,
  options: IssuingOptions,
) {
  if (action === 'unfreeze') await lockCallerCredential(ctx)
  const card = await lockCard(id, ctx)
  await moveCard(card, action, ctx)
  return getCard(card.id, ctx, options)
}

/** Of a locked card. */
export async function moveCard(
  card: IssuedCardRow,
  action: CardAction,
  ctx: Context,
): Promise<void> {
  const { to: status } = issuedCardLife.check(card.status, action)
  const moved = await store.updateCard(ctx.tx, card.id, {
    status,
    ...(action === 'unfreeze' && (await authorityOf(ctx))),
    updated_at: ctx.now,
  })
  announceCard(moved, ctx)
}

function announceCard({ id, status, last4, user_uuid }: IssuedCardRow, ctx: Context): void {
  ctx.emit(IssuedCardChanged, { card_id: id, status, last4 }, { user_uuid })
}

const MINUTE_MS = 60_000

/** A declined payment is recorded as well: its owner sees why. */
export async function authorize(
  {
    id,
    amount,
    merchant,
  }: { readonly id: string; readonly amount: AmountText; readonly merchant: string },
  ctx: Context,
  options: IssuingOptions,
) {
  const card = await lockCard(id, ctx)
  const asset = options.assets.get(card.asset)
  const units = readUnits(amount, asset)
  const payment = uuidv7(ctx.now)
  const declined =
    findDecline({
      card,
      units,
      asset,
      spent: (await spentBy([card.id], ctx)).get(card.id) ?? NOTHING,
      attempts: await store.countAttempts(ctx.tx, card.id, new Date(ctx.now.getTime() - MINUTE_MS)),
      today: dayOf(ctx.now),
    }) ??
    (await findLapse(card, ctx, options)) ??
    (await money.reserve({ id: payment, card, units, merchant }, asset, ctx, options.guards))
  const row = await store.insertPayment(ctx.tx, {
    id: payment,
    card_id: card.id,
    asset: card.asset,
    units: String(units),
    merchant,
    status: declined ? 'declined' : 'authorized',
    decision: declined?.decision ?? 'approved',
    reason: declined?.reason ?? null,
    created_at: ctx.now,
  })
  return announcePayment(row, card, ctx, options)
}

/** The customer may have lost the right to pay since the card was allowed. */
async function findLapse(
  card: IssuedCardRow,
  ctx: Context,
  { standing }: IssuingOptions,
): Promise<Declined | undefined> {
  const reason = await standing.refusal(ctx, { ...card, user_uuid: card.allowed_by })
  return reason === undefined ? undefined : { decision: 'declined_not_allowed', reason }
}

const postings = { capture: money.capture, reverse: money.release, refund: money.refund } as const

/** Captures, reverses or refunds the whole amount, each once. */
export async function stepPayment(
  id: string,
  action: keyof typeof postings,
  ctx: Context,
  options: IssuingOptions,
) {
  const found = await store.lockPayment(ctx.tx, ownerOf(ctx), id)
  if (!found) throw NotFound({ what: 'payment', id })
  const { card, payment } = found
  const { to: status } = cardPaymentLife.check(payment.status, action)
  const { merchant, units } = payment
  await postings[action]({ id: payment.id, card, units: BigInt(units), merchant }, ctx)
  const changed = await store.updatePayment(ctx.tx, payment.id, { status, updated_at: ctx.now })
  return announcePayment(changed, card, ctx, options)
}

export async function listPayments(
  id: string,
  page: PageRequest,
  ctx: Context,
  options: IssuingOptions,
) {
  const card = await store.findCard(ctx.tx, ownerOf(ctx), id)
  if (!card) throw NotFound({ what: 'card', id })
  const { rows, total } = await store.listPayments(ctx.tx, card.id, page)
  return toPage(
    rows.map((row) => toPayment(row, options.assets)),
    total,
    page,
  )
}

function announcePayment(
  row: CardPaymentRow,
  { user_uuid, account_id }: IssuedCardRow,
  ctx: Context,
  { assets }: IssuingOptions,
) {
  const shown = toPayment(row, assets)
  const { id, card_id, amount, currency, merchant, status, decision, reason } = shown
  ctx.emit(
    CardPaymentChanged,
    { payment_id: id, card_id, amount, currency, merchant, status, decision, reason },
    { user_uuid, account_uuid: account_id },
  )
  return shown
}

function toPayment(row: CardPaymentRow, assets: AssetCatalogue) {
  const { id, card_id, merchant, status, decision, reason, created_at, updated_at } = row
  return {
    id,
    card_id,
    amount: formatDecimal({ units: BigInt(row.units), asset: assets.get(row.asset) }),
    currency: row.asset,
    merchant,
    status,
    decision,
    reason,
    created_at,
    updated_at,
  }
}

function toCard(row: IssuedCardRow, spent: Spent, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const write = (units: bigint | string) => formatDecimal({ units: BigInt(units), asset })
  const { id, cardholder_name, label, network, last4, expires_on, status } = row
  return {
    id,
    account_uuid: row.account_id,
    currency: row.asset,
    cardholder_name,
    label,
    network,
    last4,
    expires_on,
    status,
    payment_limit: write(row.payment_limit_units),
    daily_limit: write(row.daily_limit_units),
    monthly_limit: write(row.monthly_limit_units),
    spent_today: write(spent.today),
    spent_this_month: write(spent.month),
    simulated: row.issuer === 'simulated',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
