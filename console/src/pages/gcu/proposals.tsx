// Proposals to change what GCU consists of, and voting about them.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { proposalList, proposalVote } from '../../../../sdk/client/operations.ts'
import type { MyProposalVote, Proposal, ProposalChoice } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { CHOICES, useOwnVotes } from './votes.tsx'

const Vote = icon('vote')

const PHASES = { active: 'Open', upcoming: 'Coming', past: 'Decided' } as const
type Phase = keyof typeof PHASES

export function Proposals() {
  const [phase, setPhase] = useState<Phase>('active')
  const read = useRead('proposals', proposalList, { status: phase })
  const votes = useOwnVotes()
  return (
    <Card
      className="mt-5"
      title="Proposals"
      hint="Your vote weighs as much as the GCU that you hold."
      action={<Segments label="Phase" choices={PHASES} chosen={phase} onChoose={setPhase} />}
    >
      <Show read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Vote} title="No proposal here at the moment" />
          ) : (
            <>
              {phase === 'active' && votes && (
                <p className="mb-3 text-sm text-soft">
                  {sayOpen(data.filter(({ id }) => !votes.has(id)).length)}
                </p>
              )}
              <ul className="grid gap-4">
                {data.map((proposal) => (
                  <ProposalItem
                    key={proposal.id}
                    proposal={proposal}
                    isOpen={phase === 'active'}
                    own={votes?.get(proposal.id)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Show>
    </Card>
  )
}

const sayOpen = (count: number): string =>
  count === 0
    ? 'You have voted on all of them; until voting ends you can change your vote.'
    : `You have not voted on ${count === 1 ? 'one of them' : `${count} of them`} yet.`

function ProposalItem({
  proposal,
  isOpen,
  own,
}: {
  readonly proposal: Proposal
  readonly isOpen: boolean
  /** How the viewer voted, if they did. */
  readonly own: MyProposalVote | undefined
}) {
  const vote = useWrite(proposalVote, ['proposals'])
  return (
    <li className="rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{proposal.title}</h3>
        <Badge word={proposal.status} />
      </div>
      <p className="mt-1 max-w-3xl text-soft">{proposal.description}</p>
      <p className="mt-2 text-sm">{sayChange(proposal)}</p>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm text-soft">
        <span>
          Voting <When at={proposal.voting_starts_at} isDay /> to{' '}
          <When at={proposal.voting_ends_at} isDay />
        </span>
        <span className="figures">
          {proposal.participation_rate.toFixed(1)} % take part, {proposal.minimum_participation} %
          needed
        </span>
        <span className="figures">
          {proposal.approval_rate.toFixed(1)} % in favour, {proposal.minimum_approval} % needed
        </span>
      </p>
      {own && <p className="mt-2 text-sm font-medium">{sayOwn(own)}</p>}
      {isOpen && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          {Object.entries(CHOICES).map(([choice, word]) => (
            <Button
              key={choice}
              look={own?.vote === choice ? 'main' : 'plain'}
              size="small"
              aria-pressed={own?.vote === choice}
              isWaiting={vote.isPending && vote.variables.vote === choice}
              disabled={vote.isPending}
              onClick={() =>
                vote.mutate({ id: String(proposal.id), vote: choice as ProposalChoice })
              }
            >
              {word}
              <span className="sr-only">: {proposal.title}</span>
            </Button>
          ))}
          <span role="status" className="text-sm text-good">
            {vote.data && (
              <>
                Your vote has a power of {vote.data.data.voting_power} GCU. If you hold less GCU
                when voting ends, on <When at={proposal.voting_ends_at} />, it counts with less.
              </>
            )}
          </span>
        </div>
      )}
      {vote.error && (
        <div className="mt-3">
          <Problem error={vote.error} />
        </div>
      )}
    </li>
  )
}

const sayOwn = ({ vote, voting_power, counted_power }: MyProposalVote): string =>
  counted_power === null
    ? `You voted “${CHOICES[vote]}” with ${voting_power} GCU.`
    : `You voted “${CHOICES[vote]}”; ${counted_power} GCU counted.`

/** Only the parts that would change: "EUR 30 → 35 %". */
function sayChange({ current_composition: now, proposed_composition: then }: Proposal): string {
  const codes = [...new Set([...Object.keys(now), ...Object.keys(then)])]
  const changed = codes.filter((code) => now[code] !== then[code])
  if (changed.length === 0) return 'It would keep the weights as they are.'
  return changed.map((code) => `${code} ${now[code] ?? 0} → ${then[code] ?? 0} %`).join(', ')
}
