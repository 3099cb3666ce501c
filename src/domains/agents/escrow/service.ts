// The rules of an escrow: creating, funding, releasing and cancelling it. Disputes are in disputes.ts,
// the movements of money in money.ts.
import { isOperator } from '../../../operation/caller.ts'
import { formatDecimal } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { PostedEntry } from '../../../operation/posting.ts'
import {
  type AgentRow,
  actsForAgent,
  checkActive,
  checkActsForAgent,
  checkDid,
  findAgentsById,
  getAgent,
} from '../agents/index.ts'
import type { Amount } from '../../core/assets/index.ts'
import { findHold, post } from '../../core/ledger/index.ts'
import { emitToOwners } from './event-recipients.ts'
import { sendWhenDue } from '../../../operation/due-jobs.ts'
import { ConditionsNotMet, NotCovered, ResolverNotNeutral, SameAgent } from './errors.ts'
import * as events from './events.ts'
import type { EscrowStatus } from './life-cycle.ts'
import {
  type AgentAmountRequest,
  booksOfPayout,
  booksOfReservation,
  feeOn,
  getAgentAccount,
  refund,
  payOut,
  readAgentAmount,
  reserve,
  type Shortfall,
  showAmount,
  checkGuards,
} from './money.ts'
import {
  checkEscrowId,
  requireEscrow,
  type EscrowOptions,
  checkStep,
  getActor,
  loadParties,
  lockWithParties,
  type EscrowWithParties,
  rolesOf,
} from './parties.ts'
import { toEscrow, toEscrowId } from './schema.ts'
import * as store from './store.ts'
import type { EscrowRow } from './store.ts'

export const EXPIRY_JOB = 'escrow.expire'
const ESCROW_PURPOSE = 'escrow'
const AMOUNT_MAX = 1_000_000n

export interface CreateRequest extends AgentAmountRequest {
  readonly buyer_did: string
  readonly seller_did: string
  readonly conditions?: readonly string[]
  readonly release_conditions?: readonly string[]
  readonly timeout_seconds: number
  readonly dispute_resolution_did?: string | null
  readonly metadata?: Record<string, unknown>
}

/** Both buyer and seller may propose an escrow: no money moves until the buyer funds it. */
export async function create(request: CreateRequest, ctx: Context, options: EscrowOptions) {
  const { dispute_resolution_did: resolver_did = null } = request
  for (const did of [request.buyer_did, request.seller_did]) checkDid(did)
  if (request.buyer_did === request.seller_did) throw SameAgent({})
  const buyer = await getAgent(request.buyer_did, ctx)
  const seller = await getAgent(request.seller_did, ctx)
  const resolver = resolver_did === null ? undefined : await getAgent(resolver_did, ctx)
  if (!actsForAgent(seller, ctx.caller)) checkActsForAgent(buyer, ctx.caller)
  const amount = readAgentAmount(options.assets, request, AMOUNT_MAX)
  const row = await openEscrow(
    {
      buyer,
      seller,
      resolver,
      amount,
      conditions: request.conditions ?? [],
      release_conditions: request.release_conditions ?? [],
      metadata: request.metadata ?? {},
      transaction_uuid: uuidv7(ctx.now),
      of_payment: false,
      expires_at: new Date(ctx.now.getTime() + request.timeout_seconds * 1000),
    },
    ctx,
    options,
  )
  return toEscrow(row, undefined, options.assets, ctx.now)
}

export interface Agreement
  extends Pick<
    store.NewEscrow,
    'conditions' | 'release_conditions' | 'metadata' | 'transaction_uuid' | 'of_payment'
  > {
  readonly expires_at: Date
  readonly buyer: AgentRow
  readonly seller: AgentRow
  readonly resolver?: AgentRow | undefined
  readonly amount: Amount
}

export async function openEscrow(
  { buyer, seller, resolver, amount, ...rest }: Agreement,
  ctx: Context,
  { assets, jobs }: EscrowOptions,
): Promise<EscrowRow> {
  checkActive(buyer)
  checkActive(seller)
  if (resolver) checkNeutral(resolver, { buyer, seller })
  const row = await store.insertEscrow(ctx.tx, {
    ...rest,
    uuid: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    buyer_uuid: buyer.uuid,
    buyer_did: buyer.did,
    buyer_owner: buyer.owner_uuid,
    seller_uuid: seller.uuid,
    seller_did: seller.did,
    seller_owner: seller.owner_uuid,
    resolver_uuid: resolver?.uuid ?? null,
    resolver_did: resolver?.did ?? null,
    resolver_owner: resolver?.owner_uuid ?? null,
    asset: amount.asset.code,
    units: amount.units,
    status: 'created',
    created_at: ctx.now,
  })
  await sendWhenDue(jobs, EXPIRY_JOB, row, ctx)
  emitToOwners(ctx, events.EscrowCreated, row, assets)
  return row
}

/** A resolver must be neutral. An agent never changes its owner, so checking at creation is enough. */
function checkNeutral(
  resolver: AgentRow,
  sides: Readonly<Record<'buyer' | 'seller', AgentRow>>,
): void {
  for (const side of ['buyer', 'seller'] as const)
    if (sides[side].owner_uuid === resolver.owner_uuid)
      throw ResolverNotNeutral({ resolver_did: resolver.did, side })
}

/** Buyer, seller, resolver and the bank's operator see the escrow; other callers get 404. */
export async function get(id: string, ctx: Context, { assets }: EscrowOptions) {
  const row = requireEscrow(await store.findEscrow(ctx.tx, checkEscrowId(id)), id, ctx)
  const escrow = { row, parties: await loadParties(ctx.tx, row) }
  if (rolesOf(escrow, ctx).length === 0 && !isOperator(ctx.caller))
    throw NotFound({ what: 'escrow', id })
  const disputes = await store.findDisputes(ctx.tx, [row.uuid])
  return toEscrow(row, disputes.get(row.uuid), assets, ctx.now)
}

export interface ListRequest {
  readonly status?: EscrowStatus
  readonly limit: number
}

const findOwner = async ({ tx, caller: { user, agent } }: Context): Promise<string> =>
  user ?? (await findAgentsById(tx, [agent!])).get(agent!)!.owner_uuid

/** The newest escrows of each of several agents; the session of an agent sees only its own. */
export async function listOfMany(
  request: { readonly dids: readonly string[]; readonly limit: number },
  ctx: Context,
  { assets }: EscrowOptions,
) {
  const { agent, environment } = ctx.caller
  const found = await store.listEscrowsOfEach(ctx.tx, {
    ...request,
    environment,
    owner: await findOwner(ctx),
  })
  const rows = found.filter((row) => agent === undefined || hasPart(row, agent))
  const disputes = await store.findDisputes(
    ctx.tx,
    rows.map((row) => row.uuid),
  )
  const byDid = Map.groupBy(rows, (row) => row.did)
  return [...byDid].map(([did, own]) => ({
    did,
    escrows: own.map((row) => toEscrow(row, disputes.get(row.uuid), assets, ctx.now)),
  }))
}

const hasPart = (row: EscrowRow, agent: string): boolean =>
  [row.buyer_uuid, row.seller_uuid, row.resolver_uuid].includes(agent)

/** An agent lists its own escrows, an owner those of all their agents. */
export async function list(request: ListRequest, ctx: Context, { assets }: EscrowOptions) {
  const { agent, environment } = ctx.caller
  const owner = await findOwner(ctx)
  const which = { ...request, environment, owner, agent, now: ctx.now }
  const rows = await store.listEscrows(ctx.tx, which)
  const disputes = await store.findDisputes(
    ctx.tx,
    rows.map((row) => row.uuid),
  )
  return rows.map((row) => toEscrow(row, disputes.get(row.uuid), assets, ctx.now))
}

export async function fund(id: string, funder_did: string, ctx: Context, options: EscrowOptions) {
  const escrow = await lockWithParties(id, ctx)
  const buyer = await getActor(escrow, 'fund', funder_did, ctx)
  const step = await checkStep(escrow, 'fund', ctx, options)
  checkActive(buyer)
  const { row, parties } = escrow
  const reservation = {
    purpose: ESCROW_PURPOSE,
    from: await getAgentAccount(buyer, ctx),
    to: await getAgentAccount(parties.seller, ctx),
    asset: row.asset,
    units: BigInt(row.units),
    reference: `Escrow ${toEscrowId(row.uuid)}`,
    metadata: { escrow_id: toEscrowId(row.uuid) },
  }
  const asset = options.assets.get(row.asset)
  await checkGuards({ ...reservation, id: row.uuid, asset }, ctx, options.guards)
  const show = (units: string) => formatDecimal({ units: BigInt(units), asset })
  const notCovered = ({ current_balance, requested_amount }: Shortfall) =>
    NotCovered({
      currency: row.asset,
      available: show(current_balance),
      needed: show(requested_amount),
    })
  const hold_id = await post(ctx, {
    books: booksOfReservation(reservation),
    decide: (ledger) => reserve(ledger, reservation, notCovered),
  })
  const change = { status: step.to, hold_id, funded_at: ctx.now }
  const funded = await store.updateEscrow(ctx.tx, row.uuid, change)
  emitToOwners(ctx, events.EscrowFunded, funded, options.assets)
  return {
    escrow_id: toEscrowId(row.uuid),
    status: funded.status,
    funded_amount: showAmount(BigInt(row.units), asset),
    currency: row.asset,
    funded_at: ctx.now.toISOString(),
  }
}

export interface ReleaseRequest {
  readonly releaser_did?: string
  readonly conditions_met?: readonly string[]
}

export async function release(
  id: string,
  request: ReleaseRequest,
  ctx: Context,
  options: EscrowOptions,
) {
  const escrow = await lockWithParties(id, ctx)
  const releaser = await getActor(escrow, 'release', request.releaser_did, ctx)
  const step = await checkStep(escrow, 'release', ctx, options)
  checkActive(releaser)
  const { row } = escrow
  const met = new Set(request.conditions_met)
  const missing = row.release_conditions.filter((condition) => !met.has(condition))
  if (missing.length > 0) throw ConditionsNotMet({ missing })
  const known = [...row.conditions, ...row.release_conditions]
  const { entry_id, fee_units } = await paySeller(escrow, BigInt(row.units), ctx, options)
  const released = await store.updateEscrow(ctx.tx, row.uuid, {
    status: step.to,
    conditions_met: [...met].filter((condition) => known.includes(condition)),
    entry_id,
    fee_units,
    released_at: ctx.now,
    released_by: releaser.did,
  })
  emitToOwners(ctx, events.EscrowReleased, released, options.assets)
  const asset = options.assets.get(row.asset)
  return {
    escrow_id: toEscrowId(row.uuid),
    status: released.status,
    amount: showAmount(BigInt(row.units), asset),
    fee: showAmount(fee_units, asset),
    currency: row.asset,
    released_to: row.seller_did,
    released_by: releaser.did,
    released_at: ctx.now.toISOString(),
  }
}

export interface Paid {
  readonly entry_id: PostedEntry['id'] | null
  readonly fee_units: bigint
}

/** Pays the seller this amount out of the reservation; the rest of it goes back to the buyer. */
export async function paySeller(
  { row, parties }: EscrowWithParties,
  units: bigint,
  ctx: Context,
  { feeBasisPoints, feeWithin, guards, assets }: EscrowOptions,
  otherFees: readonly bigint[] = [],
): Promise<Paid> {
  if (units === 0n) {
    await refund(row.hold_id!, 'The escrow was resolved in favour of the buyer.', ctx)
    return { entry_id: null, fee_units: 0n }
  }
  const hold = (await findHold(ctx.tx, row.hold_id!))!
  const ownFee = feeOn(units, feeBasisPoints)
  // The fee of a payment that is held in an escrow covers its movement.
  const fee_units = otherFees.length > 0 ? ownFee : feeWithin(units, ownFee)
  const to = await getAgentAccount(parties.seller, ctx)
  const arriving = { id: row.uuid, from: hold.account_id, to: to.account, units }
  const payout = {
    environment: row.environment,
    hold: hold.id,
    from: { did: row.buyer_did, account: hold.account_id },
    to,
    credits: await guards.mayArrive(ctx, { ...arriving, asset: assets.get(row.asset) }),
    asset: row.asset,
    units: units - fee_units,
    fees: [fee_units, ...otherFees],
    subtype: ESCROW_PURPOSE,
    backBecause: 'The escrow was resolved: this is the buyer’s share.',
  }
  const entry = await post(ctx, {
    books: booksOfPayout(payout),
    holds: [hold.id],
    decide: (ledger) => payOut(ledger, payout),
  })
  return { entry_id: entry.id, fee_units }
}

export async function cancel(
  id: string,
  reason: string | undefined,
  ctx: Context,
  options: EscrowOptions,
) {
  const escrow = await lockWithParties(id, ctx)
  await getActor(escrow, 'cancel', undefined, ctx)
  const step = await checkStep(escrow, 'cancel', ctx, options)
  const { row } = escrow
  const roles = rolesOf(escrow, ctx)
  const by = step.who.find((role) => role !== 'clock' && roles.includes(role))
  if (!by)
    throw Forbidden({
      reason: `Only the ${step.who.join(' or ')} can cancel an escrow that is ${row.status}.`,
    })
  const cancelled_reason = reason ?? `Cancelled by the ${by}.`
  const isFunded = step.money === 'refund'
  if (isFunded) await refund(row.hold_id!, cancelled_reason, ctx)
  const change = { status: step.to, cancelled_at: ctx.now, cancelled_reason }
  const cancelled = await store.updateEscrow(ctx.tx, row.uuid, change)
  emitToOwners(ctx, events.EscrowCancelled, cancelled, options.assets)
  return {
    escrow_id: toEscrowId(row.uuid),
    status: cancelled.status,
    refunded_amount: isFunded ? showAmount(BigInt(row.units), options.assets.get(row.asset)) : 0,
    reason: cancelled_reason,
    cancelled_at: ctx.now.toISOString(),
  }
}
