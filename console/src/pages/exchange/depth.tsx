// How much could be bought or sold down to each price: the amounts of the book added up from the middle outwards.
import { useState } from 'react'
import type { ExchangeMarket, OrderBook, OrderBookLevel } from '../../../../sdk/client/types.ts'
import { formatDecimal } from '../../design/money.tsx'
import { Readings } from '../../design/readings.tsx'

const WIDTH = 300
const HEIGHT = 90
/** Room above the highest step of the customers' orders; what the house offers goes beyond it. */
const HEADROOM = 1.25

interface Step {
  readonly side: 'bid' | 'ask'
  readonly price: number
  readonly shown: string
  /** Of this price and all better ones. */
  readonly sum: number
}

interface DepthProps {
  readonly market: ExchangeMarket
  readonly book: OrderBook
}

export function Depth({ market, book }: DepthProps) {
  const { base_currency: base, quote_currency: quote, max_amount, pair } = market
  const [readAt, setReadAt] = useState<number>()
  const bids = addUp(book.bids, 'bid')
  const asks = addUp(book.asks, 'ask')
  const steps = [...bids.toReversed(), ...asks]
  if (steps.length < 2) return undefined
  const most = Number(max_amount)
  const waiting = steps.filter(({ sum }) => sum < most).map(({ sum }) => sum)
  const top = Math.max(...waiting, Number(market.min_amount)) * HEADROOM
  const [from, to] = [steps[0]!.price, steps.at(-1)!.price]
  const place = ({ price, sum }: Pick<Step, 'price' | 'sum'>): readonly [x: number, y: number] => [
    to === from ? WIDTH / 2 : ((price - from) / (to - from)) * WIDTH,
    HEIGHT * (1 - Math.min(sum / top, 1)),
  ]
  const read = readAt === undefined ? undefined : steps[readAt]
  return (
    <div className="px-5 pb-3">
      <Readings
        label={`Depth of ${pair}`}
        columns={['Price', 'Side', 'Amount up to it']}
        readings={steps.map(({ shown, side, sum }) => ({
          at: `${formatDecimal(shown)} ${quote}`,
          values: [side === 'bid' ? 'Bid' : 'Asked', `${sum.toLocaleString()} ${base}`],
        }))}
        onRead={setReadAt}
      >
        <svg
          role="img"
          aria-label={`Depth of ${pair}, from ${steps[0]!.shown} to ${steps.at(-1)!.shown} ${quote}.`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-24 w-full border-b border-line"
        >
          <path
            d={areaOf(bids.map(place), 0)}
            className="fill-good-bg stroke-good"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={areaOf(asks.map(place), WIDTH)}
            className="fill-bad-bg stroke-bad"
            vectorEffect="non-scaling-stroke"
          />
          {read && (
            <line
              x1={place(read)[0]}
              x2={place(read)[0]}
              y1={0}
              y2={HEIGHT}
              vectorEffect="non-scaling-stroke"
              className="stroke-ink"
            />
          )}
        </svg>
      </Readings>
    </div>
  )
}

/** Only for the drawing; the amounts of the table are exact. */
function addUp(levels: readonly OrderBookLevel[], side: Step['side']): Step[] {
  let sum = 0
  return levels.map(({ price, amount }) => {
    sum += Number(amount)
    return { side, price: Number(price), shown: price, sum }
  })
}

const say = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Steps from the best price outwards, closed along the bottom; the last one reaches the edge. */
function areaOf(places: readonly (readonly [x: number, y: number])[], edge: number): string {
  if (places.length === 0) return ''
  const [start] = places[0]!
  let height = HEIGHT
  const corners = places.flatMap(([x, y]) => {
    const step = [say(x, height), say(x, y)]
    height = y
    return step
  })
  return `M${[say(start, HEIGHT), ...corners, say(edge, height), say(edge, HEIGHT)].join('L')}Z`
}
