// Loads an escrow with its buyer, seller and resolver, and checks which of them the caller acts for and
// whether the life cycle allows the step now. Every change to an escrow starts here.
import { isUuid } from '../../../kernel/uuid.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import {
  type AgentRow,
  actsForAgent,
  checkActsForAgent,
  findAgentsById,
  getActingAgent,
} from '../agents/index.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { FeeSchedule, PaymentGuards } from '../../core/transfers/index.ts'
import { EscrowOfPayment, WrongParty } from './errors.ts'
import { expireIfDue } from './expiry.ts'
import { type EscrowOperation, escrowLife, type EscrowRole } from './life-cycle.ts'
import { toTransactionName } from './schema.ts'
import * as store from './store.ts'
import type { EscrowRow } from './store.ts'

export interface EscrowOptions {
  readonly assets: AssetCatalogue
  readonly jobs: Pick<Jobs, 'send'>
  readonly guards: PaymentGuards
  readonly feeWithin: FeeSchedule
  /** The bank's fee, in hundredths of a percent of the seller's money. */
  readonly feeBasisPoints: number
}

type Parties = Readonly<Record<'buyer' | 'seller', AgentRow>> & { readonly resolver?: AgentRow }

export interface EscrowWithParties {
  readonly row: EscrowRow
  readonly parties: Parties
}

export async function loadParties(tx: Db, row: EscrowRow): Promise<Parties> {
  const { buyer_uuid, seller_uuid, resolver_uuid } = row
  const ids = [buyer_uuid, seller_uuid, ...(resolver_uuid === null ? [] : [resolver_uuid])]
  const agents = await findAgentsById(tx, ids)
  const resolver = resolver_uuid === null ? undefined : agents.get(resolver_uuid)!
  return {
    buyer: agents.get(buyer_uuid)!,
    seller: agents.get(seller_uuid)!,
    ...(resolver && { resolver }),
  }
}

/** 'escrow-<uuid>' → its uuid; any other text is 404. */
export function checkEscrowId(id: string): string {
  const uuid = id.startsWith('escrow-') ? id.slice('escrow-'.length) : ''
  if (!isUuid(uuid)) throw NotFound({ what: 'escrow', id })
  return uuid.toLowerCase()
}

export function requireEscrow(row: EscrowRow | undefined, id: string, ctx: Context): EscrowRow {
  if (row?.environment !== ctx.caller.environment) throw NotFound({ what: 'escrow', id })
  return row
}

export async function lockWithParties(id: string, ctx: Context): Promise<EscrowWithParties> {
  const row = requireEscrow(await store.lockEscrow(ctx.tx, checkEscrowId(id)), id, ctx)
  return { row, parties: await loadParties(ctx.tx, row) }
}

/**
 * The agent that takes the step. A named agent must be one that the caller acts for; without a name it is
 * the first allowed party that the caller acts for.
 */
export async function getActor(
  { parties }: EscrowWithParties,
  operation: EscrowOperation,
  did: string | undefined,
  ctx: Context,
): Promise<AgentRow> {
  const who = escrowLife.who(operation)
  const able = who.flatMap((role) => (role === 'clock' ? [] : (parties[role] ?? [])))
  if (did === undefined) {
    const own = able.find((agent) => actsForAgent(agent, ctx.caller))
    if (!own)
      throw Forbidden({ reason: `Only the ${who.join(' or ')} can ${operation} this escrow.` })
    return checkActsForAgent(own, ctx.caller)
  }
  const agent = await getActingAgent(did, ctx)
  if (!able.some(({ uuid }) => uuid === agent.uuid))
    throw WrongParty({ did, operation, who: who.join(' or ') })
  return agent
}

/**
 * Returns the step, or throws 400 when the current state does not allow it. An escrow past its time is
 * expired first, and then allows no step: the row is therefore unchanged whenever a step is returned.
 */
export async function checkStep(
  { row }: EscrowWithParties,
  operation: EscrowOperation,
  ctx: Context,
  options: EscrowOptions,
) {
  if (row.of_payment)
    throw EscrowOfPayment({ transaction_id: toTransactionName(row.transaction_uuid) })
  const current = await expireIfDue(row, ctx, options)
  return escrowLife.check(current.status, operation)
}

export const rolesOf = ({ parties }: EscrowWithParties, ctx: Context): EscrowRole[] =>
  (['buyer', 'seller', 'resolver'] as const).filter((role) => {
    const agent = parties[role]
    return agent !== undefined && actsForAgent(agent, ctx.caller)
  })
