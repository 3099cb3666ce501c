// Schemas of proposals.
import { Type } from 'typebox'
import { PageMeta, RowsOf } from '../../../../kernel/page.ts'
import { plainText } from '../../../../kernel/text.ts'
import { boundedRecord, DateTime, Nullable, described } from '../../../../kernel/schema.ts'
import { AmountInput } from '../../../core/assets/index.ts'
import { proposalLife, UPCOMING } from '../life-cycle.ts'

export const PercentsInput = boundedRecord(AmountInput, {
  maxProperties: 50,
  description: 'Code → percent, 0 to 100 with at most two decimal places.',
})
export const Percents = Type.Record(Type.String(), Type.Number(), {
  description: 'Code → percent; they sum to 100.',
})
export const Rate = Type.Number({ description: 'Percent, two decimal places.' })
const Gcu = Type.String({ description: 'GCU, four decimal places.' })
const CountedGcu = Type.String({
  description:
    'GCU, four decimal places. A vote counts with what its voter held when it was cast, or at votes_counted_at if that was less.',
})

export const ProposalStatus = Type.Enum([...proposalLife.states, UPCOMING], {
  $id: 'ProposalStatus',
  description: `An active proposal whose voting has not begun is shown as ${UPCOMING}. What may happen in each state: ${proposalLife.summarize()}.`,
})

export const proposalInput = {
  title: Type.String({ ...plainText(255), description: 'The proposal, in one line.' }),
  description: Type.String({
    minLength: 1,
    maxLength: 5000,
    description: 'The proposal, in full.',
  }),
  rationale: Type.Optional(
    Type.String({ maxLength: 5000, description: 'The reasons for the proposal.' }),
  ),
  proposed_composition: PercentsInput,
  voting_starts_at: Type.String({ format: 'date-time', description: 'In the future.' }),
  voting_ends_at: described(DateTime, 'When voting ends.'),
  minimum_participation: Type.Number({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'The percentage of all GCU that must take part.',
  }),
  minimum_approval: Type.Number({
    minimum: 1,
    maximum: 100,
    default: 50,
    description:
      'The percentage of the cast votes that must be in favour; abstentions are cast votes.',
  }),
  draft: Type.Boolean({
    default: false,
    description: 'Create a draft, which takes no votes until it is activated.',
  }),
}

const fields = {
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  status: ProposalStatus,
  proposed_composition: Percents,
  current_composition: Percents,
  voting_starts_at: DateTime,
  voting_ends_at: DateTime,
  participation_rate: Rate,
  approval_rate: Rate,
  minimum_participation: Rate,
  minimum_approval: Rate,
  votes_for: CountedGcu,
  votes_against: CountedGcu,
  votes_abstain: CountedGcu,
  total_votes_cast: CountedGcu,
  votes_counted_at: Type.String({
    format: 'date-time',
    description:
      'The moment whose holdings limit the power of votes: the end of voting or, until then, now; the sums may change until voting ends.',
  }),
}

const Success = Type.Literal('success')

export const ProposalList = Type.Object(
  { status: Success, data: RowsOf(Type.Object(fields, { $id: 'Proposal' })), meta: PageMeta },
  { $id: 'ProposalList' },
)

const ProposalDetail = Type.Object(
  {
    ...fields,
    rationale: Nullable(Type.String()),
    total_gcu_supply: Type.String({
      description:
        'The GCU that customers hold, by which participation is measured: before voting, as of the creation of the proposal; during voting, as of now; after it, as of its end.',
    }),
    is_voting_active: Type.Boolean(),
    time_remaining: Nullable(Type.String({ description: '"4 days 3 hours"' })),
    implemented_at: Nullable(DateTime),
  },
  { $id: 'ProposalDetail' },
)

export const ProposalReply = Type.Object(
  { status: Success, data: ProposalDetail },
  { $id: 'ProposalReply' },
)

export const ProposalWithMessage = Type.Object(
  { status: Success, message: Type.String(), data: ProposalDetail },
  { $id: 'ProposalWithMessage' },
)

export const Choice = Type.Enum(['for', 'against', 'abstain'], {
  $id: 'ProposalChoice',
  description: 'How to vote.',
})

export const ProposalVoteReply = Type.Object(
  {
    status: Success,
    message: Type.String(),
    data: Type.Object({ vote: Choice, voting_power: Gcu }, { $id: 'ProposalVote' }),
  },
  { $id: 'ProposalVoteReply' },
)

export const MyProposalVotes = Type.Object(
  {
    status: Success,
    data: RowsOf(
      Type.Object(
        {
          proposal_id: Type.Integer(),
          proposal_title: Type.String(),
          vote: Choice,
          voting_power: Type.String({ description: 'GCU held when the vote was cast.' }),
          counted_power: Nullable(
            Type.String({
              description:
                'The GCU that counted: voting_power, or the GCU held when voting ended if that was less. Null until then.',
            }),
          ),
          voted_at: DateTime,
        },
        { $id: 'MyProposalVote' },
      ),
    ),
    meta: PageMeta,
  },
  { $id: 'MyProposalVotes' },
)
