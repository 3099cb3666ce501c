// How much of the customers' orders waits down to each price: their amounts added up from the middle outwards. The
// bank's own offer would dwarf them, so lines mark its two prices instead.
import { useState } from 'react'
import type { ExchangeMarket, OrderBook, OrderBookLevel } from '../../../../sdk/client/types.ts'
import { formatDecimal } from '../../design/money.tsx'
import { Readings } from '../../design/readings.tsx'

const WIDTH = 300
const HEIGHT = 90
/** Room above the highest step. */
const HEADROOM = 1.25
/** Room beside the first and the last price. */
const MARGIN = 0.08

type Side = 'bid' | 'ask'

interface Step {
  readonly side: Side
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
  const offer = Number(max_amount)
  const bids = addUp(book.bids, 'bid', offer)
  const asks = addUp(book.asks, 'ask', offer)
  const steps = [...bids.toReversed(), ...asks]
  if (steps.length === 0) return undefined
  const house = [...book.bids, ...book.asks].filter((level) => isOfHouse(level, offer))
  const place = makeScale([
    ...steps,
    ...house.map(({ price }) => ({ price: Number(price), sum: 0 })),
  ])
  const read = readAt === undefined ? undefined : steps[readAt]
  const upright = (x: number, className: string) => (
    <line
      key={`${className} ${x}`}
      x1={x}
      x2={x}
      y1={0}
      y2={HEIGHT}
      vectorEffect="non-scaling-stroke"
      className={className}
    />
  )
  return (
    <div className="px-5 pb-3">
      <Readings
        label={`Depth of ${pair}`}
        columns={['Price', 'Side', 'Waiting up to it']}
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
            vectorEffect="non-scaling-stroke"
            className="fill-good-bg stroke-good"
          />
          <path
            d={areaOf(asks.map(place), WIDTH)}
            vectorEffect="non-scaling-stroke"
            className="fill-bad-bg stroke-bad"
          />
          {house.map(({ price }) =>
            upright(place({ price: Number(price), sum: 0 })[0], 'stroke-soft [stroke-dasharray:4]'),
          )}
          {read && upright(place(read)[0], 'stroke-ink')}
        </svg>
      </Readings>
      {house.length > 0 && (
        <p className="mt-1 text-xs text-soft">
          Orders of customers. At the dashed lines the bank trades up to {formatDecimal(max_amount)}{' '}
          {base} with each order.
        </p>
      )}
    </div>
  )
}

/** The house offers as much as an order may have. */
const isOfHouse = ({ amount }: OrderBookLevel, offer: number): boolean => Number(amount) >= offer

/** Only for the drawing; the amounts of the table are exact. */
function addUp(levels: readonly OrderBookLevel[], side: Side, offer: number): Step[] {
  let sum = 0
  return levels.flatMap((level) => {
    const waiting = Number(level.amount) - (isOfHouse(level, offer) ? offer : 0)
    sum += waiting
    return waiting > 0 ? [{ side, price: Number(level.price), shown: level.price, sum }] : []
  })
}

type Place = readonly [x: number, y: number]

/** Where a price and a sum are in the drawing that holds all of these. */
function makeScale(points: readonly Pick<Step, 'price' | 'sum'>[]) {
  const prices = points.map(({ price }) => price)
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  // One price alone is in the middle.
  const margin = (highest - lowest) * MARGIN || lowest * MARGIN
  const [from, width] = [lowest - margin, highest - lowest + 2 * margin]
  const top = Math.max(...points.map(({ sum }) => sum)) * HEADROOM
  return ({ price, sum }: Pick<Step, 'price' | 'sum'>): Place => [
    ((price - from) / width) * WIDTH,
    HEIGHT * (1 - sum / top),
  ]
}

const say = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Steps from the best price outwards, closed along the bottom; the last one reaches the edge. */
function areaOf(places: readonly Place[], edge: number): string {
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
