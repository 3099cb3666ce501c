// Chooses a rail for a payment: each rail that can carry it is scored by success, speed, cost, hours and
// urgency, and the highest score wins. The answer states the reasons, also for the rails that were not chosen.
import { DAY_MS, HOUR_MS } from '../../../../kernel/durations.ts'
import {
  type Asset,
  formatDecimal,
  groupThousands,
  parseDecimal,
} from '../../../../kernel/money.ts'
import { comparableCost } from './costs.ts'
import { isOpen, nextOpening } from './hours.ts'
import { type AccountForm, isInSepa, type Rail, type RailId, rails } from './catalogue.ts'

export type Urgency = 'normal' | 'instant'

/** The statistics of a rail in the last seven days. */
export interface Performance {
  readonly success: number
  readonly p95_ms: number
}

export interface RoutingRequest {
  readonly units: bigint
  readonly asset: Asset
  readonly urgency: Urgency
  /** The form of the creditor's account; undefined when it is not known yet. */
  readonly account?: CreditorForm | undefined
  readonly now: Date
  readonly performance: ReadonlyMap<RailId, Performance>
  /** The rails to choose from; all by default. */
  readonly among?: readonly Rail[] | undefined
  /** Whether the bank has a US routing number, which US rails require; true by default. */
  readonly hasUs?: boolean | undefined
}

export interface CreditorForm {
  readonly form: Exclude<AccountForm, 'any'> | 'other'
  /** The country of an IBAN. */
  readonly country?: string | undefined
}

export interface Alternative {
  readonly rail: RailId
  /** Null for a rail that cannot carry the payment. */
  readonly score: number | null
  readonly reason: string
}

export interface RoutingDecision {
  readonly recommended_rail: RailId
  readonly score: number
  readonly reasons: string[]
  readonly alternatives: Alternative[]
  /** The rails to try next if this one fails, in order. */
  readonly failover: RailId[]
}

const WEIGHTS = { success: 0.3, latency: 0.2, cost: 0.25, open: 0.15, urgency: 0.1 } as const
const LATENCY_SCALE_MS = 30_000
const COST_SCALE = 30
const MISMATCH = 0.5

const round = (score: number): number => Math.round(score * 10_000) / 10_000

interface Scored {
  readonly rail: Rail
  readonly score: number
  readonly cost: number
  readonly open: boolean
  readonly performance: Performance
}

export function scoreOf(rail: Rail, request: RoutingRequest): Scored {
  const { units, asset, urgency, now } = request
  const performance = request.performance.get(rail.id) ?? rail
  const cost = comparableCost(rail.cost, units, asset)
  const open = isOpen(rail, now)
  const isMatch = rail.instant === (urgency === 'instant')
  const score =
    WEIGHTS.success * performance.success +
    WEIGHTS.latency * Math.max(0, 1 - performance.p95_ms / LATENCY_SCALE_MS) +
    WEIGHTS.cost * Math.max(0, 1 - cost / COST_SCALE) +
    WEIGHTS.open * (open ? 1 : 0) +
    WEIGHTS.urgency * (isMatch ? 1 : MISMATCH)
  return { rail, score: round(score), cost, open, performance }
}

export interface Limits {
  readonly min: bigint
  readonly max: bigint
}

/** The limits in the smallest unit; a currency without cents has a least amount of one. */
export function limitsOf({ min, max }: Rail, asset: Asset): Limits {
  return {
    min: parseDecimal(min, asset)?.units ?? 1n,
    max: parseDecimal(max, asset)!.units,
  }
}

export function describeLimits(rail: Rail, asset: Asset): string {
  const show = (units: bigint) => groupThousands(formatDecimal({ units, asset }))
  const { min, max } = limitsOf(rail, asset)
  return `${show(min)} to ${show(max)} ${asset.code}`
}

export type Obstacle = {
  readonly field: 'rail' | 'currency' | 'amount' | 'creditor_account'
  readonly sentence: string
  /** The bank lacks a prerequisite, so the caller cannot solve it. */
  readonly isMissing?: true
}

/** Why a rail cannot carry a payment, with the field that would have to change; undefined if it can. */
export function findObstacle(
  rail: Rail,
  { units, asset, account }: Pick<RoutingRequest, 'units' | 'asset' | 'account'>,
): Obstacle | undefined {
  if (!rail.currencies.includes(asset.code))
    return {
      field: 'currency',
      sentence: `${rail.name} carries ${rail.currencies.join(', ')}, not ${asset.code}.`,
    }
  const { min, max } = limitsOf(rail, asset)
  if (units < min || units > max)
    return { field: 'amount', sentence: `${rail.name} carries ${describeLimits(rail, asset)}.` }
  if (account && rail.accounts !== 'any') return findFormObstacle(rail, account)
  return undefined
}

/** A direct debit is never chosen for sending money; the caller must name it. */
const findDirectionObstacle = ({ type, name }: Rail): Obstacle | undefined =>
  type === 'direct_debit'
    ? {
        field: 'rail',
        sentence: `${name} is for collecting money; it is used only when it is named.`,
      }
    : undefined

export const findBankObstacle = ({ accounts, name }: Rail, hasUs: boolean): Obstacle | undefined =>
  accounts === 'us' && !hasUs
    ? {
        field: 'rail',
        sentence: `${name} is not available at this bank: it has no US routing number.`,
        isMissing: true,
      }
    : undefined

function findFormObstacle(rail: Rail, account: CreditorForm): Obstacle | undefined {
  const field = 'creditor_account'
  if (rail.accounts !== account.form)
    return {
      field,
      sentence:
        rail.accounts === 'us'
          ? `${rail.name} needs a US routing number and account number.`
          : `${rail.name} needs an IBAN.`,
    }
  if (rail.accounts === 'iban' && account.country !== undefined && !isInSepa(account.country))
    return { field, sentence: `${rail.name} does not reach accounts in ${account.country}.` }
  return undefined
}

/** The decision, or the obstacles of all rails when none can carry the payment. */
export function route(
  request: RoutingRequest,
): { readonly decision: RoutingDecision } | { readonly obstacles: readonly Obstacle[] } {
  const { among = rails, now, hasUs = true } = request
  const scored: Scored[] = []
  const refused: { rail: Rail; obstacle: Obstacle }[] = []
  for (const rail of rails.filter((one) => among.includes(one))) {
    const obstacle =
      findObstacle(rail, request) ?? findDirectionObstacle(rail) ?? findBankObstacle(rail, hasUs)
    if (obstacle) refused.push({ rail, obstacle })
    else scored.push(scoreOf(rail, request))
  }
  // Sorting is stable, so the rail that is listed first wins a tie.
  scored.sort((one, other) => other.score - one.score)
  const [best, ...others] = scored
  if (!best) return { obstacles: refused.map(({ obstacle }) => obstacle) }
  const usable = new Set(scored.map(({ rail }) => rail.id))
  return {
    decision: {
      recommended_rail: best.rail.id,
      score: best.score,
      reasons: reasonsFor(best, request),
      alternatives: [
        ...others.map(({ rail, score, open }) => ({
          rail: rail.id,
          score,
          reason: [
            score === best.score
              ? `It scores the same, and ${best.rail.name} is listed before it.`
              : `It scores ${score} against ${best.score}.`,
            ...(open ? [] : [`It is closed until ${nextOpening(rail, now).toISOString()}.`]),
          ].join(' '),
        })),
        ...refused.map(({ rail, obstacle }) => ({
          rail: rail.id,
          score: null,
          reason: obstacle.sentence,
        })),
      ],
      failover: best.rail.failover.filter((id) => usable.has(id)),
    },
  }
}

function reasonsFor({ rail, cost, open, performance }: Scored, request: RoutingRequest): string[] {
  const { asset, urgency, now } = request
  const percent = Math.round(performance.success * 1_000) / 10
  const isMeasured = request.performance.has(rail.id)
  return [
    `${rail.name} carries ${describeLimits(rail, asset)}.`,
    `${percent} % of its payments succeed${isMeasured ? ' in the last seven days' : ''}.`,
    `95 % of its payments settle within ${describeSpan(performance.p95_ms)}.`,
    `It costs the bank ${cost.toFixed(3).replace(/0$/, '')} ${asset.code}.`,
    open ? 'It is open now.' : `It is closed until ${nextOpening(rail, now).toISOString()}.`,
    rail.instant === (urgency === 'instant')
      ? `It suits the urgency ${urgency}.`
      : `It is ${rail.instant ? 'faster' : 'slower'} than the urgency ${urgency} asks for.`,
  ]
}

const spans = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
  ['second', 1_000],
] as const

function describeSpan(ms: number): string {
  const [name, size] = spans.find(([, least]) => ms >= least) ?? spans[3]
  const count = Math.ceil(ms / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
