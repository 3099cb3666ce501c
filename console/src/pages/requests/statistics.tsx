// How many calls were made over time, how many of them were refused or failed, and how long they took.
import { lazy, useMemo, useState } from 'react'
import { requestStatistics } from '../../../../sdk/client/operations.ts'
import type { RequestStatistics, RequestStretch } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Figure } from '../../design/figure.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const PERIODS = { hour: 'Hour', day: 'Day', three_days: '3 days' } as const
const PERCENTILES = { p50_ms: 'p50', p95_ms: 'p95', p99_ms: 'p99' } as const
type Percentile = keyof typeof PERCENTILES
const AT_MOST = { p50_ms: 'Half', p95_ms: '95%', p99_ms: '99%' } as const
const AGAIN_MS = 60_000
const HEIGHT = 150

/** Of all calls, or of those of one key or kind of credential. */
type Whose = Omit<Parameters<typeof requestStatistics>[1], 'period'>

export function Statistics({ whose }: { readonly whose: Whose }) {
  const [period, setPeriod] = useState<keyof typeof PERIODS>('hour')
  const [percentile, setPercentile] = useState<Percentile>('p95_ms')
  const read = useRead('requests', requestStatistics, { ...whose, period }, () => AGAIN_MS)
  return (
    <Card
      title="Calls, errors and latency"
      className="mb-5"
      action={
        <div className="flex flex-wrap gap-2">
          <Segments
            label="Percentile of the latency"
            choices={PERCENTILES}
            chosen={percentile}
            onChoose={setPercentile}
          />
          <Segments label="Period" choices={PERIODS} chosen={period} onChoose={setPeriod} />
        </div>
      }
    >
      <Show read={read}>{(statistics) => <Charts {...statistics} percentile={percentile} />}</Show>
    </Card>
  )
}

const sumOf = (data: readonly RequestStretch[], value: (one: RequestStretch) => number): number =>
  data.reduce((sum, one) => sum + value(one), 0)

const errorsOf = ({ refused, failed }: RequestStretch): number => refused + failed

const callsOf = ({ calls }: RequestStretch): number => calls

interface ChartsProps extends RequestStatistics {
  readonly percentile: Percentile
}

function Charts({ data, stretch_seconds, is_whole, percentile }: ChartsProps) {
  // The page is rendered for every call that arrives; the charts are drawn again only with new figures.
  const [calls, errors] = useMemo(
    () =>
      [callsOf, errorsOf].map((value) => data.map((one) => ({ at: one.at, value: value(one) }))),
    [data],
  )
  const called = sumOf(data, callsOf)
  if (called === 0) return <p className="text-soft">No calls in this time.</p>
  const [refused, failed] = [sumOf(data, (one) => one.refused), sumOf(data, (one) => one.failed)]
  const minutes = stretch_seconds / 60
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 lg:grid-cols-3">
        <Figure
          title={`Calls per ${minutes === 1 ? 'minute' : `${minutes} minutes`}`}
          hint={`${called.toLocaleString()} in all`}
        >
          <Chart
            label="Calls over time"
            points={calls!}
            unit="calls"
            digits={0}
            isBars
            height={HEIGHT}
          />
        </Figure>
        <Figure
          title="Errors"
          hint={`${refused.toLocaleString()} refused (4xx), ${failed.toLocaleString()} failed (5xx)`}
        >
          <Chart
            label="Errors over time"
            points={errors!}
            unit="errors"
            digits={0}
            isBars
            height={HEIGHT}
          />
        </Figure>
        <Latency data={data} percentile={percentile} />
      </div>
      {!is_whole && (
        <p className="mt-3 text-sm text-soft">
          There were more calls than are counted; the earliest of this time are missing. Choose a
          shorter period or one key.
        </p>
      )}
    </>
  )
}

interface LatencyProps {
  readonly data: readonly RequestStretch[]
  readonly percentile: Percentile
}

/** Drawn over the same time as the calls, of the stretches in which there were any. */
function Latency({ data, percentile }: LatencyProps) {
  const points = useMemo(
    () =>
      data.flatMap(({ at, latency }) =>
        latency === null ? [] : [{ at, value: latency[percentile] }],
      ),
    [data, percentile],
  )
  return (
    <Figure title="Latency in ms" hint={`${AT_MOST[percentile]} of the calls took at most as long`}>
      <Chart
        label="Latency over time"
        points={points}
        unit="ms"
        digits={1}
        range={[data[0]!.at, data.at(-1)!.at]}
        height={HEIGHT}
      />
    </Figure>
  )
}
