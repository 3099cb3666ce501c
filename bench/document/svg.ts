// A small writer of plots as SVG. They stand in pages with a light or a dark background, so their colours follow the
// reader's scheme and nothing is painted behind them.

const WIDTH = 760
const LEFT = 255
const RIGHT = 145
const ROW = 26
const TOP = 44
const PLOT = WIDTH - LEFT - RIGHT

/** One colour for each part of a bar, readable on both backgrounds. */
const COLORS = ['a', 'b', 'c'] as const

const STYLE = `<style>
text{font:13px system-ui,sans-serif;fill:#24292f}
.title{font-weight:600;font-size:15px}
.muted,.tick{fill:#57606a}.tick{font-size:11px}
.grid{stroke:#d0d7de;stroke-width:1}
.line{fill:none;stroke:#0969da;stroke-width:2}
.range{stroke:#8c959f;stroke-width:3}
.a{fill:#0969da}.b{fill:#8250df}.c{fill:#bf8700}.other{fill:#8c959f}
@media(prefers-color-scheme:dark){
text{fill:#e6edf3}.muted,.tick{fill:#9198a1}.grid{stroke:#3d444d}
.line{stroke:#4493f8}.range{stroke:#656c76}
.a{fill:#4493f8}.b{fill:#ab7df8}.c{fill:#d29922}.other{fill:#656c76}
}
</style>`

export interface Bar {
  readonly label: string
  /** The parts of the bar, one after the other. */
  readonly values: readonly number[]
  readonly note: string
  /** Something that ours is compared with. */
  readonly isOther?: boolean
}

export interface BarPlot {
  readonly title: string
  readonly bars: readonly Bar[]
  /** The names of the parts, when there are several. */
  readonly legend?: readonly string[]
}

export function renderBars({ title, bars, legend = [] }: BarPlot): string {
  const most = Math.max(...bars.map(({ values }) => sum(values)))
  const scale = PLOT / most
  const rows = bars.map(({ label, values, note, isOther }, index) => {
    const y = TOP + index * ROW
    let x = LEFT
    const parts = values.map((value, part) => {
      const width = value * scale
      const shape = rect(x, y, width, isOther ? 'other' : COLORS[part]!)
      x += width
      return shape
    })
    return [
      text(LEFT - 10, y + 14, label, 'end'),
      ...parts,
      text(x + 8, y + 14, note, 'start', 'muted'),
    ].join('')
  })
  return frame(title, TOP + bars.length * ROW + 8, [...rows, renderLegend(legend)])
}

export interface Range {
  readonly label: string
  readonly values: readonly number[]
}

/** Each row has its values as dots on a logarithmic axis. */
export function renderRanges(
  title: string,
  unit: string,
  ranges: readonly Range[],
  legend: readonly string[],
): string {
  const all = ranges.flatMap(({ values }) => values)
  const from = Math.floor(Math.log10(Math.min(...all)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...all))))
  const place = (value: number): number => LEFT + ((Math.log10(value) - from) / (to - from)) * PLOT
  const bottom = TOP + ranges.length * ROW
  const ticks = Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step)).map(
    (value) =>
      line(place(value), TOP - 4, place(value), bottom) +
      text(place(value), bottom + 16, `${value} ${unit}`, 'middle', 'tick'),
  )
  const rows = ranges.map(({ label, values }, index) => {
    const y = TOP + index * ROW + 9
    const dots = values.map((value, part) => circle(place(value), y, COLORS[part]!))
    const range = `<line class="range" x1="${round(place(values[0]!))}" y1="${y}" x2="${round(place(values.at(-1)!))}" y2="${y}"/>`
    const note = `${formatNumber(values.at(-1)!)} ${unit}`
    return [
      text(LEFT - 10, y + 5, label, 'end'),
      range,
      ...dots,
      text(place(values.at(-1)!) + 10, y + 5, note, 'start', 'muted'),
    ].join('')
  })
  return frame(title, bottom + 28, [...ticks, ...rows, renderLegend(legend)])
}

export interface Course {
  readonly title: string
  /** At equal distances, from the beginning to the end. */
  readonly values: readonly number[]
  readonly unit: string
  readonly end: string
}

/** A line over time, from zero, so that its growth is not exaggerated. */
export function renderCourse({ title, values, unit, end }: Course): string {
  const height = 200
  const left = 80
  const width = WIDTH - left - 24
  const step = niceStep(Math.max(...values))
  const top = Math.ceil(Math.max(...values) / step) * step
  const y = (value: number): number => TOP + height - (value / top) * height
  const x = (index: number): number => left + (index / Math.max(1, values.length - 1)) * width
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step).map(
    (value) =>
      line(left, y(value), left + width, y(value)) +
      text(left - 8, y(value) + 4, `${value} ${unit}`, 'end', 'tick'),
  )
  const points = values.map((value, index) => `${round(x(index))},${round(y(value))}`).join(' ')
  return frame(title, TOP + height + 28, [
    ...ticks,
    `<polyline class="line" points="${points}"/>`,
    text(left, TOP + height + 18, '0', 'start', 'tick'),
    text(left + width, TOP + height + 18, end, 'end', 'tick'),
  ])
}

export const formatNumber = (value: number): string =>
  value >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toFixed(value >= 10 ? 1 : 2)))

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const round = (value: number): number => Number(value.toFixed(1))

/** About four lines. */
function niceStep(most: number): number {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1)
}

const frame = (title: string, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escape(title)}">
${STYLE}
${text(0, 18, title, 'start', 'title')}
${parts.filter((part) => part !== '').join('\n')}
</svg>
`

function renderLegend(names: readonly string[]): string {
  let x = WIDTH - names.reduce((width, name) => width + name.length * 7.5 + 28, 0)
  return names
    .map((name, part) => {
      const shape = circle(x + 6, 14, COLORS[part]!) + text(x + 16, 18, name, 'start', 'muted')
      x += name.length * 7.5 + 28
      return shape
    })
    .join('')
}

const rect = (x: number, y: number, width: number, name: string): string =>
  `<rect class="${name}" x="${round(x)}" y="${y}" width="${round(width)}" height="18" rx="2"/>`
const circle = (x: number, y: number, name: string): string =>
  `<circle class="${name}" cx="${round(x)}" cy="${y}" r="5"/>`
const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `<line class="grid" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`

type Anchor = 'start' | 'middle' | 'end'

const text = (x: number, y: number, content: string, anchor: Anchor, name = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${name && ` class="${name}"`}>${escape(content)}</text>`

const escape = (content: string): string =>
  content.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
