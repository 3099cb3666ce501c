// The viewer's orders; open ones can be cancelled.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { exchangeCancelOrder, exchangeOrders } from '../../../../sdk/client/operations.ts'
import type { ExchangeOrder } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'

const ListOrdered = icon('list-ordered')

type Which = 'open' | 'all'

export function OrdersCard() {
  const [which, setWhich] = useState<Which>('open')
  const [page, setPage] = useState(1)
  const read = useRead('orders', exchangeOrders, { status: which, page, per_page: 10 })
  const cancel = useWrite(exchangeCancelOrder, ['orders', 'book', 'balances'])
  return (
    <Card
      title="Your orders"
      isFlush
      action={
        <Segments
          label="Orders to show"
          choices={{ open: 'Open', all: 'All' }}
          chosen={which}
          onChoose={(chosen) => {
            setWhich(chosen)
            setPage(1)
          }}
        />
      }
    >
      {cancel.error && <Problem error={cancel.error} />}
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty
              icon={ListOrdered}
              title={which === 'open' ? 'No open orders' : 'No orders yet'}
            />
          ) : (
            <>
              <Table
                label="Orders"
                columns={columns((order_id) => cancel.mutate({ order_id }), cancel.isPending)}
                rows={data}
                keyOf={({ order_id }) => order_id}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const isOpen = ({ status }: ExchangeOrder): boolean =>
  ['pending', 'open', 'partially_filled'].includes(status)

/** As much as distinguishes it from the others. */
const sayOrder = (order: ExchangeOrder): string =>
  `the order for ${order.pair}: ${order.type} ${order.amount} ${order.base_currency} at ` +
  (order.price === null ? 'the market price' : `${order.price} ${order.quote_currency}`)

const columns = (
  onCancel: (id: string) => void,
  isBusy: boolean,
): readonly Column<ExchangeOrder>[] => [
  {
    name: 'Order',
    isSilent: true,
    show: (order) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium">
          {order.type === 'buy' ? 'Buy' : 'Sell'} {order.pair}
        </span>
        <Badge word={order.status} />
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, base_currency }) => <Money amount={amount} code={base_currency} />,
  },
  {
    name: 'Filled',
    isRight: true,
    show: ({ filled_amount, base_currency }) => (
      <Money amount={filled_amount} code={base_currency} />
    ),
  },
  {
    name: 'Price',
    isRight: true,
    show: ({ price, quote_currency }) =>
      price === null ? (
        <span className="text-soft">market</span>
      ) : (
        <Money amount={price} code={quote_currency} />
      ),
  },
  {
    name: 'Cancel',
    isRight: true,
    isSilent: true,
    show: (order) =>
      isOpen(order) && (
        <Button
          look="danger"
          size="small"
          disabled={isBusy}
          onClick={() => onCancel(order.order_id)}
        >
          Cancel<span className="sr-only"> {sayOrder(order)}</span>
        </Button>
      ),
  },
]
