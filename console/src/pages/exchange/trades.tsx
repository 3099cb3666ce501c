// The last trades of a market, of all users.
import { icon } from '../../design/icons.tsx'
import { exchangeMarketTrades } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket, MarketTrade } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { formatDecimal } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

const ArrowLeftRight = icon('arrow-left-right')

const SHOWN = 10
const AGAIN_MS = 10_000

export function TradesCard({ market }: { readonly market: ExchangeMarket }) {
  const { base_currency: base, quote_currency: quote } = market
  const input = { base, quote, limit: SHOWN }
  const read = useRead('tape', exchangeMarketTrades, input, () => AGAIN_MS)
  return (
    <Card title="Last trades" isFlush>
      <Show read={read}>
        {({ data: { trades } }) =>
          trades.length === 0 ? (
            <Empty icon={ArrowLeftRight} title="No trade yet">
              Yours can be the first.
            </Empty>
          ) : (
            <table className="figures w-full text-sm" aria-label={`Last trades of ${market.pair}`}>
              <thead className="text-xs text-soft">
                <tr>
                  <th scope="col" className="py-1 pl-5 text-left font-medium">
                    Price {quote}
                  </th>
                  <th scope="col" className="py-1 text-right font-medium">
                    Amount {base}
                  </th>
                  <th scope="col" className="py-1 pr-5 text-right font-medium">
                    When
                  </th>
                </tr>
              </thead>
              <tbody>
                {trades.map((trade) => (
                  <TradeRow key={trade.number} trade={trade} />
                ))}
              </tbody>
            </table>
          )
        }
      </Show>
    </Card>
  )
}

function TradeRow({ trade }: { readonly trade: MarketTrade }) {
  const isBuy = trade.taker_side === 'buy'
  return (
    <tr>
      <td className={`py-0.5 pl-5 ${isBuy ? 'text-good' : 'text-bad'}`}>
        <span className="sr-only">{isBuy ? 'Bought at ' : 'Sold at '}</span>
        {formatDecimal(trade.price)}
      </td>
      <td className="py-0.5 text-right">{formatDecimal(trade.amount)}</td>
      <td className="py-0.5 pr-5 text-right text-soft">
        <When at={trade.created_at} isTime />
      </td>
    </tr>
  )
}
