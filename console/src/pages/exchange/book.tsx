// The order book: what others ask and bid, the best prices in the middle. The bar behind a row is its amount.
import { exchangeOrderBook } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket, OrderBookLevel } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { formatDecimal } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { Depth } from './depth.tsx'

const DEPTH = 8

export function BookCard({ market }: { readonly market: ExchangeMarket }) {
  const { base_currency: base, quote_currency: quote } = market
  const read = useRead('book', exchangeOrderBook, { base, quote, depth: DEPTH })
  return (
    <Card title="Order book" isFlush>
      <Show read={read}>
        {({ data }) => {
          const most = Math.max(
            ...[...data.asks, ...data.bids].map(({ amount }) => Number(amount)),
            0,
          )
          return (
            <>
              <Depth market={market} book={data} />
              <table className="figures w-full text-sm" aria-label={`Order book of ${market.pair}`}>
                <thead className="text-xs text-soft">
                  <tr>
                    <th scope="col" className="px-5 py-1 text-left font-medium">
                      Price {quote}
                    </th>
                    <th scope="col" className="px-5 py-1 text-right font-medium">
                      Amount {base}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.asks
                    .slice(0, DEPTH)
                    .toReversed()
                    .map((level) => (
                      <Level key={`ask ${level.price}`} level={level} most={most} side="ask" />
                    ))}
                  <tr className="border-y border-line">
                    <td colSpan={2} className="px-5 py-1.5 text-center text-soft">
                      {data.spread === null
                        ? 'One side is empty'
                        : `Spread ${formatDecimal(data.spread)} ${quote}`}
                    </td>
                  </tr>
                  {data.bids.slice(0, DEPTH).map((level) => (
                    <Level key={`bid ${level.price}`} level={level} most={most} side="bid" />
                  ))}
                </tbody>
              </table>
            </>
          )
        }}
      </Show>
    </Card>
  )
}

interface LevelProps {
  readonly level: OrderBookLevel
  readonly most: number
  readonly side: 'ask' | 'bid'
}

function Level({ level, most, side }: LevelProps) {
  const share = most === 0 ? 0 : (Number(level.amount) / most) * 100
  const [text, ground] =
    side === 'ask' ? ['text-bad', 'var(--bad-bg)'] : ['text-good', 'var(--good-bg)']
  return (
    <tr
      style={{ background: `linear-gradient(to left, ${ground} ${share}%, transparent ${share}%)` }}
    >
      <td className={`px-5 py-0.5 ${text}`}>
        <span className="sr-only">{side === 'ask' ? 'Asked: ' : 'Bid: '}</span>
        {formatDecimal(level.price)}
      </td>
      <td className="px-5 py-0.5 text-right">{formatDecimal(level.amount)}</td>
    </tr>
  )
}
