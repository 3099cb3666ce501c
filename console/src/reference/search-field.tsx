// The search of the reference: a field, and what it finds as links. The arrow keys move between the field and the links,
// Enter in the field goes to the first.
import { icon } from '../design/icons.tsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { goTo, Link } from './address.tsx'
import { type Entry, KINDS } from './search.ts'

const Search = icon('search')

interface SearchFieldProps {
  readonly search: (text: string) => Entry[]
  readonly onGo?: (() => void) | undefined
  readonly field?: RefObject<HTMLInputElement | null>
  /** Shown while nothing is searched. */
  readonly children?: ReactNode
}

export function SearchField({ search, onGo, field, children }: SearchFieldProps) {
  const [text, setText] = useState('')
  const whole = useRef<HTMLDivElement>(null)
  const found = search(text)
  const go = (): void => {
    setText('')
    onGo?.()
  }
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') setText('')
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    const stops = [...whole.current!.querySelectorAll<HTMLElement>('[data-stop]')]
    const at = stops.indexOf(event.target as HTMLElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !found[0]) return
    goTo(found[0].to)
    go()
  }
  const isSearching = text.trim() !== ''
  return (
    <>
      <div ref={whole} onKeyDown={move}>
        <div className="relative mb-4">
          <Search className="absolute top-3 left-3 size-4 text-soft" aria-hidden />
          <input
            ref={field}
            data-stop
            type="search"
            aria-label="Search the reference"
            placeholder={field ? 'Search  ( / )' : 'Search'}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={enter}
            className="h-10 w-full min-w-0 rounded-lg border border-edge bg-card pr-3 pl-9 text-ink placeholder:text-soft"
          />
        </div>
        <p className="sr-only" aria-live="polite">
          {isSearching && `${found.length} found`}
        </p>
        {isSearching && <Found entries={found} text={text} onGo={go} />}
      </div>
      {!isSearching && children}
    </>
  )
}

interface FoundProps {
  readonly entries: readonly Entry[]
  readonly text: string
  readonly onGo: () => void
}

function Found({ entries, text, onGo }: FoundProps) {
  if (entries.length === 0)
    return (
      <p className="px-2 text-sm text-soft">
        Nothing has all of “{text.trim()}”. Try one word of it, or a part of the path.
      </p>
    )
  return (
    <ul aria-label="Found" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {entries.map(({ kind, title, detail, to }) => (
        <li key={`${kind} ${to} ${title}`}>
          <Link
            to={to}
            onGo={onGo}
            data-stop
            className="block min-w-0 rounded-lg px-2 py-2 hover:bg-sunk"
          >
            <span className="flex min-w-0 items-baseline justify-between gap-2">
              <span className="min-w-0 truncate text-sm font-medium">{title}</span>
              <span className="shrink-0 text-xs text-soft">{KINDS[kind]}</span>
            </span>
            <span className="mt-0.5 block truncate text-xs text-soft">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
