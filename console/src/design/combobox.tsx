// A field that searches while the user types, and lists the results below. The arrow keys move through the list; Enter
// takes the highlighted entry, Escape closes the list and keeps the text.
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { classes } from './classes.ts'
import { box, Field } from './form.tsx'

export interface Option {
  readonly key: string
  readonly title: string
  readonly detail: ReactNode
  readonly icon: ReactNode
}

interface ComboboxProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly placeholder?: string
  readonly text: string
  readonly options: readonly Option[]
  readonly onText: (text: string) => void
  readonly onChoose: (key: string) => void
  /** Shown instead of an empty list. */
  readonly none: string
}

export function Combobox(props: ComboboxProps) {
  const { label, name, hint, placeholder, text, options, onText, onChoose, none } = props
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const at = Math.min(marked, options.length - 1)
  const choose = (key: string): void => {
    onChoose(key)
    setOpen(false)
    setMarked(0)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') return setOpen(false)
    if (event.key === 'Enter' && isOpen && options[at]) {
      event.preventDefault()
      return choose(options[at].key)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setOpen(true)
    if (isOpen) setMarked((at + step + options.length) % Math.max(1, options.length))
  }
  return (
    <Field label={label} name={name} hint={hint}>
      {(field) => (
        <div className="relative">
          <input
            {...field}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && options[at] ? `${list}-${at}` : undefined}
            autoComplete="off"
            required
            maxLength={255}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onText(event.target.value)
              setOpen(true)
              setMarked(0)
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={press}
            className={box}
          />
          <ul
            id={list}
            role="listbox"
            aria-label="Suggestions"
            hidden={!isOpen || options.length === 0}
            // Pressing in the list must not take the focus, or the list would be gone before the click.
            onMouseDown={(event) => event.preventDefault()}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-lg border border-line bg-card py-1 shadow-lg"
          >
            {options.map((option, index) => (
              <li
                key={option.key}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === at}
                onClick={() => choose(option.key)}
                onMouseEnter={() => setMarked(index)}
                className={classes(
                  'flex cursor-pointer items-center gap-3 px-3 py-2',
                  index === at && 'bg-sunk',
                )}
              >
                <span aria-hidden className="text-soft [&>svg]:size-5">
                  {option.icon}
                </span>
                <span className="min-w-0">
                  <span className="block truncate font-medium">{option.title}</span>
                  <span className="block truncate text-sm text-soft">{option.detail}</span>
                </span>
              </li>
            ))}
          </ul>
          <p role="status" className="sr-only">
            {isOpen && (options.length === 0 ? none : `${options.length} found.`)}
          </p>
          {isOpen && options.length === 0 && text !== '' && (
            <p
              aria-hidden
              className="absolute inset-x-0 top-full z-20 mt-1 rounded-lg border border-line bg-card px-3 py-2 text-sm text-soft shadow-lg"
            >
              {none}
            </p>
          )}
        </div>
      )}
    </Field>
  )
}
