// How the viewer voted on proposals, and with which weight.
import { useState } from 'react'
import { icon } from '../../design/icons.tsx'
import { proposalMyVotes } from '../../../../sdk/client/operations.ts'
import type { MyProposalVote, ProposalChoice } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Vote = icon('vote')

export const CHOICES: Readonly<Record<ProposalChoice, string>> = {
  for: 'For',
  against: 'Against',
  abstain: 'Abstain',
}

const TONES: Readonly<Record<ProposalChoice, Tone>> = {
  for: 'good',
  against: 'bad',
  abstain: 'plain',
}

/** The bank lists at most this many at once; open proposals are among the newest votes. */
const VOTES_MAX = 100

/** The viewer's votes by the number of the proposal; undefined until they are known. */
export function useOwnVotes(): ReadonlyMap<number, MyProposalVote> | undefined {
  const read = useRead('proposals', proposalMyVotes, { per_page: VOTES_MAX })
  return read.data && new Map(read.data.data.map((vote) => [vote.proposal_id, vote]))
}

export function VotesCard() {
  const [page, setPage] = useState(1)
  const read = useRead('proposals', proposalMyVotes, { page, per_page: 10 })
  return (
    <Card className="mt-5" title="Your votes" hint="On proposals, the newest first" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Vote} title="You have not voted yet">
              Holders of GCU vote on each open proposal; each GCU is one vote.
            </Empty>
          ) : (
            <>
              <Table
                label="Your votes"
                rows={data}
                keyOf={({ proposal_id }) => String(proposal_id)}
                columns={columns}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const columns: readonly Column<MyProposalVote>[] = [
  {
    name: 'Proposal',
    show: ({ proposal_title }) => (
      <span className="font-medium wrap-anywhere">{proposal_title}</span>
    ),
  },
  { name: 'Vote', show: ({ vote }) => <Badge word={CHOICES[vote]} tone={TONES[vote]} /> },
  { name: 'When', show: ({ voted_at }) => <When at={voted_at} /> },
  {
    name: 'Weight when cast',
    isRight: true,
    show: ({ voting_power }) => <Money amount={voting_power} code="GCU" />,
  },
  {
    name: 'Weight that counted',
    isRight: true,
    show: ({ counted_power }) =>
      counted_power === null ? (
        <span className="text-soft">not counted yet</span>
      ) : (
        <Money amount={counted_power} code="GCU" />
      ),
  },
]
