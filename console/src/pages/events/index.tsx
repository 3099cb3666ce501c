// The viewer's events: those of the last hour, and each new one as it happens.
import { icon } from '../../design/icons.tsx'
import { useEffect, useState } from 'react'
import { eventList } from '../../../../sdk/client/operations.ts'
import type { Event } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, toJson } from '../../design/code.tsx'
import { Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { onEvent } from '../../stream.ts'

const Pause = icon('pause')
const Play = icon('play')
const Radio = icon('radio')

const SHOWN_MAX = 100
const HOUR_MS = 3_600_000

export function Page() {
  const [since] = useState(() => new Date(Date.now() - HOUR_MS).toISOString())
  const [isLive, setLive] = useState(true)
  const [prefix, setPrefix] = useState('')
  const read = useRead('events', eventList, { since, limit: SHOWN_MAX })
  const fresh = useFresh(isLive)
  const toggle = (): void => {
    // What happened during the pause is in the page, not in the stream.
    if (!isLive) void read.refetch()
    setLive(!isLive)
  }
  return (
    <>
      <PageHead
        title="Events"
        reference="operations/event.stream"
        hint="What your programs receive by webhook or stream, as it happens."
        action={
          <Button look="plain" onClick={toggle}>
            {isLive ? <Pause aria-hidden /> : <Play aria-hidden />}
            {isLive ? 'Pause' : 'Resume'}
          </Button>
        }
      />
      <Card
        title={
          <span className="flex items-center gap-2">
            Stream
            {isLive ? <Badge word="live" tone="good" /> : <Badge word="paused" tone="gold" />}
          </span>
        }
        action={
          <div className="w-full sm:w-64">
            <Input
              label="Begins with"
              name="prefix"
              value={prefix}
              onChange={(event) => setPrefix(event.target.value)}
              placeholder="transfer."
            />
          </div>
        }
      >
        <Show read={read}>
          {({ data }) => <List events={mergeEvents(fresh, data)} prefix={prefix.trim()} />}
        </Show>
      </Card>
    </>
  )
}

function useFresh(isLive: boolean): readonly Event[] {
  const [events, setEvents] = useState<readonly Event[]>([])
  useEffect(() => {
    if (!isLive) return
    return onEvent(({ data }) => {
      const event = JSON.parse(data) as Event
      setEvents((before) => [event, ...before].slice(0, SHOWN_MAX))
    })
  }, [isLive])
  return events
}

/** Newest first, each once: the page and the stream overlap. */
function mergeEvents(fresh: readonly Event[], older: readonly Event[]): readonly Event[] {
  const byId = new Map([...older, ...fresh].map((event) => [event.id, event]))
  return [...byId.values()].toSorted((a, b) => b.id.localeCompare(a.id)).slice(0, SHOWN_MAX)
}

function List({ events, prefix }: { readonly events: readonly Event[]; readonly prefix: string }) {
  const shown = events.filter(({ event_type }) => event_type.startsWith(prefix))
  if (shown.length === 0)
    return (
      <Empty
        icon={Radio}
        title={prefix === '' ? 'No events in the last hour' : 'No matching events'}
      >
        Make a payment on another page: its events appear here.
      </Empty>
    )
  return (
    <ol aria-label="Events" className="grid">
      {shown.map((event) => (
        <li key={event.id} className="min-w-0 border-b border-line last:border-0">
          <details>
            <summary className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span className="font-medium">{event.event_type}</span>
              <span className="text-sm text-soft">
                <When at={event.created_at} />
              </span>
            </summary>
            <div className="pb-3">
              <Code label={`${event.event_type} ${event.id}`} text={toJson(event)} />
            </div>
          </details>
        </li>
      ))}
    </ol>
  )
}
