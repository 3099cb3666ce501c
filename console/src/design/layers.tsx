// How the parts of a whole changed over time: areas one above the other, which always fill the height. Screen readers
// read a sentence, each moment by the arrow keys, and a table instead of the drawing.
import { useMemo, useState } from 'react'
import { Readings } from './readings.tsx'
import { strength } from './shares.tsx'

export interface Layers {
  readonly at: string
  /** Of the whole, from 0 to 1; in the order of the names. */
  readonly shares: readonly number[]
}

interface LayersChartProps {
  readonly label: string
  /** The largest first, which is drawn at the bottom. */
  readonly names: readonly string[]
  /** Oldest first. */
  readonly points: readonly Layers[]
}

const WIDTH = 1_000
const HEIGHT = 100

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })

export function LayersChart({ label, names, points }: LayersChartProps) {
  const [readAt, setReadAt] = useState<number>()
  const readings = useMemo(
    () =>
      points.map(({ at, shares }) => ({
        at: new Date(at).toLocaleDateString(undefined, { dateStyle: 'medium' }),
        values: shares.map(percent),
      })),
    [points],
  )
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return <p className="text-soft">No values yet.</p>
  const words = names.map((name, index) => `${name} ${percent(last.shares[index]!)}`).join(', ')
  return (
    <Readings label={label} columns={['When', ...names]} readings={readings} onRead={setReadAt}>
      <svg
        role="img"
        aria-label={`${label}. Now ${words}.`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full rounded-lg"
      >
        {names.map((name, index) => (
          <path
            key={name}
            d={areaOf(points, index)}
            style={{ fill: strength(index, names.length) }}
          >
            <title>{name}</title>
          </path>
        ))}
        {readAt !== undefined && points[readAt] && (
          <line
            x1={leftOf(points, readAt)}
            x2={leftOf(points, readAt)}
            y1={0}
            y2={HEIGHT}
            vectorEffect="non-scaling-stroke"
            className="stroke-ink"
            strokeWidth={2}
          />
        )}
      </svg>
      <p aria-hidden className="mt-1 flex justify-between text-xs text-soft">
        <span>{dayOf(first.at)}</span>
        <span>{readAt === undefined ? '' : readings[readAt]?.at}</span>
        <span>{dayOf(last.at)}</span>
      </p>
    </Readings>
  )
}

/** By time, not by number, because values may be missing. */
function leftOf(points: readonly Layers[], index: number): number {
  const [from, to] = [Date.parse(points[0]!.at), Date.parse(points.at(-1)!.at)]
  return to === from ? 0 : ((Date.parse(points[index]!.at) - from) / (to - from)) * WIDTH
}

/** The area between the sum of the parts before and the sum with this one. */
function areaOf(points: readonly Layers[], part: number): string {
  const heightOf = ({ shares }: Layers, count: number): number =>
    HEIGHT * (1 - shares.slice(0, count).reduce((sum, share) => sum + share, 0))
  const edge = (count: number): string[] =>
    points.map((point, index) =>
      [leftOf(points, index), heightOf(point, count)].map((at) => at.toFixed(2)).join(' '),
    )
  // One value alone stays as it is from the left to the right.
  const widen = (places: readonly string[]): readonly string[] =>
    places.length > 1 ? places : [places[0]!, places[0]!.replace(/^\S+/, String(WIDTH))]
  return `M${[...widen(edge(part)), ...widen(edge(part + 1)).toReversed()].join('L')}Z`
}
