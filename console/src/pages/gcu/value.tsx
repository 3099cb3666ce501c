// The value of one GCU over time.
import { lazy, Suspense, useMemo, useState } from 'react'
import { gcuGet, gcuValueHistory } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show, Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const PERIODS = { '24h': '24h', '7d': '7d', '30d': '30d', '90d': '90d', '1y': '1y' } as const
type Period = keyof typeof PERIODS

/** A day is shown by the hour. */
const intervalOf = (period: Period) =>
  period === '24h' || period === '7d' ? ('hourly' as const) : ('daily' as const)

export function ValueCard() {
  const [period, setPeriod] = useState<Period>('30d')
  const now = useRead('gcu', gcuGet, {})
  const read = useRead('gcu', gcuValueHistory, { period, interval: intervalOf(period) })
  const points = useMemo(
    () =>
      (read.data?.data ?? []).map(({ timestamp, value_usd }) => ({
        at: timestamp,
        value: value_usd,
      })),
    [read.data],
  )
  const change = read.data?.meta.total_change_percent ?? null
  return (
    <Card
      title="Value of one GCU"
      action={<Segments label="Period" choices={PERIODS} chosen={period} onChoose={setPeriod} />}
    >
      <Show read={now}>
        {({ data }) => (
          <p className="mb-3 flex flex-wrap items-baseline gap-x-3">
            <Money amount={data.current_value.toFixed(4)} code="USD" isLarge isExact />
            {change !== null && (
              <span className={`figures font-medium ${change < 0 ? 'text-bad' : 'text-good'}`}>
                {change > 0 && '+'}
                {change.toFixed(2)} %
              </span>
            )}
          </p>
        )}
      </Show>
      <Show read={read}>
        {() => (
          <Suspense fallback={<Waiting />}>
            <Chart label="Value of one GCU" points={points} unit="USD" digits={4} />
          </Suspense>
        )}
      </Show>
    </Card>
  )
}
