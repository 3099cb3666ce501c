// How far each reader of the event log lags behind its end.
import type { Projector, ProjectorLag } from '../../../../sdk/client/types.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  healthy: 'good',
  degraded: 'gold',
  stale: 'gold',
  failed: 'bad',
  unavailable: 'bad',
}

export function LagCard({ lag }: { readonly lag: ProjectorLag }) {
  return (
    <Card
      title="Readers of the event log"
      hint={`${lag.total_events.toLocaleString()} events, ${lag.estimated_lag.toLocaleString()} unread`}
      action={<Badge word={lag.status} tone={TONES[lag.status] ?? 'plain'} />}
      isFlush
    >
      <Table
        label="Readers of the event log"
        rows={lag.projectors}
        keyOf={({ name }) => name}
        columns={columns}
      />
    </Card>
  )
}

const columns: readonly Column<Projector>[] = [
  {
    name: 'Reader',
    isSilent: true,
    show: ({ name }) => <span className="font-medium break-words">{name}</span>,
  },
  { name: 'Last read', show: ({ last_processed_at }) => <When at={last_processed_at} /> },
  {
    name: 'Unread',
    isRight: true,
    show: ({ lag }) => <span className="figures">{lag.toLocaleString()}</span>,
  },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={TONES[status] ?? 'plain'} />,
  },
]
