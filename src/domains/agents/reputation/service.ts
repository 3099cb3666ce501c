// The rules of reputation: who may review whom, and how feedback and penalties change the score.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type AgentRow, findAgentsById, getActingAgent, getAgent } from '../agents/index.ts'
import { FeedbackAlreadyGiven, FeedbackNotAllowed } from './errors.ts'
import * as events from './events.ts'
import * as numbers from './score.ts'
import type { FindPastTransaction, PastTransaction } from './ports.ts'
import * as store from './store.ts'
import type { ScoreRow } from './store.ts'

export interface Feedback {
  readonly reviewer_did: string
  readonly transaction_id: string
  readonly outcome: numbers.Outcome
  readonly rating?: number
  readonly comment?: string
  readonly transaction_value?: number
}

export async function giveFeedback(
  did: string,
  input: Feedback,
  ctx: Context,
  findPastTransaction: FindPastTransaction,
) {
  const agent = await getAgent(did, ctx)
  const reviewer = await getActingAgent(input.reviewer_did, ctx)
  // Two agents of one owner could raise each other's scores at no cost.
  if (reviewer.owner_uuid === agent.owner_uuid)
    throw FeedbackNotAllowed({
      reason: 'Both agents have the same owner; only an agent of another owner can give feedback.',
    })
  const { outcome } = input
  const { transaction_id, value_cents } = await getPastTransaction(
    agent,
    reviewer,
    input,
    ctx,
    findPastTransaction,
  )
  const row = await store.lockScore(ctx.tx, agent, ctx.now)
  const previous_score = scoreAt(row, ctx.now)
  const new_score = numbers.clampScore(previous_score + numbers.scoreChange(outcome, value_cents))
  const change = {
    uuid: uuidv7(ctx.now),
    agent_uuid: agent.uuid,
    kind: 'feedback' as const,
    reviewer_uuid: reviewer.uuid,
    reviewer_did: reviewer.did,
    transaction_id,
    outcome,
    rating: input.rating ?? null,
    comment: input.comment ?? null,
    value_cents: String(value_cents),
    previous_score,
    new_score,
  }
  if (!(await store.insertChange(ctx.tx, change, ctx.now)))
    throw FeedbackAlreadyGiven({ transaction_id })
  const counts = countOutcome(row, outcome, input.rating)
  const standing = { score: new_score, active_at: ctx.now.toISOString() }
  await store.updateScore(ctx.tx, agent.uuid, { ...counts, ...standing }, ctx.now)
  const data = { ...toChange(agent, previous_score, new_score), transaction_id, outcome }
  const reviewed = { ...data, reviewer_did: reviewer.did }
  ctx.emit(events.ReputationReviewed, reviewed, { user_uuid: agent.owner_uuid })
  return {
    agent_did: agent.did,
    previous_score: numbers.formatScore(previous_score),
    new_score: numbers.formatScore(new_score),
    score_change: numbers.formatScore(new_score - previous_score),
    new_trust_level: numbers.levelOf(new_score),
    feedback_recorded: true as const,
  }
}

/** Feedback needs a transaction between the two agents, and counts for its actual amount at most. */
async function getPastTransaction(
  agent: AgentRow,
  reviewer: AgentRow,
  { transaction_id, outcome, transaction_value }: Feedback,
  { tx }: Context,
  findPastTransaction: FindPastTransaction,
): Promise<PastTransaction> {
  const past = await findPastTransaction(tx, transaction_id, agent.did, reviewer.did)
  if (!past)
    throw FeedbackNotAllowed({
      reason: `There is no transaction ${transaction_id} between these two agents.`,
    })
  if (outcome === 'success' && !past.is_settled)
    throw FeedbackNotAllowed({
      reason: `The transaction ${transaction_id} is not settled, so its outcome cannot be success.`,
    })
  if (transaction_value === undefined) return past
  const claimed = BigInt(transaction_value.toFixed(2).replace('.', ''))
  return claimed < past.value_cents ? { ...past, value_cents: claimed } : past
}

function countOutcome(row: ScoreRow, outcome: numbers.Outcome, rating: number | undefined) {
  const count = outcome === 'timeout' ? 'failed' : outcome === 'success' ? 'successful' : outcome
  return {
    [count]: row[count] + 1,
    ...(rating !== undefined && { ratings: row.ratings + 1, rating_sum: row.rating_sum + rating }),
  }
}

const toChange = (agent: AgentRow, previous: number, next: number) => ({
  agent_did: agent.did,
  previous_score: numbers.formatScore(previous),
  new_score: numbers.formatScore(next),
  trust_level: numbers.levelOf(next),
})

const scoreAt = (row: ScoreRow, now: Date): number =>
  numbers.decayScore(row.score, new Date(row.active_at), now)

export async function penalize(
  did: string,
  { severity, reason }: { readonly severity: numbers.Severity; readonly reason: string },
  ctx: Context,
) {
  const agent = await getAgent(did, ctx)
  const row = await store.lockScore(ctx.tx, agent, ctx.now)
  const previous_score = scoreAt(row, ctx.now)
  const new_score = numbers.clampScore(previous_score - numbers.penalties[severity])
  const change = {
    uuid: uuidv7(ctx.now),
    agent_uuid: agent.uuid,
    kind: 'penalty' as const,
    severity,
    comment: reason,
    previous_score,
    new_score,
  }
  await store.insertChange(ctx.tx, change, ctx.now)
  const standing = { score: new_score, active_at: ctx.now.toISOString() }
  await store.updateScore(ctx.tx, agent.uuid, standing, ctx.now)
  const data = { ...toChange(agent, previous_score, new_score), severity, reason }
  ctx.emit(events.ReputationPenalized, data, { user_uuid: agent.owner_uuid })
  return { ...data, score_change: numbers.formatScore(new_score - previous_score) }
}

/** A dispute is only counted; it does not change the score. */
export async function countDispute(
  agent: Parameters<typeof store.lockScore>[1],
  ctx: Context,
): Promise<void> {
  const { disputes } = await store.lockScore(ctx.tx, agent, ctx.now)
  await store.updateScore(ctx.tx, agent.uuid, { disputes: disputes + 1 }, ctx.now)
}

export async function getReputation(did: string, ctx: Context) {
  const agent = await getAgent(did, ctx)
  return toReputation(
    agent,
    (await store.findScores(ctx.tx, [agent.uuid])).get(agent.uuid),
    ctx.now,
  )
}

function toReputation(agent: AgentRow, row: ScoreRow | undefined, now: Date) {
  const score = row ? scoreAt(row, now) : numbers.SCORE_START
  const { successful = 0, failed = 0, cancelled = 0, ratings = 0 } = row ?? {}
  const total = successful + failed + cancelled
  return {
    agent_did: agent.did,
    agent_id: agent.uuid,
    score: numbers.formatScore(score),
    trust_level: numbers.levelOf(score),
    total_transactions: total,
    successful_transactions: successful,
    failed_transactions: failed,
    cancelled_transactions: cancelled,
    success_rate: total === 0 ? 0 : numbers.formatScore(Math.floor((successful * 10_000) / total)),
    average_rating:
      ratings === 0 ? null : numbers.formatScore(Math.floor((row!.rating_sum * 100) / ratings)),
    dispute_count: row?.disputes ?? 0,
    is_new_agent: total === 0,
  }
}

const BATCH = 100

/** Goes through the scores best first, because capabilities are stored with the agents and not here. */
export async function listLeaders(
  { limit, capability }: { readonly limit: number; readonly capability?: string | undefined },
  { tx, caller, now }: Context,
) {
  const leaders: ReturnType<typeof toLeader>[] = []
  for (let offset = 0; leaders.length < limit; offset += BATCH) {
    const which = { environment: caller.environment, now, limit: BATCH, offset }
    const rows = await store.listBest(tx, which)
    const agents = await findAgentsById(
      tx,
      rows.map((row) => row.agent_uuid),
    )
    for (const row of rows) {
      const agent = agents.get(row.agent_uuid)!
      const isWanted =
        agent.status === 'active' &&
        (capability === undefined || agent.capabilities.some(({ name }) => name === capability))
      if (isWanted && leaders.length < limit)
        leaders.push(toLeader(agent, row, now, leaders.length))
    }
    if (rows.length < BATCH) break
  }
  return leaders
}

const toLeader = (agent: AgentRow, row: ScoreRow, now: Date, before: number) => ({
  rank: before + 1,
  name: agent.name,
  ...toReputation(agent, row, now),
})

export async function listHistory(did: string, limit: number, ctx: Context) {
  const agent = await getAgent(did, ctx)
  const rows = await store.listChanges(ctx.tx, agent.uuid, limit)
  return rows.map((row) => ({
    id: row.uuid,
    kind: row.kind,
    reviewer_did: row.reviewer_did,
    transaction_id: row.transaction_id,
    outcome: row.outcome,
    severity: row.severity,
    rating: row.rating,
    comment: row.comment,
    previous_score: numbers.formatScore(row.previous_score),
    new_score: numbers.formatScore(row.new_score),
    score_change: numbers.formatScore(row.new_score - row.previous_score),
    created_at: row.created_at,
  }))
}

export async function evaluateTrust(did: string, other_did: string, ctx: Context) {
  const [a, b] = [await getAgent(did, ctx), await getAgent(other_did, ctx)]
  if (a.uuid === b.uuid)
    throw Invalid({ errors: { other_did: ['The other DID must name a different agent.'] } })
  const rows = await store.findScores(ctx.tx, [a.uuid, b.uuid])
  const scoreOf = ({ uuid }: AgentRow): number => {
    const row = rows.get(uuid)
    return row ? scoreAt(row, ctx.now) : numbers.SCORE_START
  }
  const toSide = (agent: AgentRow) => ({
    did: agent.did,
    score: numbers.formatScore(scoreOf(agent)),
    trust_level: numbers.levelOf(scoreOf(agent)),
  })
  const mean = numbers.meanOf(scoreOf(a), scoreOf(b))
  const advice = numbers.recommendationFor(mean)
  return {
    agent_a: toSide(a),
    agent_b: toSide(b),
    combined_trust_score: numbers.formatScore(mean),
    combined_trust_level: numbers.levelOf(mean),
    ...advice,
    recommendations: [
      `Keep a single transaction within ${advice.max_transaction_value}.`,
      ...(advice.escrow_recommended ? ['Use an escrow.'] : []),
      ...(advice.instant_settlement_allowed ? [] : ['Settle after delivery, not at once.']),
    ],
  }
}
