// A line over time. Screen readers read the same figures as a sentence, each value by the arrow keys, and a table.
import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Readings } from './readings.tsx'

export interface Point {
  /** A moment, or a day without a time. */
  readonly at: string
  readonly value: number
}

interface ChartProps {
  readonly label: string
  readonly points: readonly Point[]
  /** The unit of the values; the axis leaves it out. */
  readonly unit: string
  /** Decimal places; by default as many as there are, up to four. */
  readonly digits?: number
  /** A balance stays as it is until it changes. */
  readonly isStepped?: boolean
  /** Sums of days or of other equal lengths of time are bars, which begin at zero. */
  readonly isBars?: boolean
  /** The first and the last moment that are drawn; by default those of the points. */
  readonly range?: readonly [from: string, to: string] | undefined
  readonly height?: number
}

export function Chart(props: ChartProps) {
  const { label, points, unit, digits, isStepped = false, isBars = false, height = 220 } = props
  const [from, to] = props.range ?? []
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(null)
  useEffect(() => {
    const element = place.current
    if (!element || points.length === 0) return
    const draw = (): void => {
      drawn.current = drawChart(element, points, {
        unit,
        digits,
        isStepped,
        isBars,
        height,
        ends: from !== undefined && to !== undefined ? [from, to] : undefined,
      })
    }
    draw()
    const again = (): void => {
      drawn.current?.destroy()
      draw()
    }
    const observer = new ResizeObserver(() =>
      drawn.current?.setSize({ width: element.clientWidth, height }),
    )
    observer.observe(element)
    // The colours are read when it is drawn, so a change of the theme draws it again.
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', again)
    const theme = new MutationObserver(again)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', again)
      theme.disconnect()
      drawn.current?.destroy()
      drawn.current = null
    }
  }, [points, unit, digits, isStepped, isBars, height, from, to])
  const say = makeFormat(unit, digits)
  const first = points[0]
  const last = points.at(-1)
  const words = first && last ? `From ${say(first.value)} to ${say(last.value)}.` : 'No values.'
  const readings = useMemo(() => toReadings(points, unit, digits), [points, unit, digits])
  return (
    <Readings
      label={label}
      columns={['When', 'Value']}
      readings={readings}
      onRead={(index) => pointAt(drawn.current, index)}
    >
      <div
        ref={place}
        role="img"
        aria-label={`${label}. ${words}`}
        className="w-full"
        style={{ height }}
      />
    </Readings>
  )
}

function toReadings(points: readonly Point[], unit: string, digits: number | undefined) {
  const say = makeFormat(unit, digits)
  const when = makeMoment(points.every(isDay))
  return points.map((point) => ({
    at: when.format(momentOf(point)),
    values: [say(point.value)],
  }))
}

/** Shows a value as the pointer does; outside of the drawing it shows none. */
function pointAt(plot: uPlot | null, index: number | undefined): void {
  const time = index === undefined ? undefined : plot?.data[0][index]
  const left = time === undefined ? -1 : plot!.valToPos(time, 'x')
  plot?.setCursor({ left, top: left < 0 ? -1 : 1 })
}

interface Drawing {
  readonly unit: string
  readonly digits: number | undefined
  readonly isStepped: boolean
  readonly isBars: boolean
  readonly height: number
  readonly ends: readonly [from: string, to: string] | undefined
}

const makeFormat = (unit: string, digits: number | undefined): ((value: number) => string) => {
  const format = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 4,
  })
  return (value) => `${format.format(value)} ${unit}`.trim()
}

const isDay = ({ at }: Pick<Point, 'at'>): boolean => /^\d{4}-\d{2}-\d{2}$/.test(at)

/** A day is the same day wherever the viewer is; without a time it would be read as midnight at Greenwich. */
const momentOf = (point: Pick<Point, 'at'>): number =>
  new Date(isDay(point) ? `${point.at}T00:00` : point.at).getTime()

const LETTER_PX = 7

function drawChart(element: HTMLElement, points: readonly Point[], drawing: Drawing): uPlot {
  const colour = (token: string): string => {
    const probe = document.createElement('span')
    probe.style.color = `var(${token})`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const [line, soft, grid] = [colour('--accent'), colour('--soft'), colour('--line')]
  const axis = { stroke: soft, font: '12px system-ui', ticks: { show: false } }
  const plain = makeFormat('', drawing.digits)
  const stepped = uPlot.paths.stepped?.({ align: 1 })
  const bars = uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.15 })
  return new uPlot(
    {
      width: element.clientWidth,
      height: drawing.height,
      legend: { show: false },
      cursor: { y: false, points: { size: 7 } },
      padding: [8, 24, 0, 0],
      scales: drawing.isBars ? barScales(points) : lineScales(drawing.ends),
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 90,
          size: 34,
          gap: 10,
          values: (_plot, seconds) => seconds.map(sayTime(points, drawing.ends)),
        },
        {
          ...axis,
          grid: { stroke: grid, width: 1 },
          size: (_plot, labels) =>
            16 + LETTER_PX * Math.max(3, ...(labels ?? []).map((text) => text.length)),
          space: 40,
          // Of things that are counted there is no half.
          ...(drawing.digits === 0 && { incrs: WHOLE_STEPS }),
          values: (_plot, values) => values.map(plain),
        },
      ],
      series: [
        {},
        {
          stroke: line,
          width: 2,
          points: { show: points.length === 1 },
          ...(drawing.isStepped && stepped ? { paths: stepped } : {}),
          ...(drawing.isBars && bars
            ? { paths: bars, fill: line, width: 0, points: { show: false } }
            : {}),
        },
      ],
      plugins: [tip(makeFormat(drawing.unit, drawing.digits), points.every(isDay))],
    },
    [points.map((point) => momentOf(point) / 1000), points.map(({ value }) => value)],
    element,
  )
}

const DAY_MS = 86_400_000

const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat()

const lineScales = (ends: Drawing['ends']): uPlot.Scales =>
  ends ? { x: { range: [momentOf({ at: ends[0] }) / 1000, momentOf({ at: ends[1] }) / 1000] } } : {}

/** Half a bar of room, so that the first and the last bar are whole; without any value the axis is short. */
function barScales(points: readonly Point[]): uPlot.Scales {
  const [first, last] = [points[0]!, points.at(-1)!].map((point) => momentOf(point) / 1000)
  const half = points.length > 1 ? (last! - first!) / (points.length - 1) / 2 : DAY_MS / 2_000
  const highest = Math.max(...points.map(({ value }) => value))
  return {
    x: { range: [first! - half, last! + half] },
    y: { range: [0, highest === 0 ? 1 : highest * 1.05] },
  }
}

/** Days where the line covers several, hours and minutes otherwise, and seconds where it just began. */
function sayTime(points: readonly Point[], ends: Drawing['ends']): (seconds: number) => string {
  const [from, to] = ends ?? [points[0]!.at, points.at(-1)!.at]
  const span = momentOf({ at: to }) - momentOf({ at: from })
  const time = { hour: 'numeric', minute: '2-digit' } as const
  const parts: Intl.DateTimeFormatOptions =
    span > 2 * DAY_MS || points.every(isDay)
      ? { day: 'numeric', month: 'short' }
      : span > DAY_MS / 96
        ? time
        : { ...time, second: '2-digit' }
  const format = new Intl.DateTimeFormat(undefined, parts)
  return (seconds) => format.format(seconds * 1000)
}

const makeMoment = (isByDay: boolean): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    ...(!isByDay && { timeStyle: 'short' }),
  })

/** Shows the value under the pointer, and its time. */
function tip(format: (value: number) => string, isByDay: boolean): uPlot.Plugin {
  const when = makeMoment(isByDay)
  const box = document.createElement('div')
  box.className =
    'pointer-events-none absolute z-10 hidden -translate-x-1/2 -translate-y-full rounded-md bg-ink px-2 py-1 text-xs whitespace-nowrap text-paper figures'
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor(plot) {
        const { idx, left = -1 } = plot.cursor
        const [time, value] = [plot.data[0][idx ?? -1], plot.data[1]?.[idx ?? -1]]
        box.classList.toggle('hidden', left < 0 || value === undefined || value === null)
        if (time === undefined || typeof value !== 'number') return
        box.textContent = `${format(value)} · ${when.format(time * 1000)}`
        box.style.left = `${Math.min(Math.max(plot.valToPos(time, 'x'), 90), plot.over.clientWidth - 90)}px`
        box.style.top = `${Math.max(plot.valToPos(value, 'y') - 8, 26)}px`
      },
    },
  }
}
