// The last price of a market, and the bank's own rate over the last weeks.
import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { rateProviderHistory } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Show, Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const SHOWN_MS = 60 * 86_400_000

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export function PriceCard({ market }: { readonly market: ExchangeMarket }) {
  const { base_currency, quote_currency, last_price, high_24h, low_24h, volume_24h } = market
  const [start_date, end_date] = useMemo(
    () => [dayOf(Date.now() - SHOWN_MS), dayOf(Date.now())],
    [],
  )
  const read = useRead('rates', rateProviderHistory, {
    from: base_currency,
    to: quote_currency,
    start_date,
    end_date,
  })
  const points = useMemo(
    () =>
      (read.data?.data.rates ?? []).map(({ date, rate }) => ({ at: date, value: Number(rate) })),
    [read.data],
  )
  return (
    <Card title={market.pair} hint="The bank’s rate over the last two months">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1 text-sm text-soft">
        {last_price === null ? (
          <span>Not traded yet</span>
        ) : (
          <Money amount={last_price} code={quote_currency} isLarge className="text-ink" />
        )}
        <span className="figures">{market.change_24h_percentage} % in a day</span>
        {high_24h !== null && low_24h !== null && (
          <span>
            between <Money amount={low_24h} code={quote_currency} /> and{' '}
            <Money amount={high_24h} code={quote_currency} />
          </span>
        )}
        <span>
          Volume <Money amount={volume_24h} code={base_currency} />
        </span>
      </div>
      <Show read={read}>
        {() =>
          points.length < 2 ? (
            <Empty icon={ChartLine} title="The bank has no rates for this pair">
              The order book shows what is offered now.
            </Empty>
          ) : (
            <Suspense fallback={<Waiting />}>
              <Chart label={`Price of ${base_currency}`} points={points} unit={quote_currency} />
            </Suspense>
          )
        }
      </Show>
    </Card>
  )
}
