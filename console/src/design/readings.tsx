// What a drawing shows, for everyone who does not read it by eye or pointer: one value at a time by the arrow keys, and
// all of them as a table.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Table } from './table.tsx'

export interface Reading {
  /** A moment or a name. */
  readonly at: string
  /** One for each column. */
  readonly values: readonly string[]
}

interface ReadingsProps {
  readonly label: string
  /** The names of the columns: that of the moment or the name, then those of the values. */
  readonly columns: readonly [first: string, ...values: string[]]
  readonly readings: readonly Reading[]
  /** Shows the value that is read in the drawing; undefined when none is. */
  readonly onRead: (index: number | undefined) => void
  readonly children: ReactNode
}

const PAGE_STEPS = 10

/** A drawing whose values are read by the arrow keys, oldest first. */
export function Readings({ label, columns, readings, onRead, children }: ReadingsProps) {
  const last = readings.length - 1
  const [index, setIndex] = useState<number>()
  const shown = Math.min(index ?? last, last)
  const read = (next: number | undefined): void => {
    setIndex(next)
    onRead(next)
  }
  const move = (event: KeyboardEvent): void => {
    const next = targetOf(event.key, shown, last)
    if (next === undefined) return
    event.preventDefault()
    read(Math.min(Math.max(next, 0), last))
  }
  return (
    <div>
      <div className="relative">
        {children}
        {last >= 0 && (
          <div
            role="slider"
            tabIndex={0}
            aria-label={`${label}: read the values with the arrow keys`}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={shown}
            aria-valuetext={sayReading(columns, readings[shown]!)}
            onKeyDown={move}
            onFocus={() => read(shown)}
            onBlur={() => read(undefined)}
            className="pointer-events-none absolute inset-0 rounded-lg"
          />
        )}
      </div>
      {last >= 0 && <ReadingsTable label={label} columns={columns} readings={readings} />}
    </div>
  )
}

function targetOf(key: string, shown: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - PAGE_STEPS,
    PageUp: shown + PAGE_STEPS,
    Home: 0,
    End: last,
  }
  return targets[key]
}

/** "3 Nov: 12.50 USD", with the names of the columns where there are several values. */
const sayReading = ([, ...names]: ReadingsProps['columns'], { at, values }: Reading): string =>
  `${at}: ${values.map((value, index) => (values.length > 1 ? `${names[index]} ${value}` : value)).join(', ')}`

/** A button that shows the values below the drawing, the newest first. */
export function ReadingsTable({
  label,
  columns: [first, ...names],
  readings,
}: Pick<ReadingsProps, 'label' | 'columns' | 'readings'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded text-sm text-soft hover:text-ink hover:underline"
      >
        {isOpen ? 'Hide the table' : 'Show as a table'}
        <span className="sr-only">: {label}</span>
      </button>
      {isOpen && (
        // A region that scrolls must be reachable by keyboard.
        <section
          aria-label={`${label}, as a table`}
          tabIndex={0}
          className="-mx-5 mt-2 max-h-72 overflow-y-auto border-y border-line"
        >
          <Table
            label={label}
            rows={readings.map((reading, index) => ({ ...reading, index })).toReversed()}
            keyOf={({ index }) => String(index)}
            columns={[
              { name: first, show: ({ at }) => <span className="figures">{at}</span> },
              ...names.map((name, index) => ({
                name,
                isRight: true,
                show: ({ values }: Reading) => <span className="figures">{values[index]}</span>,
              })),
            ]}
          />
        </section>
      )}
    </div>
  )
}
