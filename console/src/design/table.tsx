// Tables that become a list on a phone: there each cell carries the name of its column, or a row is one line.
import { type ReactNode, useContext } from 'react'
import { classes } from './classes.ts'
import { Busy } from './state.tsx'

export interface Column<Row> {
  readonly name: string
  /** Amounts are on the right, so that their digits align. */
  readonly isRight?: boolean
  /** The name is for screen readers only, because the content says it. */
  readonly isSilent?: boolean
  /** Not shown on a phone, because another cell says it there. */
  readonly isWideOnly?: boolean
  readonly show: (row: Row) => ReactNode
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** On a phone each row is one line, without the names of the columns. */
  readonly isCompact?: boolean
}

export function Table<Row>({ label, columns, rows, keyOf, isCompact = false }: TableProps<Row>) {
  const isBusy = useContext(Busy)
  return (
    <table aria-label={label} aria-busy={isBusy} className="w-full text-left max-sm:block">
      <thead className="text-xs text-soft max-sm:hidden">
        <tr className="border-b border-line">
          {columns.map(({ name, isRight, isSilent }) => (
            <th
              key={name}
              scope="col"
              className={classes(
                'px-3 py-2 font-medium first:pl-5 last:pr-5',
                isRight && 'text-right',
              )}
            >
              {isSilent ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={classes(
              'relative border-b border-line last:border-0 hover:bg-sunk/60 max-sm:px-5 max-sm:py-3',
              isCompact
                ? 'max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4'
                : 'max-sm:grid max-sm:gap-1',
            )}
          >
            {columns.map(({ name, isRight, isSilent, isWideOnly, show }) => (
              <td
                key={name}
                className={classes(
                  'px-3 py-2.5 align-middle first:pl-5 last:pr-5 max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0',
                  isRight && 'text-right',
                  isCompact && !isRight && 'max-sm:min-w-0',
                  isWideOnly && 'max-sm:hidden',
                )}
              >
                {!isSilent && !isCompact && (
                  <span aria-hidden className="shrink-0 text-sm text-soft sm:hidden">
                    {name}
                  </span>
                )}
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Goes through pages of a list. */
export function Pager({
  meta,
  onPage,
}: {
  readonly meta: {
    readonly current_page: number
    readonly last_page: number
    readonly total: number
  }
  readonly onPage: (page: number) => void
}) {
  const { current_page, last_page, total } = meta
  if (last_page <= 1) return null
  const to = (page: number) => (page < 1 || page > last_page ? undefined : () => onPage(page))
  return (
    <Steps before={['Previous', to(current_page - 1)]} after={['Next', to(current_page + 1)]}>
      <span className="figures text-soft">
        Page {current_page} of {last_page}, {total} in all
      </span>
    </Steps>
  )
}

/** A step through a list; undefined at its end. */
type Step = readonly [word: string, go: (() => void) | undefined]

/** Two steps through a list, with optional text between them. */
export function Steps({
  before,
  after,
  children,
}: {
  readonly before: Step
  readonly after: Step
  readonly children?: ReactNode
}) {
  // A button that is truly disabled loses the focus, which keyboard users need to go back.
  const button = ([word, go]: Step) => (
    <button
      type="button"
      aria-disabled={go === undefined}
      onClick={go}
      className="rounded-lg px-3 py-1.5 font-medium text-accent hover:bg-sunk aria-disabled:text-soft aria-disabled:hover:bg-transparent"
    >
      {word}
    </button>
  )
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between border-t border-line px-3 py-2 text-sm"
    >
      {button(before)}
      {children}
      {button(after)}
    </nav>
  )
}
