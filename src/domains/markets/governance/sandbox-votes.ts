// Creates example votes in a sandbox bank, in both environments: an open, an upcoming and an
// implemented proposal, and the monthly poll about the basket. They behave like any other vote. A later
// start adds new ones only if nothing is left to vote on, so that an old sandbox can still be tried.
// Nodes that start together take turns.
import { DAY_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Bank } from '../../../operation/bank.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { BasketPort } from './composition.ts'
import type { Shares } from './percent.ts'
import * as polls from './polls/store.ts'
import { makeBasketOptions } from './polls/service.ts'
import { gcuSupply } from './voting-power.ts'
import * as proposals from './proposals/store.ts'

export interface StartUpOptions {
  readonly assets: AssetCatalogue
  readonly basket: BasketPort
  readonly work: Bank['work']
}

/** The examples have no human author. */
const MAKER = '00000000-0000-0000-0000-000000000000'
const TEMPLATE = 'monthly_basket'
/** How long before its month a monthly poll begins. */
const LEAD_DAYS = 7
/** Hundredths of a percent. */
const PARTICIPATION = 1_000
const APPROVAL = 5_000

/** Used only in a sandbox bank; in production, operators create every vote. */
export async function seedSandboxVotes(options: StartUpOptions): Promise<void> {
  for (const environment of ['live', 'sandbox'] as const)
    await options.work(environment, 'governance.prepare', async (ctx) => {
      await proposals.lockStartUp(ctx.tx)
      await prepareProposals(ctx, options)
      await prepareMonthlyPoll(ctx, options)
    })
}

async function prepareProposals(ctx: Context, { basket }: StartUpOptions): Promise<void> {
  const { environment } = ctx.caller
  const { total, open } = await proposals.countProposals(ctx.tx, environment, ctx.now)
  if (open > 0) return
  const weights = await basket.currentComposition(ctx.tx, environment)
  const [largest, second, ...rest] = Object.keys(weights).toSorted(
    (one, other) => weights[other]! - weights[one]!,
  )
  const [from, to, last] = [largest!, second ?? largest!, rest.at(-1) ?? largest!]
  const gcu_supply = await gcuSupply(ctx.tx, environment)
  if (total === 0) await insertImplemented(ctx, weights, move(weights, to, from))
  await proposals.insertProposal(ctx.tx, {
    ...commonOf(ctx, weights),
    gcu_supply,
    title: `More ${to}, less ${from}`,
    description: `Two percent of the basket move from ${from} to ${to}.`,
    rationale: `The basket would depend less on ${from} alone.`,
    proposed_composition: move(weights, from, to),
    ...between(ctx.now, -2, 5),
  })
  await proposals.insertProposal(ctx.tx, {
    ...commonOf(ctx, weights),
    gcu_supply,
    title: `More ${last}, less ${from}`,
    description: `Two percent of the basket move from ${from} to ${last}.`,
    rationale: `${last} is the smallest part of the basket.`,
    proposed_composition: move(weights, from, last),
    ...between(ctx.now, 7, 14),
  })
}

/** An example, with invented figures, of a passed proposal that led to today's weights. */
async function insertImplemented(ctx: Context, weights: Shares, before: Shares): Promise<void> {
  const period = between(ctx.now, -30, -23)
  await proposals.insertProposal(ctx.tx, {
    ...commonOf(ctx, before),
    gcu_supply: 950_000_0000n,
    title: 'The weights of today',
    description: 'An example of a proposal that passed: the basket is made of what it proposed.',
    rationale: null,
    proposed_composition: weights,
    ...period,
    status: 'implemented',
    outcome: {
      votes_for: 200_000_0000n,
      votes_against: 80_000_0000n,
      closed_at: period.voting_ends_at,
      implemented_at: period.voting_ends_at,
    },
  })
}

const commonOf = (ctx: Context, current_composition: Shares) => ({
  environment: ctx.caller.environment,
  status: 'active' as const,
  current_composition,
  minimum_participation: PARTICIPATION,
  minimum_approval: APPROVAL,
  created_by: MAKER,
})

const between = (now: Date, startDays: number, endDays: number) => {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS)
  return {
    voting_starts_at: at(startDays),
    voting_ends_at: at(endDays),
    created_at: at(Math.min(startDays, 0)),
  }
}

/** Moves two percent from one asset to another, or all of it if it is less. */
function move(weights: Shares, from: string, to: string): Shares {
  const share = Math.min(200, weights[from]!)
  const taken = { ...weights, [from]: weights[from]! - share }
  return { ...taken, [to]: taken[to]! + share }
}

/** Creates the latest monthly poll whose voting has begun, unless one exists for that month. */
async function prepareMonthlyPoll(ctx: Context, options: StartUpOptions): Promise<void> {
  const { environment } = ctx.caller
  const ahead = new Date(ctx.now.getTime() + LEAD_DAYS * DAY_MS)
  const monthStart = (months: number) =>
    new Date(Date.UTC(ahead.getUTCFullYear(), ahead.getUTCMonth() + months, 1))
  const month = monthStart(0)
  const voting_month = month.toISOString().slice(0, 7)
  const metadata = { is_gcu_poll: true, template: TEMPLATE, voting_month }
  if (await polls.hasPollWith(ctx.tx, environment, metadata)) return
  const start_date = new Date(month.getTime() - LEAD_DAYS * DAY_MS)
  await polls.insertPoll(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment,
    title: `The GCU basket in ${voting_month}`,
    description:
      'Each voter divides 100 percent among the assets; the mean by GCU held is applied.',
    type: 'weighted_choice',
    options: await makeBasketOptions(undefined, ctx, options),
    start_date,
    end_date: new Date(monthStart(1).getTime() - 1000),
    status: 'active',
    required_participation: PARTICIPATION,
    voting_power_strategy: 'gcu_weighted_vote',
    execution_workflow: 'UpdateBasketComposition',
    is_basket: true,
    created_by: MAKER,
    metadata,
    created_at: start_date,
  })
}
