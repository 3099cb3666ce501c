// The rules of a dispute: who may raise it, who may decide it, and how the money is then shared.
import { isOperator } from '../../../operation/caller.ts'
import { formatDecimal, multiplyDivide, parseDecimal } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Forbidden, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { checkDid, getActingAgent } from '../agents/index.ts'
import { emitToOwners } from './event-recipients.ts'
import { NotTheResolver, UnilateralResolutionNotAllowed } from './errors.ts'
import * as events from './events.ts'
import { showAmount } from './money.ts'
import {
  type EscrowOptions,
  checkStep,
  getActor,
  lockWithParties,
  type EscrowWithParties,
  rolesOf,
} from './parties.ts'
import { toDisputeId, toEscrowId } from './schema.ts'
import { paySeller } from './service.ts'
import * as store from './store.ts'
import type { DisputeRow, EscrowRow, ResolutionType } from './store.ts'

export interface DisputeRequest {
  readonly disputer_did: string
  readonly reason: string
  readonly evidence?: readonly string[]
}

export async function dispute(
  id: string,
  { disputer_did, reason, evidence = [] }: DisputeRequest,
  ctx: Context,
  options: EscrowOptions,
) {
  const escrow = await lockWithParties(id, ctx)
  const disputer = await getActor(escrow, 'dispute', disputer_did, ctx)
  const step = await checkStep(escrow, 'dispute', ctx, options)
  const { row } = escrow
  const uuid = uuidv7(ctx.now)
  const method = chooseMethod(row, options)
  const facts = { uuid, escrow_uuid: row.uuid, disputed_by: disputer.did, reason, method }
  await store.insertDispute(ctx.tx, { ...facts, created_at: ctx.now }, evidence)
  const disputed = await store.updateEscrow(ctx.tx, row.uuid, { status: step.to })
  const dispute_id = toDisputeId(uuid)
  emitToOwners(ctx, events.EscrowDisputed, disputed, options.assets, {
    dispute_id,
    disputed_by: disputer.did,
    reason,
  })
  return {
    escrow_id: toEscrowId(row.uuid),
    dispute_id,
    status: disputed.status,
    raised_by: disputer.did,
    reason,
    resolution_method: method,
    raised_at: ctx.now.toISOString(),
  }
}

/** Conditions of these kinds, written `kind` or `kind:…`, are facts that a machine can check. */
const CHECKABLE = /^(delivery_confirmed|payment_received|time_based)(:|$)/
const VOTING_BELOW = 10_000n

function chooseMethod(row: EscrowRow, { assets }: EscrowOptions): DisputeRow['method'] {
  const conditions = [...row.conditions, ...row.release_conditions]
  if (conditions.some((condition) => CHECKABLE.test(condition))) return 'automated'
  const limit = VOTING_BELOW * 10n ** BigInt(assets.get(row.asset).precision)
  return BigInt(row.units) < limit ? 'voting' : 'arbitration'
}

export interface ResolveRequest {
  readonly resolver_did: string
  readonly resolution_type: ResolutionType
  readonly split_percentage?: number
  readonly reason?: string
}

export async function resolve(
  id: string,
  request: ResolveRequest,
  ctx: Context,
  options: EscrowOptions,
) {
  const share = readShare(request)
  const escrow = await lockWithParties(id, ctx)
  await checkResolver(escrow, request, ctx)
  const step = await checkStep(escrow, 'resolve', ctx, options)
  const { row } = escrow
  const units = BigInt(row.units)
  const sender_units = multiplyDivide(units, share, WHOLE, 'down')
  const receiver_units = units - sender_units
  const { entry_id, fee_units } = await paySeller(escrow, receiver_units, ctx, options)
  const found = await store.findDisputes(ctx.tx, [row.uuid])
  await store.resolveDispute(ctx.tx, row.uuid, {
    resolved_by: request.resolver_did,
    resolved_at: ctx.now,
    resolution_type: request.resolution_type,
    resolution_reason: request.reason ?? null,
    sender_units,
    receiver_units,
  })
  const change = { status: step.to, entry_id, fee_units }
  const resolved = await store.updateEscrow(ctx.tx, row.uuid, change)
  const asset = options.assets.get(row.asset)
  const facts = {
    dispute_id: toDisputeId(found.get(row.uuid)!.uuid),
    resolution_type: request.resolution_type,
    resolved_by: request.resolver_did,
  }
  emitToOwners(ctx, events.EscrowResolved, resolved, options.assets, {
    ...facts,
    to_sender: formatDecimal({ units: sender_units, asset }),
    to_receiver: formatDecimal({ units: receiver_units, asset }),
  })
  return {
    ...facts,
    escrow_id: toEscrowId(row.uuid),
    status: resolved.status,
    resolved_at: ctx.now.toISOString(),
    distribution: {
      to_sender: showAmount(sender_units, asset),
      to_receiver: showAmount(receiver_units, asset),
    },
    fee: showAmount(fee_units, asset),
  }
}

const PERCENT = { code: '%', precision: 6 }
const WHOLE = 100n * 10n ** 6n

/** The buyer's share as a part of `WHOLE`. */
function readShare({ resolution_type, split_percentage }: ResolveRequest): bigint {
  if (resolution_type === 'release_to_receiver') return 0n
  if (resolution_type === 'return_to_sender') return WHOLE
  const refuse = (sentence: string) => Invalid({ errors: { split_percentage: [sentence] } })
  if (split_percentage === undefined)
    throw refuse('The split percentage field is required when the resolution type is split.')
  const share = parseDecimal(String(split_percentage), PERCENT)
  if (!share) throw refuse('The split percentage may have at most 6 decimal places.')
  return share.units
}

/** The one resolution that each side may choose alone: the one that favours the other side. */
const givingWay = {
  buyer: 'release_to_receiver',
  seller: 'return_to_sender',
} as const

/**
 * Only the resolver that both sides agreed on may decide. Without a resolver, one side alone can only
 * concede, a caller who acts for both sides can split freely, and the bank's operator can do anything.
 */
async function checkResolver(
  escrow: EscrowWithParties,
  request: ResolveRequest,
  ctx: Context,
): Promise<void> {
  const { resolver_did, resolution_type } = request
  checkDid(resolver_did)
  const agreed = escrow.row.resolver_did
  if (agreed !== null) {
    if (resolver_did !== agreed) throw NotTheResolver({ resolver_did: agreed })
    await getActingAgent(resolver_did, ctx)
    return
  }
  if (isOperator(ctx.caller)) return
  const roles = rolesOf(escrow, ctx)
  if (roles.length === 0)
    throw Forbidden({ reason: 'Only the buyer or the seller can resolve this dispute.' })
  if (roles.includes('buyer') && roles.includes('seller')) return
  const allowed = givingWay[roles.includes('buyer') ? 'buyer' : 'seller']
  if (resolution_type !== allowed) throw UnilateralResolutionNotAllowed({ allowed })
}
