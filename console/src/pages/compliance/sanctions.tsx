// Screens names against the sanctions list, and resolves matches with a reason.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  sanctionsDecide,
  sanctionsHits,
  sanctionsListState,
  sanctionsScreen,
} from '../../../../sdk/client/operations.ts'
import type { SanctionsHit, SanctionsListState } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'

const ShieldCheck = icon('shield-check')

const sayList = ({ configured, problem, entries, version }: SanctionsListState): string => {
  if (problem !== null) return `The list could not be read: ${problem}`
  return configured
    ? `${entries.toLocaleString()} entries, version ${shorten(version ?? 'unknown')}`
    : 'No list is configured.'
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

export function SanctionsCard() {
  const [page, setPage] = useState(1)
  const [decided, setDecided] = useState<SanctionsHit>()
  const list = useRead('sanctions', sanctionsListState, {})
  const hits = useRead('sanctions', sanctionsHits, { page, per_page: 10 })
  const hasList = list.data?.data.configured === true
  return (
    <Card title="Sanctions" hint={list.data && sayList(list.data.data)} isFlush>
      <div className="px-5 pb-4">
        <Show read={list}>{({ data }) => (data.configured ? <ScreenForm /> : <NoList />)}</Show>
      </div>
      <Show read={hits}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={ShieldCheck} title={hasList ? 'No matches on the list' : 'No matches'} />
          ) : (
            <>
              <Table
                label="Matches"
                rows={data}
                keyOf={({ hit_id }) => hit_id}
                columns={columns(setDecided)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Dialog
        title="Resolve match"
        isOpen={decided !== undefined}
        onClose={() => setDecided(undefined)}
      >
        {decided && <DecideForm hit={decided} onDone={() => setDecided(undefined)} />}
      </Dialog>
    </Card>
  )
}

/** Without a list every name would pass, which is no answer. */
const NoList = () => (
  <p className="rounded-lg bg-gold-bg px-4 py-3 text-gold">
    Nothing can be screened: no list is configured. Set <code>SANCTIONS_LIST</code>.
  </p>
)

function ScreenForm() {
  const screen = useWrite(sanctionsScreen, ['sanctions'])
  const answer = screen.data?.data
  return (
    <>
      <Form submit="Screen" onSubmit={({ name = '' }) => screen.mutateAsync({ name })}>
        <Input label="Name" name="name" required maxLength={255} placeholder="Person or company" />
      </Form>
      <p aria-live="polite" className="mt-2">
        {answer &&
          (answer.cleared
            ? `${answer.name} is not on the list.`
            : `${answer.name} matches ${answer.hits.length} on the list; see below.`)}
      </p>
    </>
  )
}

const columns = (onDecide: (hit: SanctionsHit) => void): readonly Column<SanctionsHit>[] => [
  {
    name: 'Name',
    isSilent: true,
    show: ({ name, entry_name, program }) => (
      <span>
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-soft">
          matches {entry_name}
          {program !== null && `, ${program}`}
        </span>
      </span>
    ),
  },
  {
    name: 'Similarity',
    isRight: true,
    show: ({ score }) => <span className="figures">{percent(score)}</span>,
  },
  {
    name: 'State',
    show: ({ status }) => (
      <Badge
        word={status}
        tone={status === 'open' ? 'gold' : status === 'confirmed' ? 'bad' : 'good'}
      />
    ),
  },
  {
    name: 'Resolve',
    isRight: true,
    isSilent: true,
    show: (hit) =>
      hit.status === 'open' && (
        <Button look="plain" size="small" onClick={() => onDecide(hit)}>
          Resolve<span className="sr-only"> the match of {hit.name}</span>
        </Button>
      ),
  },
]

const MONTH_MS = 30 * 86_400_000

function DecideForm({ hit, onDone }: { readonly hit: SanctionsHit; readonly onDone: () => void }) {
  const decide = useWrite(sanctionsDecide, ['sanctions'])
  const [decision, setDecision] = useState<'cleared' | 'confirmed'>('cleared')
  return (
    <Form
      submit={decision === 'cleared' ? 'Clear it' : 'Confirm it'}
      look={decision === 'cleared' ? 'main' : 'danger'}
      onSubmit={async ({ reason = '' }) => {
        await decide.mutateAsync({
          id: hit.hit_id,
          decision,
          reason,
          ...(decision === 'cleared' && {
            expires_at: new Date(Date.now() + MONTH_MS).toISOString(),
          }),
        })
        onDone()
      }}
    >
      <Facts
        rows={[
          ['Name', hit.name],
          ['On the list', hit.entry_name],
          ['Likeness', percent(hit.score)],
          ['Seen', `${hit.seen_times} times, by ${hit.source.replaceAll('_', ' ')}`],
        ]}
      />
      <Select
        label="The name is"
        name="decision"
        value={decision}
        onChange={(event) => setDecision(event.target.value as typeof decision)}
        hint={
          decision === 'cleared'
            ? 'The exception is valid for 30 days; then the name is a match again.'
            : 'Payments with this name stay rejected.'
        }
      >
        <option value="cleared">not the listed party: clear it</option>
        <option value="confirmed">the listed party: confirm it</option>
      </Select>
      <Input label="Reason" name="reason" required maxLength={1000} />
    </Form>
  )
}
