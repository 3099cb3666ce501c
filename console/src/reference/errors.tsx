// The catalogue of errors: each code with its status, what it means, and what to do about it.
import { useDeferredValue, useState } from 'react'
import { Card } from '../design/card.tsx'
import { Input } from '../design/form.tsx'
import { Show } from '../design/state.tsx'
import { Link, useAnchor } from './address.tsx'
import { useDocument } from './load.ts'
import type { Api } from './api.ts'
import { Inline, statusTone } from './text.tsx'
import { Title } from './title.tsx'

interface ErrorEntry {
  readonly code: string
  readonly status: number
  readonly meaning: string
  readonly advice: string
  readonly pipeline: boolean
  readonly transport: boolean
  readonly operations: readonly string[]
}

const toEntries = (content: unknown): readonly ErrorEntry[] => content as readonly ErrorEntry[]

export function ErrorsPage({ api }: { readonly api: Api | undefined }) {
  const catalogue = useDocument('/api/docs/errors.json', toEntries)
  return (
    <div className="max-w-4xl">
      <header className="mb-6">
        <Title text="Errors" />
        <p className="mt-1 text-soft">
          Every error has the same shape: a code that never changes, a message for users, and the
          request id. This is what each code means, and what to do about it.
        </p>
      </header>
      <Show read={catalogue} lines={12}>
        {(entries) => <Catalogue api={api} entries={entries} />}
      </Show>
    </div>
  )
}

function Catalogue({
  api,
  entries,
}: {
  readonly api: Api | undefined
  readonly entries: readonly ErrorEntry[]
}) {
  const [text, setText] = useState('')
  const words = useDeferredValue(text).toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ code, status, meaning, advice }) => {
    const all = `${code} ${status} ${meaning} ${advice}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  useAnchor()
  return (
    <div className="grid gap-4">
      <Input
        label="Find an error"
        name="find-error"
        type="search"
        placeholder="A code, a status or a word"
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={`${found.length} of ${entries.length} codes`}
      />
      {found.length > 0 && (
        <Card isFlush>
          <ul className="divide-y divide-line">
            {found.map((entry) => (
              <Entry key={entry.code} api={api} entry={entry} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

const TONES = { good: '', accent: '', gold: 'bg-gold-bg text-gold', bad: 'bg-bad-bg text-bad' }

interface EntryProps {
  readonly api: Api | undefined
  readonly entry: ErrorEntry
}

function Entry({ api, entry }: EntryProps) {
  const { code, status, meaning, advice } = entry
  return (
    <li id={code} className="scroll-mt-20 px-5 py-4 target:bg-accent-bg">
      <h2 className="flex flex-wrap items-center gap-2 text-sm">
        <a href={`#${code}`} className="font-mono font-semibold break-all hover:underline">
          {code}
        </a>
        <span
          className={`rounded px-1.5 font-mono text-xs font-semibold ${TONES[statusTone(status)]}`}
        >
          {status}
        </span>
      </h2>
      <p className="mt-1 break-words">
        <Inline text={meaning} />
      </p>
      <p className="mt-1 break-words text-soft">
        <span className="font-medium text-ink">What to do: </span>
        <Inline text={advice} />
      </p>
      <Operations api={api} entry={entry} />
    </li>
  )
}

function Operations({ api, entry }: EntryProps) {
  const { pipeline, transport } = entry
  // Some operations have no route of their own: the bank or a tool runs them.
  const operations = entry.operations.filter((name) => api?.routes.has(name))
  const [isOpen, setOpen] = useState(false)
  if (pipeline || transport) return <p className="mt-1 text-sm text-soft">From many operations.</p>
  const shown = isOpen ? operations : operations.slice(0, 4)
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
      {shown.map((name) => (
        <Link
          key={name}
          to={`operations/${name}`}
          className="font-mono text-xs break-all text-accent hover:underline"
        >
          {name}
        </Link>
      ))}
      {shown.length < operations.length && (
        <button
          type="button"
          className="rounded text-xs text-soft underline"
          onClick={() => setOpen(true)}
        >
          and {operations.length - shown.length} more
        </button>
      )}
    </p>
  )
}
