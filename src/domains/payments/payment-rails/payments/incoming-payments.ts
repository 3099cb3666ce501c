// Books incoming payments from the networks: credits to customers, and direct debits that a customer's mandate allows.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { AppError, Invalid, Unavailable } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAmount } from '../../../core/assets/index.ts'
import { IncomingPaymentRejected } from '../errors.ts'
import * as events from '../events.ts'
import { findDebtorFault, findDebtorMandate, markUsed } from '../mandates/rules.ts'
import { creditIncoming, debitIncoming } from './postings.ts'
import { findOwnAccount } from '../own-accounts.ts'
import { type PartyInput, readParty, unknownParty } from '../party.ts'
import type { RailOptions } from './service.ts'
import { findRail, railIds, type Rail } from '../rails/catalogue.ts'
import { refusalCodeOf } from '../reasons.ts'
import * as store from './store.ts'
import type { PaymentRow } from './store.ts'
import { emitPaymentEvent } from './view.ts'

export interface IncomingRequest {
  readonly rail: string
  readonly amount: string | number
  readonly currency: string
  /** The account of the customer. */
  readonly account: string | PartyInput
  /** The counterparty. */
  readonly counterparty: PartyInput
  readonly external_id: string
  readonly end_to_end_id?: string
  readonly memo?: string | null
  /** For a direct debit: the creditor's identifier and the reference of the mandate. */
  readonly direct_debit?: { readonly creditor_id: string; readonly mandate_id: string }
}

export interface Received {
  readonly row: PaymentRow
  /** False if the network reported the payment before. */
  readonly isNew: boolean
}

const refuse = (network_code: string, reason: string) =>
  IncomingPaymentRejected({ network_code, reason })

export async function receive(
  request: IncomingRequest,
  ctx: Context,
  options: RailOptions,
): Promise<Received> {
  const { environment } = ctx.caller
  const rail = findRail(request.rail)
  if (!rail)
    throw Invalid({
      errors: { rail: [`There is no rail ${request.rail}; choose ${railIds.join(', ')}.`] },
    })
  const { asset, units } = readAmount(
    options.assets,
    { amount: request.amount, asset_code: request.currency },
    { amount: 'amount', asset: 'currency' },
  )
  if (!rail.currencies.includes(asset.code))
    throw Invalid({
      errors: {
        currency: [`${rail.name} carries ${rail.currencies.join(', ')}, not ${asset.code}.`],
      },
    })
  const direction = request.direct_debit ? 'outgoing' : 'incoming'
  const once = { environment, rail: rail.id, direction, external_id: request.external_id } as const
  await store.lockExternalId(ctx.tx, once)
  const known = await store.findByExternalId(ctx.tx, once)
  if (known) return { row: checkSame(known, units, asset.code), isNew: false }
  const account = readParty(request.account, 'account')
  const found = await findOwnAccount(ctx.tx, options.directory, account, { by: ctx.caller })
  if (found.is !== 'ours') throw refuse('AC01', 'This bank has no open account with this number.')
  const row = {
    id: uuidv7(ctx.now),
    environment,
    user_uuid: found.account.user_uuid!,
    account_id: found.account.id,
    direction,
    type: request.direct_debit ? 'direct_debit' : 'credit_transfer',
    rail: rail.id,
    scheme: options.schemes.choose(environment).name,
    asset: asset.code,
    units,
    fee_units: 0n,
    party: readCounterparty(request.counterparty),
    memo: request.memo ?? null,
    end_to_end_id: request.end_to_end_id ?? request.external_id,
    external_id: request.external_id,
    origin: 'network',
    urgency: rail.instant ? 'instant' : 'normal',
    status: 'completed',
    routing: null,
    mandate: await findAllowed(request, found.account, units, ctx, options),
    submit_at: ctx.now,
    estimated_settlement: ctx.now,
    completed_at: ctx.now,
    due_at: null,
    created_at: ctx.now,
  } as const satisfies store.NewPayment
  return { row: await book(row, rail, ctx, options), isNew: true }
}

/** The counterparty may be known by name only; an account that is named must be valid. */
const readCounterparty = (given: PartyInput) =>
  given.iban || given.account_number
    ? readParty(given, 'counterparty')
    : { ...unknownParty, name: given.name ?? null, bic: given.bic ?? null }

/** The same id with another amount is not a duplicate. */
function checkSame(known: PaymentRow, units: bigint, asset: string): PaymentRow {
  if (BigInt(known.units) === units && known.asset === asset) return known
  throw refuse('AM05', `The payment ${known.external_id} was received before with another amount.`)
}

async function findAllowed(
  { direct_debit }: IncomingRequest,
  account: { readonly id: string; readonly environment: 'live' | 'sandbox' },
  units: bigint,
  ctx: Context,
  { standing }: RailOptions,
): Promise<string | null> {
  if (!direct_debit) return null
  const mandate = await findDebtorMandate(account, direct_debit, ctx)
  if (!mandate)
    throw refuse('MD01', 'The customer has no mandate with this creditor and reference.')
  const fault = await findDebtorFault(mandate, units, ctx, standing)
  if (fault) throw refuse(fault.code, fault.reason)
  return mandate.id
}

async function book(
  payment: store.NewPayment,
  rail: Rail,
  ctx: Context,
  { assets, guards }: RailOptions,
): Promise<PaymentRow> {
  const { id, account_id: to, units } = payment
  const money = { ...payment, units: String(units), fee_units: '0' }
  try {
    if (payment.direction === 'incoming') {
      const arriving = { id, from: null, to, asset: assets.get(payment.asset), units }
      await creditIncoming(ctx, money, await guards.mayArrive(ctx, arriving))
    } else await debitIncoming(ctx, money)
  } catch (error) {
    if (!(error instanceof AppError) || error.def.code === Unavailable.code) throw error
    throw refuse(
      refusalCodeOf(error),
      `The ${rail.name} payment cannot be booked: ${error.message}`,
    )
  }
  if (payment.mandate) await markUsed(ctx, payment.mandate)
  const row = await store.insertPayment(ctx.tx, payment)
  emitPaymentEvent(ctx, events.RailPaymentReceived, row, assets)
  return row
}
