// The rules of polls: how a poll is created, when it accepts votes, and that each user votes once.
import { toJsonInteger } from '../../../../kernel/money.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import {
  type Ballot,
  boundsOf,
  readBallot,
  readBasketBallot,
  readSetting,
  type VoteRequest,
} from './ballots.ts'
import { type BasketPort, checkComponent, type PercentInput } from '../composition.ts'
import {
  AlreadyVoted,
  BasketVoteCast,
  VotingStateConflict,
  NotABasketPoll,
  NotEligible,
  NoVotingPower,
  PollNotActive,
} from '../errors.ts'
import { PollActivated, PollCompleted, PollCreated, VoteCast } from '../events.ts'
import { type PollAction, type PollStatus, pollLife } from '../life-cycle.ts'
import { toPercent, TOTAL_SHARES } from '../percent.ts'
import * as store from './store.ts'
import type { Execution, PollOption, PollRow, VoteRow, Workflow } from './store.ts'
import { type Strategy, votingPower } from '../voting-power.ts'
import { readThreshold } from '../proposals/service.ts'
import { type PollResults, settleResults, interimResultsOf } from './results.ts'
import type { VoteSigner } from '../signature.ts'
import type { PollType } from './tally.ts'
import { readPeriod } from '../voting-period.ts'

export interface PollOptions {
  readonly assets: AssetCatalogue
  readonly basket: BasketPort
  readonly signer: VoteSigner
}

export interface OptionRequest {
  readonly id: string
  readonly label: string
  readonly description?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

export interface PollRequest {
  readonly title: string
  readonly description?: string
  readonly type: PollType
  readonly options?: readonly OptionRequest[]
  readonly start_date: string
  readonly end_date: string
  readonly required_participation?: number
  readonly voting_power_strategy?: Strategy
  readonly execution_workflow?: Workflow
  readonly metadata: Readonly<Record<string, unknown>>
  readonly auto_activate: boolean
}

export async function createPoll(
  input: PollRequest,
  ctx: Context,
  options: PollOptions,
): Promise<PollRow> {
  const { environment } = ctx.caller
  const { start, end } = readPeriod(
    { start: input.start_date, end: input.end_date },
    { start: 'start_date', end: 'end_date' },
    ctx.now,
  )
  const is_basket = input.metadata.is_gcu_poll === true
  if (is_basket) checkBasketPoll(input)
  else if (input.execution_workflow === 'UpdateBasketComposition')
    throw invalid(
      'execution_workflow',
      'Only a poll with metadata.is_gcu_poll can change the basket.',
    )
  const row = await store.insertPoll(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment,
    title: input.title,
    description: input.description ?? null,
    type: input.type,
    options: is_basket
      ? await makeBasketOptions(input.options, ctx, options)
      : readOptions(input.type, input.options),
    start_date: start,
    end_date: end,
    status: input.auto_activate ? 'pending' : 'draft',
    required_participation:
      input.required_participation === undefined
        ? null
        : readThreshold('required_participation', input.required_participation),
    voting_power_strategy:
      input.voting_power_strategy ?? (is_basket ? 'gcu_weighted_vote' : 'one_user_one_vote'),
    execution_workflow: input.execution_workflow ?? null,
    is_basket,
    created_by: ctx.caller.user!,
    metadata: input.metadata,
    created_at: ctx.now,
  })
  ctx.emit(
    PollCreated,
    { ...subjectOf(row), ...timesOf(row), status: row.status },
    { everyone: true },
  )
  return row
}

const invalid = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

/** A poll about the basket is always weighed by GCU. */
function checkBasketPoll({ type, voting_power_strategy: strategy }: PollRequest): void {
  if (type !== 'weighted_choice')
    throw invalid('type', 'The type of a poll about the basket must be weighted_choice.')
  if (strategy !== undefined && strategy !== 'gcu_weighted_vote')
    throw invalid(
      'voting_power_strategy',
      'The voting power strategy of a poll about the basket must be gcu_weighted_vote.',
    )
}

const yesOrNo: readonly OptionRequest[] = [
  { id: 'yes', label: 'Yes' },
  { id: 'no', label: 'No' },
]

function readOptions(type: PollType, given: readonly OptionRequest[] | undefined): PollOption[] {
  if (type === 'yes_no') {
    const ids = given?.map(({ id }) => id) ?? ['yes', 'no']
    if (ids.length !== 2 || !ids.includes('yes') || !ids.includes('no'))
      throw invalid('options', 'The options of a yes_no poll must be "yes" and "no".')
    return toOptions(given ?? yesOrNo)
  }
  if (!given) throw invalid('options', 'The options field is required.')
  return toOptions(given)
}

function toOptions(given: readonly OptionRequest[]): PollOption[] {
  if (new Set(given.map(({ id }) => id)).size < given.length)
    throw invalid('options', 'Two options have the same id; ids must be different.')
  return given.map(({ id, label, description, metadata }) => ({
    id,
    label,
    description: description ?? null,
    metadata: metadata ?? {},
  }))
}

/** The default bounds, in percent, for the weights of the assets that the basket began with. */
const bounds: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  USD: { min: 20, max: 50 },
  EUR: { min: 20, max: 40 },
  GBP: { min: 5, max: 25 },
  CHF: { min: 5, max: 20 },
  JPY: { min: 0, max: 10 },
  XAU: { min: 0, max: 10 },
}

/** The given assets, or those of the current basket, each with its bounds and its current weight. */
export async function makeBasketOptions(
  wanted: readonly OptionRequest[] | undefined,
  ctx: Context,
  { assets, basket }: Pick<PollOptions, 'assets' | 'basket'>,
): Promise<PollOption[]> {
  const current = await basket.currentComposition(ctx.tx, ctx.caller.environment)
  const given =
    wanted ??
    Object.keys(current).map((code) => ({ id: code, label: assets.find(code)?.name ?? code }))
  for (const { id } of given) checkComponent(id, assets, 'options')
  const options = toOptions(given).map((option) => ({
    ...option,
    metadata: {
      min: 0,
      max: 100,
      ...bounds[option.id],
      default: toPercent(Object.hasOwn(current, option.id) ? current[option.id]! : 0),
      ...option.metadata,
    },
  }))
  checkFeasible(options)
  return options
}

/** Checks that bounds are percentages and that at least one allocation satisfies all of them. */
function checkFeasible(options: readonly PollOption[]): void {
  for (const { id, metadata } of options)
    for (const name of ['min', 'max', 'default'] as const)
      if (readSetting(metadata[name]) === undefined)
        throw invalid('options', `The ${name} of ${id} must be a percentage from 0 to 100.`)
  const all = options.map(boundsOf)
  const least = all.reduce((sum, { min }) => sum + min, 0)
  const most = all.reduce((sum, { max }) => sum + max, 0)
  if (least > TOTAL_SHARES || most < TOTAL_SHARES || all.some(({ min, max }) => min > max))
    throw invalid(
      'options',
      `No allocation can satisfy these bounds: they allow a sum from ${toPercent(least)} to ${toPercent(most)}, and 100 must be possible with every min at most its max.`,
    )
}

export async function activatePoll(key: string, ctx: Context): Promise<PollRow> {
  const poll = await getLocked(key, ctx)
  const status = checkAction(poll, 'activate', ctx.now)
  if (Date.parse(poll.start_date) > ctx.now.getTime())
    throw refuseState(poll, ctx.now, `it begins at ${poll.start_date}.`)
  if (isOver(poll, ctx.now)) throw refuseState(poll, ctx.now, 'its time to vote is over.')
  return startPoll(poll, status, ctx)
}

export async function startPoll(poll: PollRow, status: PollStatus, ctx: Context): Promise<PollRow> {
  const active = await store.updatePoll(ctx.tx, poll.uuid, ctx.now, { status })
  ctx.emit(PollActivated, { ...subjectOf(poll), ...timesOf(poll) }, { everyone: true })
  return active
}

export async function cancelPoll(
  { uuid, reason }: { readonly uuid: string; readonly reason?: string },
  ctx: Context,
): Promise<PollRow> {
  const poll = await getLocked(uuid, ctx)
  const status = checkAction(poll, 'cancel', ctx.now)
  return store.updatePoll(ctx.tx, poll.uuid, ctx.now, {
    status,
    metadata: {
      ...poll.metadata,
      cancelled_at: ctx.now.toISOString(),
      cancelled_by: ctx.caller.user!,
      cancel_reason: reason ?? null,
    },
  })
}

/** Counts an ended poll at once, without waiting for the scheduled job. */
export async function completePoll(key: string, ctx: Context): Promise<PollRow> {
  const poll = await getLocked(key, ctx)
  const { to: status } = pollLife.check(poll.status, 'close')
  if (!isOver(poll, ctx.now)) throw refuseState(poll, ctx.now, `it ends at ${poll.end_date}.`)
  return closePoll(poll, status, ctx)
}

export async function closePoll(poll: PollRow, status: PollStatus, ctx: Context): Promise<PollRow> {
  const { results, total_voting_power } = await settleResults(ctx.tx, poll)
  const execution = planExecution(poll, results)
  const closed = await store.updatePoll(ctx.tx, poll.uuid, ctx.now, {
    status,
    results,
    total_voting_power,
    ...(execution && { execution }),
  })
  const { participation_rate, winning_option } = results
  const outcome = { ...subjectOf(poll), status, participation_rate, winning_option }
  ctx.emit(PollCompleted, outcome, { everyone: true })
  return closed
}

/**
 * A result is carried out only if participation was high enough and the poll decided something; a "no"
 * decides nothing. A workflow that the bank cannot carry out itself is recorded for an operator.
 */
function planExecution(poll: PollRow, results: PollResults): Execution | undefined {
  const workflow = poll.execution_workflow
  const isDecided = poll.is_basket
    ? results.total_voting_power > 0
    : results.winning_option !== null &&
      !(poll.type === 'yes_no' && results.winning_option === 'no')
  if (!workflow || !isDecided || !results.metadata.participation_met) return undefined
  if (workflow === 'UpdateBasketComposition') return { state: 'waiting', workflow }
  const result = { winning_option: results.winning_option, parameters: poll.metadata }
  return { state: 'recorded', workflow, result }
}

export async function castVote(
  { uuid, ...request }: VoteRequest & { readonly uuid: string },
  ctx: Context,
  { signer }: PollOptions,
): Promise<{ readonly poll: PollRow; readonly vote: VoteRow }> {
  const poll = await getLocked(uuid, ctx)
  checkVotable(poll, ctx.now)
  const ballot = readBallot(poll, request)
  const vote = await saveVote(poll, ballot, ctx, signer, {
    twice: () => AlreadyVoted({}),
    powerless: () => NotEligible({ reason: whyPowerless[poll.voting_power_strategy] }),
  })
  return { poll, vote }
}

const whyPowerless: Readonly<Record<Strategy, string>> = {
  one_user_one_vote: 'You are not allowed to vote in this poll.',
  asset_weighted_vote: 'You need at least 1.00 USD to vote in this poll, and you hold less.',
  gcu_weighted_vote: 'You need at least 1 GCU to vote in this poll, and you hold less.',
}

/** Votes on the weights of the basket: the caller's power is divided over its assets. */
export async function castBasketVote(
  { id, allocations }: { readonly id: string; readonly allocations: PercentInput },
  ctx: Context,
  { signer }: PollOptions,
): Promise<{ readonly poll: PollRow; readonly vote: VoteRow }> {
  const poll = await getLocked(id, ctx)
  if (!poll.is_basket) throw NotABasketPoll({})
  checkVotable(poll, ctx.now)
  const ballot = readBasketBallot(poll, allocations)
  const vote = await saveVote(poll, ballot, ctx, signer, {
    twice: () => BasketVoteCast({}),
    powerless: () => NoVotingPower({}),
  })
  return { poll, vote }
}

async function saveVote(
  poll: PollRow,
  ballot: Ballot,
  ctx: Context,
  signer: VoteSigner,
  refuse: { readonly twice: () => Error; readonly powerless: () => Error },
): Promise<VoteRow> {
  const user_uuid = ctx.caller.user!
  if ((await store.findVotes(ctx.tx, user_uuid, [poll.uuid])).size > 0) throw refuse.twice()
  const voting_power = await votingPower(ctx.tx, ctx.caller, poll.voting_power_strategy)
  if (voting_power <= 0n) throw refuse.powerless()
  const voted_at = ctx.now.toISOString()
  const content = { poll_uuid: poll.uuid, user_uuid, ...ballot, voting_power, voted_at }
  const signature = signer.sign(toSigned(content))
  const vote = await store.insertVote(ctx.tx, { ...content, signature, voted_at: ctx.now })
  if (!vote) throw refuse.twice()
  ctx.emit(
    VoteCast,
    { ...subjectOf(poll), voting_power: voting_power.toString(), voted_at },
    { user_uuid },
  )
  return vote
}

/** The content of a vote in the form that is signed. */
const toSigned = (vote: Omit<VoteRow, 'id' | 'signature' | 'counted_power'>): object => ({
  poll_uuid: vote.poll_uuid,
  user_uuid: vote.user_uuid,
  selected_options: vote.selected_options,
  allocations: vote.allocations,
  voting_power: vote.voting_power.toString(),
  voted_at: vote.voted_at,
})

export const isSignatureValid = (vote: VoteRow, signer: VoteSigner): boolean =>
  signer.verify(toSigned(vote), vote.signature)

export interface PollListRequest extends PageRequest {
  readonly status?: PollStatus
  readonly type?: PollType
}

export async function listPolls({ status, type, ...page }: PollListRequest, ctx: Context) {
  const filter = { environment: ctx.caller.environment, status, type }
  return showPage(await store.listPolls(ctx.tx, filter, ctx.now, page), page, ctx)
}

/** The polls that accept votes now. */
export async function listVotable(page: PageRequest, ctx: Context) {
  const { environment } = ctx.caller
  return showPage(await store.listVotablePolls(ctx.tx, { environment }, ctx.now, page), page, ctx)
}

async function showPage(
  { rows, total }: { readonly rows: readonly PollRow[]; readonly total: number },
  page: PageRequest,
  ctx: Context,
) {
  return toPage(await Promise.all(rows.map((row) => showPoll(row, ctx))), total, page)
}

export async function getPoll(key: string, ctx: Context): Promise<PollRow> {
  const { environment } = ctx.caller
  const poll = await store.findPoll(ctx.tx, { key, environment })
  if (!poll) throw NotFound({ what: 'poll', id: key })
  return poll
}

async function getLocked(key: string, ctx: Context): Promise<PollRow> {
  const { environment } = ctx.caller
  const poll = await store.lockPoll(ctx.tx, { key, environment })
  if (!poll) throw NotFound({ what: 'poll', id: key })
  return poll
}

const isOver = (poll: PollRow, now: Date): boolean => Date.parse(poll.end_date) <= now.getTime()

/** A poll whose time is over counts as closed, even before its votes are counted. */
export const statusAt = (poll: PollRow, now: Date): PollStatus =>
  isOver(poll, now) ? (pollLife.next(poll.status, 'close') ?? poll.status) : poll.status

export const isVotable = (poll: PollRow, now: Date): boolean =>
  statusAt(poll, now) === 'active' && Date.parse(poll.start_date) <= now.getTime()

function checkVotable(poll: PollRow, now: Date): void {
  if (!isVotable(poll, now)) throw PollNotActive({ status: statusAt(poll, now) })
}

const checkAction = (poll: PollRow, action: PollAction, now: Date): PollStatus =>
  pollLife.check(statusAt(poll, now), action).to

const refuseState = (poll: PollRow, now: Date, reason: string) =>
  VotingStateConflict({ what: 'poll', status: statusAt(poll, now), reason })

const subjectOf = (poll: PollRow) => ({ poll_uuid: poll.uuid, title: poll.title })
const timesOf = (poll: PollRow) => ({ starts_at: poll.start_date, ends_at: poll.end_date })

/** Until a poll is counted, its power is what would count if voting ended now. */
export async function showPoll(poll: PollRow, ctx: Context) {
  if (poll.results !== null || poll.votes_count === 0) return toPoll(poll, ctx.now)
  const { weighed } = await interimResultsOf(ctx.tx, poll, ctx.now)
  return toPoll({ ...poll, total_voting_power: weighed.power }, ctx.now)
}

const toPoll = (poll: PollRow, now: Date) => ({
  id: Number(poll.id),
  uuid: poll.uuid,
  title: poll.title,
  description: poll.description,
  type: poll.type,
  options: [...poll.options],
  start_date: poll.start_date,
  end_date: poll.end_date,
  status: statusAt(poll, now),
  required_participation:
    poll.required_participation === null ? null : toPercent(poll.required_participation),
  voting_power_strategy: poll.voting_power_strategy,
  execution_workflow: poll.execution_workflow,
  created_by: poll.created_by,
  metadata: {
    ...poll.metadata,
    ...(poll.results && { results: poll.results }),
    ...(poll.execution && { execution: poll.execution }),
  },
  votes_count: poll.votes_count,
  total_voting_power: toJsonInteger(poll.total_voting_power),
  created_at: poll.created_at,
  updated_at: poll.updated_at,
})
