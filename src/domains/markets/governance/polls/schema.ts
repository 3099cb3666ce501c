// Schemas of polls and of the votes in them.
import { Type } from 'typebox'
import { pageInput, PageMeta, PageOf, RowsOf } from '../../../../kernel/page.ts'
import { plainText } from '../../../../kernel/text.ts'
import {
  boundedRecord,
  DateTime,
  freeForm,
  MetadataInput,
  Nullable,
  Uuid,
  described,
} from '../../../../kernel/schema.ts'
import { AmountInput } from '../../../core/assets/index.ts'
import { pollLife } from '../life-cycle.ts'
import { strategies } from '../voting-power.ts'
import { Percents, Rate } from '../proposals/schema.ts'

const Free = Type.Record(Type.String(), Type.Unknown())

export const PollStatus = pollLife.schema({
  $id: 'PollStatus',
  description:
    `What may happen to a poll in each state. ${pollLife.summarize()}. ` +
    'A draft is activated by an operator, a pending poll by the clock.',
})

export const PollType = Type.Enum(
  ['single_choice', 'multiple_choice', 'weighted_choice', 'yes_no', 'ranked_choice'],
  { $id: 'PollType', description: 'How voters choose from the options.' },
)

export const VotingPowerStrategy = Type.Enum([...strategies], {
  $id: 'VotingPowerStrategy',
  description:
    'one_user_one_vote: every user has one vote; asset_weighted_vote: one vote for every 100.00 USD, and ' +
    'at least one from 1.00 USD; gcu_weighted_vote: one vote for every whole GCU.',
})

export const ExecutionWorkflow = Type.Enum(
  ['AddAsset', 'FeatureToggle', 'UpdateConfiguration', 'UpdateBasketComposition'],
  {
    $id: 'ExecutionWorkflow',
    description:
      'How the result takes effect. UpdateBasketComposition changes the basket automatically; for the ' +
      'others, the decision is recorded and an operator carries it out.',
  },
)

const optionId = Type.String({
  maxLength: 50,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 _.:-]*$',
  description: 'Letters, digits, spaces and _ . : -',
})

const OptionInput = Type.Object(
  {
    id: optionId,
    label: Type.String({ ...plainText(255), description: 'The text that voters read.' }),
    description: Type.Optional(
      Type.String({ maxLength: 500, description: 'More about the option.' }),
    ),
    metadata: Type.Optional(MetadataInput),
  },
  { $id: 'PollOptionInput' },
)

export const pollInput = {
  title: Type.String({ ...plainText(255), description: 'The question, in one line.' }),
  description: Type.Optional(
    Type.String({ maxLength: 2000, description: 'The question, in full.' }),
  ),
  type: PollType,
  options: Type.Optional(
    Type.Array(OptionInput, {
      minItems: 2,
      maxItems: 50,
      description:
        'Required, except for a yes_no poll and a poll about the basket, which have default options.',
    }),
  ),
  start_date: Type.String({ format: 'date-time', description: 'In the future.' }),
  end_date: described(DateTime, 'When voting ends.'),
  required_participation: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 100,
      description: 'The participation in percent that is needed for the result to take effect.',
    }),
  ),
  voting_power_strategy: Type.Optional(VotingPowerStrategy),
  execution_workflow: Type.Optional(ExecutionWorkflow),
  metadata: freeForm({
    default: {},
    description:
      'Free-form. With is_gcu_poll true it is a vote on the weights of the basket: a ' +
      'weighted_choice by GCU whose options are assets.',
  }),
  auto_activate: Type.Boolean({
    default: false,
    description: 'Activate the poll automatically at its start.',
  }),
}

const PollOption = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    description: Nullable(Type.String()),
    metadata: Free,
  },
  { $id: 'PollOption' },
)

export const Poll = Type.Object(
  {
    id: Type.Integer(),
    uuid: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    type: PollType,
    options: Type.Array(PollOption, { maxItems: 50 }),
    start_date: DateTime,
    end_date: DateTime,
    status: PollStatus,
    required_participation: Nullable(Rate),
    voting_power_strategy: VotingPowerStrategy,
    execution_workflow: Nullable(ExecutionWorkflow),
    created_by: Uuid,
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The metadata given at creation; once the poll is closed, also its results and their execution.',
    }),
    votes_count: Type.Integer({ description: 'Votes cast.' }),
    total_voting_power: Type.Integer({
      description:
        'The total power of the votes. A vote counts with what its voter held when it was cast, or when voting ended (until then: holds now) if that is less.',
    }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'Poll' },
)

export const PollPage = PageOf(Poll)
export const pollPageInput = {
  ...pageInput,
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 15, description: 'Rows a page.' }),
}

export const ActivePolls = Type.Object(
  { data: RowsOf(Poll), meta: PageMeta, count: Type.Integer({ description: 'On all pages.' }) },
  { $id: 'ActivePolls' },
)

export const PollWithMessage = Type.Object(
  { data: Poll, message: Type.String() },
  { $id: 'PollWithMessage' },
)

export const PollResults = Type.Object(
  {
    poll_uuid: Uuid,
    total_votes: Type.Integer({ description: 'Votes cast.' }),
    total_voting_power: Type.Integer({
      description:
        'The power that counts, as in the poll; it may be less than the power at casting.',
    }),
    option_results: Type.Record(
      Type.String(),
      Type.Object({ votes: Type.Integer(), power: Type.Number(), percentage: Rate }),
      {
        description:
          'By option: the number of votes for it, their power, and their percentage of the total power. In a ' +
          'ranked_choice, only first preferences are counted here.',
      },
    ),
    participation_rate: Rate,
    winning_option: Nullable(Type.String({ description: 'Null in a tie.' })),
    metadata: Type.Object({
      participation_met: Type.Boolean(),
      counted_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'The moment whose holdings limit the power of votes: the end of voting or, until then, now; the figures may change until voting ends.',
        }),
      ),
      composition: Type.Optional(Percents),
      rounds: Type.Optional(
        Type.Array(
          Type.Object({
            powers: Type.Record(Type.String(), Type.Number()),
            eliminated: Nullable(Type.String()),
          }),
          { maxItems: 50 },
        ),
      ),
    }),
  },
  { $id: 'PollResults' },
)

export const VotingPower = Type.Object(
  {
    voting_power: Type.Integer(),
    can_vote: Type.Boolean(),
    has_voted: Type.Boolean(),
    strategy: VotingPowerStrategy,
  },
  { $id: 'VotingPower' },
)

export const voteInput = {
  selected_options: Type.Array(Type.String({ maxLength: 50 }), {
    minItems: 1,
    maxItems: 50,
    description: 'Ids of options; in a ranked_choice the preferred first.',
  }),
  allocations: Type.Optional(
    boundedRecord(AmountInput, {
      maxProperties: 50,
      description:
        'Only in a weighted_choice: the percentage of the power for each selected option; they must sum to ' +
        '100. Default: equal shares.',
    }),
  ),
}

export const Vote = Type.Object(
  {
    id: Type.Integer(),
    poll_id: Type.Integer(),
    poll_uuid: Uuid,
    user_uuid: Uuid,
    selected_options: Type.Array(Type.String(), { maxItems: 50 }),
    allocations: Nullable(Percents),
    voting_power: Type.Integer({
      description: 'The power by the holdings when the vote was cast.',
    }),
    counted_power: Nullable(
      Type.Integer({
        description:
          'The power that counted: voting_power, or less if the voter held less when voting ended. Null until then.',
      }),
    ),
    voted_at: DateTime,
    signature: Type.String({ description: 'HMAC-SHA256 over the content of the vote.' }),
    poll: Type.Object(
      { uuid: Uuid, title: Type.String(), status: PollStatus, type: PollType },
      { $id: 'VotePoll' },
    ),
  },
  { $id: 'Vote' },
)

export const VotePage = PageOf(Vote)
export const VoteWithMessage = Type.Object(
  { data: Vote, message: Type.String() },
  { $id: 'VoteWithMessage' },
)

export const VoteStats = Type.Object(
  {
    total_votes: Type.Integer(),
    total_voting_power: Type.Integer(),
    recent_votes: Type.Integer({ description: 'Votes in the last 30 days.' }),
    avg_voting_power: Type.Number(),
    participation_rate: Type.Number({
      description: 'The percentage of all polls in which the caller voted.',
    }),
  },
  { $id: 'VoteStats' },
)

export const VoteVerification = Type.Object(
  { verified: Type.Boolean(), message: Type.String() },
  { $id: 'VoteVerification' },
)

const TimeRemaining = Type.Object(
  { days: Type.Integer(), hours: Type.Integer(), human_readable: Type.String() },
  { $id: 'TimeRemaining' },
)

export const UserVotingPoll = Type.Object(
  {
    uuid: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    type: PollType,
    status: PollStatus,
    options: Type.Array(PollOption, { maxItems: 50 }),
    start_date: DateTime,
    end_date: DateTime,
    required_participation: Nullable(Rate),
    current_participation: Rate,
    user_context: Type.Object(
      {
        has_voted: Type.Boolean(),
        voting_power: Type.Integer(),
        can_vote: Type.Boolean(),
        vote: Nullable(
          Type.Object(
            {
              selected_options: Type.Array(Type.String(), { maxItems: 50 }),
              allocations: Nullable(Percents),
              voted_at: DateTime,
            },
            { $id: 'UserVote' },
          ),
        ),
      },
      { $id: 'UserVotingContext' },
    ),
    metadata: Type.Object(
      {
        is_gcu_poll: Type.Boolean(),
        voting_month: Nullable(Type.String()),
        template: Nullable(Type.String()),
      },
      { $id: 'UserVotingPollMetadata' },
    ),
    results_visible: Type.Boolean({ description: 'True once the poll is closed and counted.' }),
    time_remaining: Nullable(TimeRemaining),
  },
  { $id: 'UserVotingPoll' },
)

const basketInfo = {
  basket_name: Type.String(),
  basket_code: Type.String(),
  basket_symbol: Type.String(),
}
const BasketInfo = Type.Object(basketInfo, { $id: 'VotingBasket' })

export const UserVotingPolls = Type.Object(
  {
    data: RowsOf(UserVotingPoll),
    meta: Type.Object(
      { ...BasketInfo.properties, ...PageMeta.properties },
      { $id: 'UserVotingPollsMeta' },
    ),
  },
  { $id: 'UserVotingPolls' },
)

export const UpcomingPolls = Type.Object(
  { data: RowsOf(UserVotingPoll), meta: PageMeta },
  { $id: 'UpcomingPolls' },
)

export const VotingHistory = Type.Object(
  {
    data: RowsOf(UserVotingPoll),
    meta: Type.Object(
      {
        ...PageMeta.properties,
        total_votes: Type.Integer(),
        member_since: DateTime,
      },
      { $id: 'VotingHistoryMeta' },
    ),
  },
  { $id: 'VotingHistory' },
)
export const historyPageInput = {
  ...pageInput,
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Rows a page.' }),
}

export const VotingDashboard = Type.Object(
  {
    stats: Type.Object(
      {
        active_polls: Type.Integer(),
        votes_cast: Type.Integer(),
        gcu_balance: Type.String({ description: 'GCU, four decimal places.' }),
        voting_power: Type.Integer({ description: 'Whole GCU.' }),
      },
      { $id: 'VotingStats' },
    ),
    next_poll: Nullable(UserVotingPoll),
    basket_info: BasketInfo,
  },
  { $id: 'VotingDashboard' },
)

export const BasketVoteReply = Type.Object(
  {
    message: Type.String(),
    vote_id: Type.Integer(),
    voting_power_used: Type.Integer(),
    timestamp: DateTime,
  },
  { $id: 'BasketVoteReply' },
)

export const GcuPoll = Type.Object(
  {
    id: Type.Integer(),
    uuid: Uuid,
    title: Type.String(),
    description: Nullable(Type.String()),
    type: PollType,
    start_date: DateTime,
    end_date: DateTime,
    participation_rate: Rate,
    current_results: PollResults,
    time_remaining: Nullable(TimeRemaining),
  },
  { $id: 'GcuPoll' },
)
