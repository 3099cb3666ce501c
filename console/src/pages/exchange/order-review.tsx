// What an order would do now, read again every few seconds, before it is placed.
import { type ReactNode, useState } from 'react'
import { makeKey } from '../../../../sdk/client/client.ts'
import { exchangeEstimate, exchangeTrade } from '../../../../sdk/client/operations.ts'
import type { OrderEstimate } from '../../../../sdk/client/types.ts'
import { client, queries, refresh, useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Button } from '../../design/button.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form } from '../../design/form.tsx'
import { formatDecimal, Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'

export interface AskedOrder {
  readonly account_uuid?: string
  readonly type: 'buy' | 'sell'
  readonly base_currency: string
  readonly quote_currency: string
  readonly amount: string
  /** Of a limit order; a market order has none. */
  readonly price?: string
}

const AGAIN_MS = 4_000

interface OrderReviewProps {
  readonly order: AskedOrder
  readonly onBack: () => void
  readonly onPlaced: (message: string) => void
}

export function OrderReview({ order, onBack, onPlaced }: OrderReviewProps) {
  // A second attempt repeats the first, whatever the prices are by then, because the first may have arrived.
  const [sent, setSent] = useState<OrderEstimate>()
  const read = useRead('estimate', exchangeEstimate, order, () => (sent ? false : AGAIN_MS))
  const [idempotencyKey] = useState(makeKey)
  const back = (
    <Button look="plain" onClick={onBack}>
      Back
    </Button>
  )
  return (
    <Show read={read}>
      {({ data }) => {
        const estimate = sent ?? data
        const obstacle = findObstacle(order, estimate)
        if (obstacle !== undefined)
          return (
            <div className="space-y-4">
              <p role="alert">{obstacle}</p>
              {back}
            </div>
          )
        return (
          <>
            <Facts rows={factsOf(order, estimate)} />
            <p className="mt-3 text-sm text-soft">{explain(order, estimate)}</p>
            <Form
              className="mt-4"
              submit={`${order.type === 'buy' ? 'Buy' : 'Sell'} ${order.base_currency}`}
              other={back}
              onSubmit={async () => {
                setSent(estimate)
                const { message } = await exchangeTrade(client, toPlaced(order, estimate), {
                  idempotencyKey,
                })
                await refresh(queries, ['orders', 'book', 'tape', 'markets', 'balances'])
                onPlaced(message)
              }}
            />
          </>
        )
      }}
    </Show>
  )
}

/** A market order is sent with the price that was shown as its worst case, so that it cannot cost more. */
const toPlaced = (order: AskedOrder, { limit_price }: OrderEstimate) =>
  ({
    ...order,
    order_type: 'limit',
    ...(order.price === undefined && { price: limit_price!, time_in_force: 'IOC' as const }),
  }) as const

function findObstacle({ price, base_currency, type }: AskedOrder, estimate: OrderEstimate) {
  if (estimate.reason === 'self_match')
    return 'One of your own orders is the next in the book. Cancel it first, since nobody trades with themselves.'
  if (price === undefined && isZero(estimate.filled_amount))
    return `Nobody ${type === 'buy' ? 'sells' : 'buys'} ${base_currency} now. A limit order waits until somebody does.`
  return undefined
}

function factsOf(order: AskedOrder, estimate: OrderEstimate) {
  const { type, base_currency: base, quote_currency: quote } = order
  const { filled_amount, waiting_amount, cancelled_amount, average_price, limit_price } = estimate
  const now = !isZero(filled_amount)
  const isLimit = order.price !== undefined
  return [
    ...when(isLimit, ['Price', `${formatDecimal(limit_price!)} ${quote} or better`]),
    ...when(now, [
      isLimit ? 'Trades at once' : 'Amount',
      <Money key="now" amount={filled_amount} code={base} isExact />,
    ]),
    ...when(now && !isLimit, ['Expected price', `${formatDecimal(average_price ?? '')} ${quote}`]),
    ...when(!isLimit, ['Worst case', `${formatDecimal(limit_price!)} ${quote}`]),
    ...when(!isZero(waiting_amount), [
      'Waits in the book',
      <Money key="rest" amount={waiting_amount} code={base} isExact />,
    ]),
    ...when(!isZero(cancelled_amount), [
      'Cancelled',
      <Money key="gone" amount={cancelled_amount} code={base} isExact />,
    ]),
    ...when(now, ['Fee', <Money key="fee" amount={estimate.fee_amount} code={quote} isExact />]),
    ...when(now, [
      type === 'buy' ? 'You pay about' : 'You get about',
      <Money key="total" amount={estimate.total} code={quote} className="font-semibold" isExact />,
    ]),
    ...when(!isZero(waiting_amount), [
      'Reserved in all',
      <Money
        key="needed"
        amount={estimate.needed_amount}
        code={estimate.needed_currency}
        isExact
      />,
    ]),
  ]
}

type Fact = readonly [name: string, value: ReactNode]

const when = (holds: boolean, fact: Fact): readonly Fact[] => (holds ? [fact] : [])

const explain = ({ price }: AskedOrder, { waiting_amount }: OrderEstimate): string =>
  price === undefined
    ? 'If prices move beyond the worst case before the order arrives, the rest of it is cancelled.'
    : isZero(waiting_amount)
      ? 'The whole order can be filled now, at its price or better.'
      : 'What waits can be cancelled at any time; its fee is due when it trades.'
