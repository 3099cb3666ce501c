// Prices as candles: the body is from the first to the last price of an interval, the line from the lowest to the
// highest. Screen readers read a sentence, each candle by the arrow keys, and a table instead of the drawing.
import { useEffect, useRef, useState } from 'react'
import { Readings } from './readings.tsx'

export interface Candle {
  readonly at: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
}

interface CandlesProps {
  readonly label: string
  readonly candles: readonly Candle[]
  /** The length of one candle. */
  readonly seconds: number
  readonly unit: string
}

const HEIGHT = 220
const TOP = 10
const BOTTOM = 28
/** A market with few trades is not drawn with bars as wide as the page. */
const INTERVALS_MIN = 24
const BODY_PX_MAX = 14
const LETTER_PX = 7

export function Candles({ label, candles, seconds, unit }: CandlesProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [readAt, setReadAt] = useState<number>()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const [first, last] = [candles[0], candles.at(-1)]
  const words =
    first && last
      ? `${candles.length} ${candles.length === 1 ? 'candle' : 'candles'}, from ${first.open} to ${last.close} ${unit}.`
      : 'No trades.'
  return (
    <Readings
      label={label}
      columns={['From', 'First', 'Highest', 'Lowest', 'Last']}
      readings={candles.map(({ at, open, high, low, close }) => ({
        at: new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
        values: [open, high, low, close],
      }))}
      onRead={setReadAt}
    >
      <div
        ref={place}
        role="img"
        aria-label={`${label}. ${words}`}
        className="w-full"
        style={{ height: HEIGHT }}
      >
        {width > 0 && first && last && (
          <Drawing
            candles={candles}
            seconds={seconds}
            width={width}
            unit={unit}
            chosen={readAt === undefined ? undefined : candles[readAt]}
          />
        )}
      </div>
    </Readings>
  )
}

interface DrawingProps extends Omit<CandlesProps, 'label'> {
  readonly width: number
  /** The candle that is read by the keyboard. */
  readonly chosen: Candle | undefined
}

function Drawing({ candles, seconds, width, unit, chosen }: DrawingProps) {
  const ticks = priceTicks(candles)
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 5 })
  const left = 12 + LETTER_PX * Math.max(...ticks.map((tick) => format.format(tick).length))
  const { start, end } = spanOf(candles, seconds)
  const x = (ms: number): number => left + ((ms - start) / (end - start)) * (width - left - 8)
  const [bottom, top] = [ticks[0]!, ticks.at(-1)!]
  const y = (price: number): number =>
    TOP + ((top - price) / (top - bottom)) * (HEIGHT - TOP - BOTTOM)
  const step = x(start + seconds * 1000) - x(start)
  const body = Math.max(1.5, Math.min(step * 0.7, BODY_PX_MAX))
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="figures text-xs">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-soft">
            {format.format(tick)}
          </text>
        </g>
      ))}
      {timeTicks(start, end, width).map((ms) => (
        <text key={ms} x={x(ms)} y={HEIGHT - 8} textAnchor="middle" className="fill-soft">
          {sayTime(ms, end - start)}
        </text>
      ))}
      {chosen && (
        <rect
          x={x(Date.parse(chosen.at))}
          width={Math.max(step, body)}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
          className="fill-accent-bg"
        />
      )}
      {candles.map((candle) => {
        const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(
          Number,
        ) as [number, number, number, number]
        const middle = x(Date.parse(candle.at) + seconds * 500)
        const colour = close < open ? 'fill-bad stroke-bad' : 'fill-good stroke-good'
        return (
          <g key={candle.at} className={colour}>
            <title>
              {`${new Date(candle.at).toLocaleString()}: ${candle.open} to ${candle.close} ${unit}, between ${candle.low} and ${candle.high}`}
            </title>
            <line x1={middle} x2={middle} y1={y(high)} y2={y(low)} />
            <rect
              x={middle - body / 2}
              width={body}
              y={y(Math.max(open, close))}
              height={Math.max(1, Math.abs(y(open) - y(close)))}
            />
          </g>
        )
      })}
    </svg>
  )
}

function spanOf(candles: readonly Candle[], seconds: number) {
  const end = Date.parse(candles.at(-1)!.at) + seconds * 1000
  const least = INTERVALS_MIN * seconds * 1000
  return { start: Math.min(Date.parse(candles[0]!.at), end - least), end }
}

/** Round prices below, above and between the extremes, ascending. */
function priceTicks(candles: readonly Candle[]): readonly number[] {
  const low = Math.min(...candles.map((candle) => Number(candle.low)))
  const high = Math.max(...candles.map((candle) => Number(candle.high)))
  const span = high > low ? high - low : Math.max(high * 0.001, 1e-8)
  const rough = span / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough)!
  const from = Math.floor(low / step)
  const to = Math.max(Math.ceil(high / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step)
}

const TIME_PX = 110
const DAY_MS = 86_400_000

function timeTicks(start: number, end: number, width: number): readonly number[] {
  const count = Math.max(2, Math.floor(width / TIME_PX))
  return Array.from(
    { length: count },
    (_, index) => start + ((end - start) * (index + 0.5)) / count,
  )
}

const sayTime = (ms: number, span: number): string =>
  new Date(ms).toLocaleString(
    undefined,
    span > 2 * DAY_MS ? { day: 'numeric', month: 'short' } : { hour: 'numeric', minute: '2-digit' },
  )
