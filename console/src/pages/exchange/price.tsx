// The last price of a market, and its past: candles of the trades, or the bank's own rate where there are no trades.
import { icon } from '../../design/icons.tsx'
import { lazy, Suspense, useMemo, useState } from 'react'
import { exchangeCandles, rateProviderHistory } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Candles } from '../../design/candles.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show, Waiting } from '../../design/state.tsx'

const ChartCandlestick = icon('chart-candlestick')
const ChartLine = icon('chart-line')

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const SHOWN_MS = 60 * 86_400_000
const AGAIN_MS = 10_000

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const choices = {
  '1m': 'Minutes',
  '5m': '5 minutes',
  '1h': 'Hours',
  '1d': 'Days',
  rate: 'Bank’s rate',
} as const
type Choice = keyof typeof choices
type Interval = Exclude<Choice, 'rate'>

const secondsOf: Readonly<Record<Interval, number>> = {
  '1m': 60,
  '5m': 300,
  '1h': 3_600,
  '1d': 86_400,
}

export function PriceCard({ market }: { readonly market: ExchangeMarket }) {
  const { base_currency, quote_currency, last_price, high_24h, low_24h, volume_24h } = market
  const [choice, setChoice] = useState<Choice>(high_24h === null ? 'rate' : '1h')
  return (
    <Card
      title={market.pair}
      action={
        <Segments label="What to draw" choices={choices} chosen={choice} onChoose={setChoice} />
      }
    >
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
      {choice === 'rate' ? (
        <RateChart market={market} />
      ) : (
        <TradedChart market={market} interval={choice} />
      )}
    </Card>
  )
}

function TradedChart({
  market,
  interval,
}: {
  readonly market: ExchangeMarket
  readonly interval: Interval
}) {
  const { base_currency: base, quote_currency: quote } = market
  const read = useRead('tape', exchangeCandles, { base, quote, interval }, () => AGAIN_MS)
  return (
    <Show read={read}>
      {({ data: { candles } }) =>
        candles.length === 0 ? (
          <Empty icon={ChartCandlestick} title="No trades in this period">
            Choose longer intervals, or the bank’s rate.
          </Empty>
        ) : (
          <Candles
            label={`Prices of ${base}`}
            candles={candles}
            seconds={secondsOf[interval]}
            unit={quote}
          />
        )
      }
    </Show>
  )
}

/** Over the last two months. */
function RateChart({ market }: { readonly market: ExchangeMarket }) {
  const { base_currency: from, quote_currency: to } = market
  const [start_date, end_date] = useMemo(
    () => [dayOf(Date.now() - SHOWN_MS), dayOf(Date.now())],
    [],
  )
  const read = useRead('rates', rateProviderHistory, { from, to, start_date, end_date })
  const points = useMemo(
    () =>
      (read.data?.data.rates ?? []).map(({ date, rate }) => ({ at: date, value: Number(rate) })),
    [read.data],
  )
  return (
    <Show read={read}>
      {() =>
        points.length < 2 ? (
          <Empty icon={ChartLine} title="The bank has no rates for this pair">
            The order book shows what is offered now.
          </Empty>
        ) : (
          <Suspense fallback={<Waiting />}>
            <Chart label={`Price of ${from}`} points={points} unit={to} />
          </Suspense>
        )
      }
    </Show>
  )
}
