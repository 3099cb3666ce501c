// How the server of a webhook answered over the last month.
import { lazy, useMemo } from 'react'
import { webhookStatistics } from '../../../../sdk/client/operations.ts'
import type { WebhookDay } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Figure } from '../../design/figure.tsx'
import { Show } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const DAYS = 30
const HEIGHT = 130
const AGAIN_MS = 15_000

export function SuccessCard({ id }: { readonly id: string }) {
  const read = useRead('deliveries', webhookStatistics, { id, days: DAYS }, () => AGAIN_MS)
  return (
    <Card title={`The last ${DAYS} days`}>
      <Show read={read}>{({ data }) => <Charts days={data} />}</Show>
    </Card>
  )
}

const sumOf = (days: readonly WebhookDay[], value: 'delivered' | 'failed'): number =>
  days.reduce((sum, day) => sum + day[value], 0)

function Charts({ days }: { readonly days: readonly WebhookDay[] }) {
  const [delivered, failed] = useMemo(
    () =>
      (['delivered', 'failed'] as const).map((value) =>
        days.map((day) => ({ at: day.date, value: day[value] })),
      ),
    [days],
  )
  const [done, missed] = [sumOf(days, 'delivered'), sumOf(days, 'failed')]
  if (done + missed === 0) return <p className="text-soft">Nothing was sent in this time.</p>
  const rate = ((done / (done + missed)) * 100).toFixed(1)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 sm:grid-cols-2">
      <Figure
        title="Delivered"
        hint={`${done.toLocaleString()} of ${(done + missed).toLocaleString()} attempts, ${rate} %`}
      >
        <Chart
          label="Delivered by day"
          points={delivered!}
          unit="deliveries"
          digits={0}
          isBars
          height={HEIGHT}
        />
      </Figure>
      <Figure title="Failed" hint={`${missed.toLocaleString()} attempts, retries included`}>
        <Chart
          label="Failed by day"
          points={failed!}
          unit="attempts"
          digits={0}
          isBars
          height={HEIGHT}
        />
      </Figure>
    </div>
  )
}
