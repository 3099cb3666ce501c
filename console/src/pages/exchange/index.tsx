// The exchange: one market at a time, with its prices, its book, an order form and the viewer's orders.
import { useSearch, useNavigate } from '@tanstack/react-router'
import { exchangeMarkets } from '../../../../sdk/client/operations.ts'
import type { ExchangeMarket } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { PageHead } from '../../design/page.tsx'
import { Show } from '../../design/state.tsx'
import { refreshAfter } from '../../live.ts'
import { BookCard } from './book.tsx'
import { OrderCard } from './order-form.tsx'
import { OrdersCard } from './orders.tsx'
import { PriceCard } from './price.tsx'
import { TradesCard } from './trades.tsx'

refreshAfter('order', ['orders', 'book', 'tape'])

export function Page() {
  const markets = useRead('markets', exchangeMarkets, {})
  return <Show read={markets}>{({ data }) => <Market markets={data} />}</Show>
}

function Market({ markets }: { readonly markets: readonly ExchangeMarket[] }) {
  const { pair } = useSearch({ strict: false }) as { pair?: string }
  const navigate = useNavigate()
  const market = markets.find((one) => one.pair === pair) ?? markets[0]
  if (!market) return <PageHead title="Exchange" hint="No market is open at the moment." />
  return (
    <>
      <PageHead
        title="Exchange"
        action={
          <select
            aria-label="Market"
            value={market.pair}
            onChange={(event) =>
              void navigate({ to: '/exchange', search: { pair: event.target.value } })
            }
            className="h-10 rounded-lg border border-line bg-card px-3 font-medium"
          >
            {markets.map(({ pair: name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <PriceCard key={market.pair} market={market} />
        <div className="grid gap-5 lg:row-span-2">
          <OrderCard key={market.pair} market={market} />
          <BookCard market={market} />
          <TradesCard market={market} />
        </div>
        <OrdersCard />
      </div>
    </>
  )
}
