// The value of one GCU over time.
import { lazy, Suspense, useMemo, useState } from 'react'
import { gcuGet, gcuValueHistory } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money, toDecimal } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Show, Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const PERIODS = {
  '24h': 'Day',
  '7d': 'Week',
  '30d': 'Month',
  '90d': 'Quarter',
  '1y': 'Year',
} as const
type Period = keyof typeof PERIODS

/** A day is shown by the hour. */
const intervalOf = (period: Period) =>
  period === '24h' || period === '7d' ? ('hourly' as const) : ('daily' as const)

const format = (value: number): string => `${value.toFixed(4)} USD`

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
            <Money amount={toDecimal(data.current_value, 4)} code="USD" isLarge />
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
            <Chart label="Value of one GCU" points={points} format={format} />
          </Suspense>
        )}
      </Show>
    </Card>
  )
}
