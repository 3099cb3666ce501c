// The viewer's own calls, with the ids that support asks for: what was called, by which key, and how it was answered.
import { icon } from '../../design/icons.tsx'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { requestList } from '../../../../sdk/client/operations.ts'
import type { RequestLogEntry } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Input } from '../../design/form.tsx'
import { beforeOf, Older, usePlace } from '../../design/older.tsx'
import { PageHead } from '../../design/page.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const ScrollText = icon('scroll-text')

const AGAIN_MS = 10_000

const filters = {
  keys: { credential_kind: 'api_key' },
  refused: { failed: true },
  all: {},
} as const
type Filter = keyof typeof filters
const words: Readonly<Record<Filter, string>> = {
  keys: 'API keys',
  refused: 'Refused',
  all: 'All',
}

export function Page() {
  const [filter, setFilter] = useState<Filter>('keys')
  const asked = useSearch({ strict: false }) as { readonly id?: string | number }
  const [id, setId] = useState(String(asked.id ?? ''))
  const place = usePlace()
  const wanted = id.trim() === '' ? filters[filter] : { request_id: id.trim() }
  const read = useRead(
    'requests',
    requestList,
    { ...wanted, ...beforeOf(place), limit: 50 },
    () => place.path.length === 0 && AGAIN_MS,
  )
  return (
    <>
      <PageHead
        title="Request log"
        hint="Your calls of the last three days and those of your keys. Give support the request id."
      />
      <Card
        title={
          <Segments
            label="Which calls"
            choices={words}
            chosen={filter}
            onChoose={(chosen) => {
              setFilter(chosen)
              place.go([])
            }}
          />
        }
        action={
          <div className="w-full sm:w-64">
            <Input
              label="Request id"
              name="request_id"
              value={id}
              onChange={(event) => {
                setId(event.target.value)
                place.go([])
              }}
              placeholder="X-Request-ID"
            />
          </div>
        }
        isFlush
      >
        <Show read={read}>
          {({ data, next }) =>
            data.length === 0 ? (
              <Empty icon={ScrollText} title="No requests yet">
                Calls appear here a second after they were answered. Try one from “First five
                minutes”.
              </Empty>
            ) : (
              <>
                <Table label="Calls" rows={data} keyOf={(row) => row.id} columns={columns} />
                <Older place={place} next={next} />
              </>
            )
          }
        </Show>
      </Card>
    </>
  )
}

const columns: readonly Column<RequestLogEntry>[] = [
  {
    name: 'Call',
    isSilent: true,
    show: ({ method, path, operation, omitted }) => (
      <span className="min-w-0">
        <span className="block font-mono text-sm break-all">
          {method} {path}
        </span>
        <span className="block text-sm text-soft">
          {operation}
          {omitted > 0 && `, and ${omitted} before it that were too many to keep`}
        </span>
      </span>
    ),
  },
  {
    name: 'Answer',
    show: ({ status, error_code }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge word={String(status)} tone={toneOf(status)} />
        {/* As programs read it, so that it can be searched for. */}
        {error_code !== null && <code className="text-xs wrap-anywhere">{error_code}</code>}
      </span>
    ),
  },
  {
    name: 'Took',
    isRight: true,
    show: ({ duration_ms }) => <span className="figures">{duration_ms.toFixed(1)} ms</span>,
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Request id',
    show: ({ request_id }) => <span className="font-mono text-xs break-all">{request_id}</span>,
  },
]

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'gold' : 'good'
}
