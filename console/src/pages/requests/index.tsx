// The viewer's own calls, with the ids that support asks for: what was called, by which key, and how it was answered.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { requestList } from '../../../../sdk/client/operations.ts'
import type { RequestLogEntry } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { beforeOf, Older, usePlace } from '../../design/older.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { FilterForm } from './filter-form.tsx'
import { isWanted, toRequest, useFilters, whoseOf } from './filters.ts'
import { Statistics } from './statistics.tsx'
import { useTail } from './tail.ts'

export { Detail } from './detail.tsx'

const Pause = icon('pause')
const Play = icon('play')
const ScrollText = icon('scroll-text')

/** While the stream is not connected, the list is read again instead. */
const AGAIN_MS = 10_000

export function Page() {
  const [filters, change] = useFilters()
  const [isLive, setLive] = useState(true)
  const place = usePlace()
  const isFirst = place.path.length === 0
  const tail = useTail(isLive)
  const wanted = toRequest(filters)
  const read = useRead(
    'requests',
    requestList,
    { ...wanted, ...beforeOf(place), limit: 50 },
    () => isLive && isFirst && !tail.isConnected && AGAIN_MS,
  )
  const fresh = isFirst ? tail.calls.filter((call) => isWanted(call, wanted)) : []
  const toggle = (): void => {
    // What was answered during the pause is in the list, not in the stream.
    if (!isLive) void read.refetch()
    setLive(!isLive)
  }
  return (
    <>
      <PageHead
        title="Request log"
        reference="operations/request.list"
        hint="Your calls of the last three days and those of your keys. Give support the request id."
        action={
          <Button look="plain" onClick={toggle}>
            {isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
            {isLive ? 'Pause' : 'Resume'}
          </Button>
        }
      />
      <Statistics whose={whoseOf(wanted)} />
      <Card
        title={
          <span className="flex items-center gap-2">
            Calls
            {isLive ? <Badge word="live" tone="good" /> : <Badge word="paused" tone="gold" />}
          </span>
        }
        isFlush
      >
        <FilterForm
          filters={filters}
          onChange={(changed) => {
            place.go([])
            change(changed)
          }}
        />
        <Show read={read}>
          {({ data, next }) => <Calls rows={merge(fresh, data)} next={next} place={place} />}
        </Show>
      </Card>
    </>
  )
}

interface CallsProps {
  readonly rows: readonly RequestLogEntry[]
  readonly next: string | null
  readonly place: ReturnType<typeof usePlace>
}

function Calls({ rows, next, place }: CallsProps) {
  if (rows.length === 0 && next === null && place.path.length === 0)
    return (
      <Empty icon={ScrollText} title="No such calls">
        Calls appear here a second after they were answered. Choose other filters, or try a call
        from “First five minutes”.
      </Empty>
    )
  return (
    <>
      {rows.length === 0 ? (
        <p className="px-5 py-6 text-soft">No such calls among the newest. Look further back.</p>
      ) : (
        <Table label="Calls" rows={rows} keyOf={(row) => row.id} columns={columns} />
      )}
      <Older place={place} next={next} />
    </>
  )
}

/** Each once, the newest first: the stream and the list overlap. */
function merge(
  fresh: readonly RequestLogEntry[],
  read: readonly RequestLogEntry[],
): readonly RequestLogEntry[] {
  const byId = new Map([...read, ...fresh].map((call) => [call.id, call]))
  return [...byId.values()].toSorted((a, b) => b.id.localeCompare(a.id))
}

const columns: readonly Column<RequestLogEntry>[] = [
  {
    name: 'Call',
    isSilent: true,
    show: ({ id, method, path, operation, omitted }) => (
      <span className="min-w-0">
        <Link
          to="/requests/$id"
          params={{ id }}
          className="block font-mono text-sm break-all text-accent hover:underline"
        >
          {method} {path}
        </Link>
        <span className="block text-sm text-soft">
          {operation}
          {omitted > 0 && `, and ${omitted} before it that were too many to keep`}
        </span>
      </span>
    ),
  },
  {
    name: 'Answer',
    show: ({ status, error_code }) => <Answer status={status} code={error_code} />,
  },
  {
    name: 'Took',
    isRight: true,
    show: ({ duration_ms }) => <span className="figures">{duration_ms.toFixed(1)} ms</span>,
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} hasSeconds /> },
  {
    name: 'Request id',
    show: ({ request_id }) => <span className="font-mono text-xs break-all">{request_id}</span>,
  },
]

export function Answer({
  status,
  code,
}: {
  readonly status: number
  readonly code: string | null
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge word={String(status)} tone={toneOf(status)} />
      {/* As programs read it, so that it can be searched for. */}
      {code !== null && <code className="text-xs wrap-anywhere">{code}</code>}
    </span>
  )
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'gold' : 'good'
}
