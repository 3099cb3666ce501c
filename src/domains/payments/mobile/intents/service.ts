// Payment intents: a payment that its payer creates, authorizes within fifteen minutes, and that a network confirms.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { randomText } from '../../../../platform/secrets.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import { IdempotencyConflict, Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetRecord, readUnits } from '../../../core/assets/index.ts'
import { findAccounts } from '../../../core/ledger/index.ts'
import * as errors from '../errors.ts'
import * as events from '../events.ts'
import * as store from './store.ts'
import type { IntentRow } from './store.ts'
import { intentLife } from '../life-cycle.ts'
import { findMerchant, findPayee } from '../merchants/lookup.ts'
import { book, clearingOf, feesOf } from '../postings.ts'
import {
  COIN,
  estimateFees,
  findNetwork,
  type NetworkId,
  networkIds,
  confirmationTimeOf,
} from '../networks.ts'
import { textOrNull } from '../optional-text.ts'
import type { MobileOptions } from '../options.ts'
import { checkPendingLimit } from '../p2p/service.ts'
import { choosePayer, findReceivingAccount, readRecipient, type Recipient } from '../parties.ts'
import { emitIntentEvent, statusAt } from '../view.ts'

export const INTENT_JOB = 'mobile.settle_intents'
export const INTENT_MINUTES = 15
const ID_LETTERS = 20

interface IntentRequest extends Recipient {
  readonly recipient: string
  readonly asset: AssetRecord
  readonly units: bigint
  readonly network: NetworkId
  readonly shield: boolean
  readonly description: string | null
  readonly account_uuid: string | null
  readonly idempotency_key: string | null
}

/** An intent with an amount, a currency and a recipient of any kind. */
export async function createIntent(
  input: {
    readonly recipient: string
    readonly asset: AssetRecord
    readonly units: bigint
    readonly description?: string
    readonly from_account?: string
  },
  ctx: Context,
  options: MobileOptions,
): Promise<IntentRow> {
  const { recipient, asset, units, from_account } = input
  const description = textOrNull(input.description)
  const known = await readRecipient(recipient, asset.code, ctx, options)
  const account_uuid =
    from_account === undefined
      ? null
      : await choosePayer(from_account, { asset: asset.code, units }, ctx)
  const terms = { ...known, recipient: recipient.trim(), asset, units, description, account_uuid }
  const usual = { network: 'internal', shield: false, idempotency_key: null } as const
  return insert({ ...terms, ...usual }, ctx, options)
}

export interface MerchantPayment {
  readonly merchantId: string
  readonly amount: string | number
  readonly asset: string
  readonly preferredNetwork: string
  readonly shield: boolean
  readonly idempotencyKey?: string
  readonly description?: string
}

/** An intent to pay a merchant in a coin over a network. */
export async function createMerchantIntent(
  input: MerchantPayment,
  ctx: Context,
  options: MobileOptions,
): Promise<IntentRow> {
  const { asset: code, preferredNetwork, idempotencyKey, shield } = input
  const merchant = await findPayee(input.merchantId, { asset: code, field: 'merchantId' }, ctx)
  if (!merchant) throw errors.MerchantNotFound({ id: input.merchantId })
  const network = findNetwork(preferredNetwork)
  if (!network || !merchant.networks.includes(network.id))
    throw errors.WrongNetwork({ network: preferredNetwork, accepted: merchant.networks })
  const asset = options.assets.get(code)
  const request: IntentRequest = {
    recipient: merchant.id,
    recipient_kind: 'merchant',
    recipient_id: merchant.id,
    asset,
    units: readUnits(input.amount, { ...asset, max_amount: '999999999' }),
    network: network.id,
    shield,
    description: textOrNull(input.description),
    account_uuid: null,
    idempotency_key: idempotencyKey ?? null,
  }
  options.networks.choose(request, ctx.caller.environment)
  return insert(request, ctx, options)
}

async function insert(
  request: IntentRequest,
  ctx: Context,
  options: MobileOptions,
): Promise<IntentRow> {
  const { asset, ...rest } = request
  const { environment, user } = ctx.caller
  const expires_at = new Date(ctx.now.getTime() + INTENT_MINUTES * 60_000)
  const row = await store.insertIntent(ctx.tx, {
    ...rest,
    id: `pi_${randomText(ID_LETTERS)}`,
    environment,
    user_uuid: user!,
    asset: asset.code,
    fee_units: await feeOf(request, ctx, options),
    status: intentLife.check('CREATED', 'offer').to,
    is_simulated: options.networks.find(request).simulated,
    created_at: ctx.now,
    expires_at,
    due_at: expires_at,
  })
  if (!row) return repeat(request, ctx)
  await schedule(row, expires_at, ctx, options)
  emitIntentEvent(ctx, events.IntentCreated, row, options.assets)
  return row
}

/** The intent that was created with the same key, if the request is the same. */
async function repeat(request: IntentRequest, { tx, caller }: Context): Promise<IntentRow> {
  const owner = { environment: caller.environment, user_uuid: caller.user! }
  const made = await store.findByKey(tx, owner, request.idempotency_key!)
  const isSame =
    made?.recipient === request.recipient &&
    BigInt(made.units) === request.units &&
    made.asset === request.asset.code &&
    made.network === request.network &&
    made.shield === request.shield &&
    made.description === request.description
  if (!isSame) throw IdempotencyConflict({})
  return made
}

const schedule = (
  { id, environment }: IntentRow,
  at: Date,
  ctx: Context,
  { jobs }: MobileOptions,
): Promise<void> =>
  sendWhenDue(jobs, INTENT_JOB, { uuid: id, environment, expires_at: at.toISOString() }, ctx)

type Charged = Recipient & Pick<IntentRequest, 'network' | 'shield' | 'asset' | 'units'>

/** Every intent pays an account of this bank, so the fee within the bank applies on every network. */
const feeOf = async (charged: Charged, ctx: Context, options: MobileOptions): Promise<bigint> =>
  options.feeWithin(charged.units, await networkFeeOf(charged, ctx, options))

/** The estimate in the coin of the payment, if fees are charged; a coin is worth a dollar. */
async function networkFeeOf(
  { network, shield, asset, recipient_kind, recipient_id }: Charged,
  ctx: Context,
  { chargesFees }: MobileOptions,
): Promise<bigint> {
  if (!chargesFees || asset.code !== COIN) return 0n
  const costOf = (id: NetworkId) => readUnits(estimateFees(id, shield, COIN).usdApprox, asset)
  if (network !== 'internal') return costOf(network)
  if (recipient_kind !== 'merchant') return 0n
  // A merchant is paid over a network; an intent that names none costs as much as the cheapest one.
  const merchant = await findMerchant(recipient_id!, ctx)
  const costs = networkIds.filter((id) => merchant?.networks.includes(id)).map(costOf)
  return costs.reduce((least, cost) => (cost < least ? cost : least), costs[0] ?? 0n)
}

const isOf = (row: IntentRow | undefined, { caller }: Context): row is IntentRow =>
  row !== undefined && row.environment === caller.environment && row.user_uuid === caller.user

export async function getIntent(id: string, ctx: Context): Promise<IntentRow> {
  const row = await store.findIntent(ctx.tx, id)
  if (!isOf(row, ctx)) throw errors.IntentNotFound({ id })
  return row
}

async function lockOwn(id: string, ctx: Context): Promise<IntentRow> {
  const row = await store.lockIntent(ctx.tx, id)
  if (!isOf(row, ctx)) throw errors.IntentNotFound({ id })
  return row
}

export const listIntents = ({ tx, caller }: Context, page: PageRequest) =>
  store.listIntents(tx, { environment: caller.environment, user_uuid: caller.user! }, page)

export async function cancelIntent(
  id: string,
  reason: string | null,
  ctx: Context,
  options: MobileOptions,
): Promise<IntentRow> {
  const known = await lockOwn(id, ctx)
  const step = intentLife.check(statusAt(known, ctx.now), 'cancel', known)
  const end = { status: step.to, reason, ended_at: ctx.now, due_at: null }
  const row = await store.updateIntent(ctx.tx, id, end)
  emitIntentEvent(ctx, events.IntentCancelledEvent, row, options.assets)
  return row
}

export interface Submission {
  readonly auth: 'biometric' | 'pin'
  readonly shield?: boolean
}

/** Debits the payer and submits the payment to its network, in the transaction of the call. */
export async function submitIntent(
  id: string,
  { auth, shield: wanted }: Submission,
  ctx: Context,
  options: MobileOptions,
): Promise<IntentRow> {
  const known = await lockOwn(id, ctx)
  const submitting = intentLife.check(statusAt(known, ctx.now), 'submit', known)
  const shield = wanted ?? known.shield
  const asset = options.assets.get(known.asset)
  const units = BigInt(known.units)
  const fee = await feeOf({ ...known, shield, asset, units }, ctx, options)
  const network = options.networks.choose(known, known.environment)
  const need = { asset: known.asset, units: units + fee }
  const account_uuid = await choosePayer(known.account_uuid, need, ctx)
  await checkRecipient(known, account_uuid, ctx, options)
  const change = {
    auth,
    shield,
    account_uuid,
    fee_units: String(fee),
    submitted_at: ctx.now,
    is_simulated: network.simulated,
  }
  const sent = network.broadcast(known)
  if ('code' in sent) {
    const { to: status } = intentLife.check(submitting.to, 'fail')
    const failure = { status, error_code: sent.code, error_message: sent.message }
    const end = { ended_at: ctx.now, due_at: null }
    const row = await store.updateIntent(ctx.tx, id, { ...change, ...failure, ...end })
    emitIntentEvent(ctx, events.IntentFailed, row, options.assets)
    return row
  }
  await checkGuards({ ...known, account_uuid }, { units, asset }, ctx, options)
  await take({ ...known, account_uuid, shield }, { units, fee, asset }, ctx)
  const due_at = new Date(ctx.now.getTime() + confirmationTimeOf(known.network).seconds * 1000)
  const { to: status } = intentLife.check(submitting.to, 'broadcast')
  const row = await store.updateIntent(ctx.tx, id, {
    ...change,
    status,
    tx_hash: sent.hash,
    due_at,
  })
  await schedule(row, due_at, ctx, options)
  emitIntentEvent(ctx, events.IntentSubmitted, row, options.assets)
  return row
}

/** Refuses a payment that cannot arrive, before any money moves. */
async function checkRecipient(
  row: IntentRow,
  payer: string,
  ctx: Context,
  options: MobileOptions,
): Promise<void> {
  const { recipient_kind, recipient, recipient_id } = row
  if (recipient_kind === 'unknown') throw errors.RecipientNotFound({ recipient })
  if (recipient_kind === 'email') return checkPendingLimit(recipient_id!, ctx, options)
  const account = await findTarget(row, ctx)
  if (account === payer)
    throw Invalid({ errors: { recipient: ['The recipient is the account that pays.'] } })
  if (account !== undefined) return
  if (recipient_kind !== 'merchant') throw errors.RecipientUnavailable({})
  throw errors.MerchantUnreachable({ name: 'This merchant' })
}

/** The account to credit; undefined if it cannot receive money now. */
export async function findTarget(
  { recipient_kind, recipient_id }: Recipient,
  ctx: Context,
): Promise<string | undefined> {
  if (recipient_kind === 'user') return findReceivingAccount({ user: recipient_id! }, ctx)
  if (recipient_kind === 'account') return findReceivingAccount({ account: recipient_id! }, ctx)
  const merchant = await findMerchant(recipient_id!, ctx)
  return merchant?.is_open
    ? findReceivingAccount({ account: merchant.account_uuid }, ctx)
    : undefined
}

/** Money to an e-mail address counts as leaving the bank, because the claimant is not known yet. */
async function checkGuards(
  row: IntentRow,
  amount: { readonly units: bigint; readonly asset: AssetRecord },
  ctx: Context,
  { guards }: MobileOptions,
): Promise<void> {
  const target = row.recipient_kind === 'email' ? undefined : await findTarget(row, ctx)
  await guards.mayTransfer(ctx, {
    ...amount,
    id: uuidv7(ctx.now),
    from: row.account_uuid!,
    to: target ?? row.recipient_id!,
    leaves: target === undefined,
  })
}

async function take(
  row: IntentRow,
  { units, fee, asset }: { units: bigint; fee: bigint; asset: AssetRecord },
  ctx: Context,
): Promise<void> {
  const from = row.account_uuid!
  const paying = (await findAccounts(ctx.tx, [from])).get(from)?.books.get(row.asset)
  const available = paying ? paying.units - paying.held : 0n
  if (available >= units && available < units + fee)
    throw errors.InsufficientFees({ fee: formatDecimal({ units: fee, asset }), asset: asset.code })
  await book(ctx, {
    ...(await describeEntry(row, ctx)),
    moves: [
      { from, to: clearingOf(ctx), units },
      { from, to: feesOf(ctx), units: fee, subtype: 'fee' },
    ],
  })
}

/** The reference and metadata that payer and recipient see in their history. */
export async function describeEntry(row: IntentRow, ctx: Context) {
  const merchant =
    row.recipient_kind === 'merchant' ? await findMerchant(row.recipient_id!, ctx) : undefined
  return {
    subtype: merchant ? ('merchant_payment' as const) : ('mobile_payment' as const),
    asset: row.asset,
    user: row.user_uuid,
    reference: row.description ?? `Payment to ${merchant?.display_name ?? row.recipient}`,
    metadata: {
      payment_intent: row.id,
      protected: row.shield,
      ...(merchant && {
        merchant_id: merchant.id,
        merchant_name: merchant.display_name,
        merchant_icon_url: merchant.icon_url,
      }),
    },
  }
}
