// The rules of agreements: valid for a day, one per pair of agents, and both agents can end it.
import type { Context } from '../../../operation/operation.ts'
import { randomHex } from '../../../platform/secrets.ts'
import {
  type AgentRow,
  checkActive,
  checkDid,
  findVisibleAgent,
  getActingAgent,
  getAgent,
} from '../agents/index.ts'
import { NegotiationFailed, SelfNegotiation, UnknownTarget } from './errors.ts'
import { AgreementConcluded, AgreementRevoked } from './events.ts'
import { negotiate as settle, readTerms } from './negotiation.ts'
import { toAgreement } from './schema.ts'
import * as store from './store.ts'
import type { AgreementRow, Pair } from './store.ts'

const VALID_SECONDS = 86_400

interface Parties {
  readonly agent: AgentRow
  readonly other: AgentRow
  readonly pair: Pair
}

export function pairOf(one: string, other: string): Pair {
  return one < other ? { first: one, second: other } : { first: other, second: one }
}

const toParties = (agent: AgentRow, other: AgentRow): Parties => ({
  agent,
  other,
  pair: pairOf(agent.uuid, other.uuid),
})

/** The agent that the caller acts for, and the other agent, which must be registered. */
async function getParties(did: string, otherDid: string, ctx: Context): Promise<Parties> {
  const agent = await getActingAgent(did, ctx)
  if (checkDid(otherDid) === agent.did) throw SelfNegotiation({})
  return toParties(agent, await getAgent(otherDid, ctx))
}

export const isValid = (agreement: AgreementRow | undefined, now: Date): boolean =>
  agreement !== undefined && Date.parse(agreement.expires_at) > now.getTime()

export interface NegotiationRequest {
  readonly target_did: string
  readonly preferred_capabilities?: readonly string[]
}

/** A valid agreement of the pair is returned unchanged, even if this request prefers something else. */
export async function negotiate(did: string, request: NegotiationRequest, ctx: Context) {
  const agent = await getActingAgent(did, ctx)
  const { target_did } = request
  if (checkDid(target_did) === agent.did) throw SelfNegotiation({})
  const target = await findVisibleAgent(target_did, ctx)
  // An unknown target is 400 and not 404, because it is named in the body and not in the path.
  if (!target) throw UnknownTarget({ did: target_did })
  const parties = toParties(agent, target)
  await store.lockPair(ctx.tx, parties.pair)
  const known = await store.findAgreement(ctx.tx, parties.pair)
  if (known && isValid(known, ctx.now)) return toNegotiation(parties, known, true)
  return toNegotiation(parties, await conclude(parties, request.preferred_capabilities, ctx), false)
}

/** Replaces the old agreement with a new one; the old one stays when the negotiation fails. */
export async function refresh(
  did: string,
  otherDid: string,
  preferred: readonly string[] | undefined,
  ctx: Context,
) {
  const parties = await getParties(did, otherDid, ctx)
  await store.lockPair(ctx.tx, parties.pair)
  return toNegotiation(parties, await conclude(parties, preferred, ctx), false)
}

async function conclude(
  { agent, other, pair }: Parties,
  preferred: readonly string[] | undefined,
  ctx: Context,
): Promise<AgreementRow> {
  checkActive(agent)
  checkActive(other)
  const result = settle(readTerms(agent.metadata), readTerms(other.metadata), preferred)
  if ('error' in result)
    throw NegotiationFailed({
      error: result.error,
      initiatorDid: agent.did,
      targetDid: other.did,
    })
  const row: AgreementRow = {
    agreement_id: randomHex(16),
    initiator_did: agent.did,
    responder_did: other.did,
    ...result.agreed,
    agreed_at: ctx.now.toISOString(),
    expires_at: new Date(ctx.now.getTime() + VALID_SECONDS * 1000).toISOString(),
  }
  await store.saveAgreement(ctx.tx, pair, row)
  const { agreed_at: _agreed_at, ...rest } = row
  const data = { ...rest, capabilities: [...row.capabilities] }
  for (const user_uuid of ownersOf(agent, other)) ctx.emit(AgreementConcluded, data, { user_uuid })
  return row
}

/** An owner of both agents gets each event once. */
const ownersOf = (agent: AgentRow, other: AgentRow): Set<string> =>
  new Set([agent.owner_uuid, other.owner_uuid])

const toNegotiation = (
  { agent, other }: Parties,
  agreement: AgreementRow,
  existingAgreement: boolean,
) => ({
  negotiation: {
    success: true,
    agreement: toAgreement(agreement),
    error: null,
    timeout: false,
    existingAgreement,
    initiatorDid: agent.did,
    targetDid: other.did,
  },
})

/** An expired agreement is shown until a new one replaces it. */
export async function findAgreement(did: string, otherDid: string, ctx: Context) {
  const { pair } = await getParties(did, otherDid, ctx)
  return store.findAgreement(ctx.tx, pair)
}

/** Returns whether a valid agreement was revoked. */
export async function revoke(did: string, otherDid: string, ctx: Context): Promise<boolean> {
  const { agent, other, pair } = await getParties(did, otherDid, ctx)
  await store.lockPair(ctx.tx, pair)
  const known = await store.findAgreement(ctx.tx, pair)
  if (!known) return false
  await store.deleteAgreement(ctx.tx, pair)
  if (!isValid(known, ctx.now)) return false
  const { agreement_id, initiator_did, responder_did, version } = known
  const data = { agreement_id, initiator_did, responder_did, version, revoked_by_did: agent.did }
  for (const user_uuid of ownersOf(agent, other)) ctx.emit(AgreementRevoked, data, { user_uuid })
  return true
}
