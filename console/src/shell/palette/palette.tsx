// Finds pages, accounts, actions and operations by what is typed. The focus stays in the field; the arrow keys move through
// the list, Enter opens the marked entry, Escape closes.
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { User } from '../../../../sdk/client/types.ts'
import { classes } from '../../design/classes.ts'
import { Dialog } from '../../design/dialog.tsx'
import { box } from '../../design/form.tsx'
import { type Entry, useEntries } from './entries.ts'
import { rank } from './rank.ts'

interface PaletteProps {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

export function Palette({ isOpen, ...rest }: PaletteProps) {
  return (
    <Dialog title="Search" isOpen={isOpen} onClose={rest.onClose}>
      <Content {...rest} />
    </Dialog>
  )
}

function Content({ user, onClose, onShortcuts }: Omit<PaletteProps, 'isOpen'>) {
  const list = useId()
  const [text, setText] = useState('')
  // By its key, so that it stays marked when later answers are put before it.
  const [marked, setMarked] = useState<string>()
  const entries = rank(useEntries(user, text, onShortcuts), text)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === marked),
  )
  const option = entries[at] && `${list}-${entries[at].key}`
  useEffect(() => {
    if (option !== undefined) document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
  }, [option])
  const choose = (entry: Entry): void => {
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent): void => {
    const places: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % entries.length,
      ArrowUp: (at - 1 + entries.length) % entries.length,
      PageDown: Math.min(at + PAGE, entries.length - 1),
      PageUp: Math.max(at - PAGE, 0),
    }
    const place = places[event.key]
    if (event.key !== 'Enter' && place === undefined) return
    event.preventDefault()
    if (entries.length === 0) return
    if (place === undefined) choose(entries[at]!)
    else setMarked(entries[place]!.key)
  }
  return (
    <div className="grid gap-3">
      <input
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={option}
        autoComplete="off"
        autoFocus
        maxLength={255}
        placeholder="A page, an account, a payment, an action or a call of the API"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMarked(undefined)
        }}
        onKeyDown={press}
        className={box}
      />
      <ul
        id={list}
        role="listbox"
        aria-label="Results"
        // Pressing in the list must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
        className="max-h-[50dvh] overflow-y-auto"
      >
        {entries.map((entry, index) => (
          <Row
            key={entry.key}
            id={`${list}-${entry.key}`}
            entry={entry}
            isMarked={index === at}
            onMark={() => setMarked(entry.key)}
            onChoose={() => choose(entry)}
          />
        ))}
      </ul>
      <p role="status" className={classes(entries.length > 0 ? 'sr-only' : 'text-soft')}>
        {entries.length === 0 ? 'Nothing was found.' : `${entries.length} found.`}
      </p>
    </div>
  )
}

/** How far PageDown and PageUp move. */
const PAGE = 8

interface RowProps {
  readonly id: string
  readonly entry: Entry
  readonly isMarked: boolean
  readonly onMark: () => void
  readonly onChoose: () => void
}

function Row({ id, entry, isMarked, onMark, onChoose }: RowProps) {
  const { icon: Icon, title, detail, kind } = entry
  return (
    <li
      id={id}
      role="option"
      aria-selected={isMarked}
      onClick={onChoose}
      // A move, because the list also scrolls under a pointer that rests.
      onMouseMove={isMarked ? undefined : onMark}
      className={classes(
        'flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2',
        isMarked && 'bg-sunk',
      )}
    >
      <Icon className="size-5 shrink-0 text-soft" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        {detail !== undefined && <span className="block truncate text-sm text-soft">{detail}</span>}
      </span>
      <span className="shrink-0 text-sm text-soft">{kind}</span>
    </li>
  )
}
