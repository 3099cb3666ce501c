// The live dashboard for operators: integrity of the ledger, load, and lag of the event readers.
import { useState } from 'react'
import {
  dashboardMetrics,
  dashboardProjectorLag,
  systemStatus,
} from '../../../../sdk/client/operations.ts'
import type { DomainHealth, LiveMetrics, StreamStatus } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { PageHead } from '../../design/page.tsx'
import { Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { AGAIN_MS, IntegrityCard } from './integrity.tsx'
import { LagCard } from './lag.tsx'

export function Page() {
  const metrics = useRead('dashboard', dashboardMetrics, {}, () => AGAIN_MS)
  const lag = useRead('dashboard', dashboardProjectorLag, {}, () => AGAIN_MS)
  const system = useRead('dashboard', systemStatus, {}, () => AGAIN_MS)
  return (
    <>
      <PageHead
        title="Live dashboard"
        hint={
          metrics.data ? (
            <>
              As of <When at={metrics.data.data.timestamp} />, read again every {AGAIN_MS / 1000}{' '}
              seconds.
            </>
          ) : (
            'Live figures of the bank.'
          )
        }
        action={
          system.data && (
            <Badge
              word={system.data.data.status}
              tone={system.data.data.status === 'operational' ? 'good' : 'bad'}
            />
          )
        }
      />
      <div className="grid gap-5">
        <Show read={metrics}>{({ data }) => <Figures metrics={data} />}</Show>
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <IntegrityCard />
          <Show read={lag}>{({ data }) => <LagCard lag={data} />}</Show>
        </div>
        <Show read={metrics}>
          {({ data }) => (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Busy
                title="Domains"
                hint="Events of the last hour, and calls that failed."
                rows={byActivity(data.domain_health)}
                isQuiet={({ last_hour, recent_errors, status }) =>
                  last_hour === 0 && recent_errors === 0 && status === 'healthy'
                }
                keyOf={({ name }) => name}
                columns={domainColumns}
              />
              <Busy
                title="Streams"
                hint="Events of each group that a reader has not seen."
                rows={Object.values(data.stream_status).toSorted((a, b) => b.length - a.length)}
                isQuiet={({ length, pending, health }) =>
                  length === 0 && pending === 0 && health === 'healthy'
                }
                keyOf={({ stream_key }) => stream_key}
                columns={streamColumns}
              />
            </div>
          )}
        </Show>
      </div>
    </>
  )
}

interface BusyProps<Row> {
  readonly title: string
  readonly hint: string
  readonly rows: readonly Row[]
  readonly isQuiet: (row: Row) => boolean
  readonly keyOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
}

/** Those where something happens or is wrong; the quiet ones on demand. */
function Busy<Row>({ title, hint, rows, isQuiet, keyOf, columns }: BusyProps<Row>) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? rows : rows.filter((row) => !isQuiet(row))
  const quiet = rows.filter(isQuiet).length
  return (
    <Card title={title} hint={hint} isFlush>
      {shown.length > 0 && <Table label={title} rows={shown} keyOf={keyOf} columns={columns} />}
      {quiet > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Button look="quiet" size="small" onClick={() => setAll(!isAll)} aria-expanded={isAll}>
            {isAll ? 'Only busy ones' : `Show ${quiet} quiet ones`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const whole = (value: number): string => value.toLocaleString()

function Figures({ metrics }: { readonly metrics: LiveMetrics }) {
  const { event_throughput: events, system_health: system, error_rate } = metrics
  const figures: readonly (readonly [name: string, value: string, about: string])[] = [
    ['Events in the last hour', whole(events.last_hour), `${whole(events.last_24h)} in a day`],
    ['Events per second', events.events_per_second.toFixed(2), `${events.status} now`],
    [
      'Failed calls',
      error_rate === null ? '–' : `${(error_rate * 100).toFixed(2)} %`,
      'server errors, of all calls',
    ],
    [
      'Open streams',
      whole(system.open_streams),
      system.memory_usage_mb === null ? '' : `${whole(system.memory_usage_mb)} MB of memory`,
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-5 lg:grid-cols-4">
      {figures.map(([name, value, about]) => (
        <div key={name} className="rounded-xl border border-line bg-card p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd>
            <span className="figures block text-2xl font-semibold">{value}</span>
            <span className="text-sm text-soft">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const TONES: Readonly<Record<string, Tone>> = {
  healthy: 'good',
  degraded: 'gold',
  warning: 'gold',
  critical: 'bad',
  unavailable: 'bad',
}

type NamedHealth = DomainHealth & { readonly name: string }

const byActivity = (health: Readonly<Record<string, DomainHealth>>): readonly NamedHealth[] =>
  Object.entries(health)
    .map(([name, one]) => ({ ...one, name }))
    .toSorted((a, b) => b.recent_errors - a.recent_errors || b.last_hour - a.last_hour)

const domainColumns: readonly Column<NamedHealth>[] = [
  {
    name: 'Domain',
    isSilent: true,
    show: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    name: 'Last hour',
    isRight: true,
    show: ({ last_hour }) => <span className="figures">{whole(last_hour)}</span>,
  },
  {
    name: 'Failed',
    isRight: true,
    show: ({ recent_errors }) => <span className="figures">{whole(recent_errors)}</span>,
  },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={TONES[status] ?? 'plain'} />,
  },
]

const streamColumns: readonly Column<StreamStatus>[] = [
  {
    name: 'Stream',
    isSilent: true,
    show: ({ stream_key }) => <span className="font-medium break-all">{stream_key}</span>,
  },
  {
    name: 'Events',
    isRight: true,
    show: ({ length }) => <span className="figures">{whole(length)}</span>,
  },
  {
    name: 'Unread',
    isRight: true,
    show: ({ pending }) => <span className="figures">{whole(pending)}</span>,
  },
  {
    name: 'State',
    isRight: true,
    show: ({ health }) => <Badge word={health} tone={TONES[health] ?? 'plain'} />,
  },
]
