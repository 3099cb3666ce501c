// The last price of a market and how it moved, from its trades.
import { ChartLine } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { exchangeTrades } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Show, Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

export function PriceCard({ market }: { readonly market: ExchangeMarket }) {
  const {
    base_currency,
    quote_currency,
    last_price,
    change_24h_percentage,
    high_24h,
    low_24h,
    volume_24h,
  } = market
  const read = useRead('orders', exchangeTrades, { base_currency, quote_currency, per_page: 100 })
  const points = useMemo(
    () =>
      (read.data?.data ?? [])
        .map(({ created_at, price }) => ({ at: created_at, value: Number(price) }))
        .reverse(),
    [read.data],
  )
  const format = useCallback(
    (value: number) => value.toLocaleString(undefined, { maximumFractionDigits: 4 }),
    [],
  )
  return (
    <Card title={market.pair} hint="Prices of your trades on this market">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        {last_price === null ? (
          <span className="text-soft">Not traded yet</span>
        ) : (
          <Money amount={last_price} code={quote_currency} isLarge />
        )}
        <span className="figures text-sm text-soft">{change_24h_percentage} % in a day</span>
        {high_24h !== null && low_24h !== null && (
          <span className="text-sm text-soft">
            between <Money amount={low_24h} code={quote_currency} /> and{' '}
            <Money amount={high_24h} code={quote_currency} />
          </span>
        )}
        <span className="text-sm text-soft">
          Volume <Money amount={volume_24h} code={base_currency} />
        </span>
      </div>
      <Show read={read}>
        {() =>
          points.length < 2 ? (
            <Empty icon={ChartLine} title="Too few trades for a line">
              The order book shows what is offered now.
            </Empty>
          ) : (
            <Suspense fallback={<Waiting />}>
              <Chart
                label={`Price of ${base_currency} in ${quote_currency}`}
                points={points}
                format={format}
              />
            </Suspense>
          )
        }
      </Show>
    </Card>
  )
}
