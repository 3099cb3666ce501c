// Short messages about what was done, for actions whose result the page does not show. A message stays until it is
// dismissed or has been shown for a while; the pointer or the focus on it stops the clock.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { icon } from './icons.tsx'

const CircleCheck = icon('circle-check')
const X = icon('x')

const SHOWN_MS = 6_000

interface Message {
  readonly id: number
  readonly text: string
}

let messages: readonly Message[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Message[]): void {
  messages = next
  for (const listener of listeners) listener()
}

export const toast = (text: string): void => set([...messages, { id: ++count, text }])

const dismiss = (id: number): void => set(messages.filter((message) => message.id !== id))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The place of the messages, in the frame; it is always there, so that screen readers announce what appears in it. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => messages)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-40 grid justify-items-end gap-2 lg:bottom-4"
    >
      {shown.map(({ id, text }) => (
        <Toast key={id} id={id} text={text} />
      ))}
    </section>
  )
}

function Toast({ id, text }: Message) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isPointed || isFocused
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused])
  return (
    <div
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="rise pointer-events-auto flex max-w-sm items-center gap-3 rounded-xl border border-line bg-card py-2 pr-2 pl-4 shadow-lg"
    >
      <CircleCheck className="size-5 shrink-0 text-good" aria-hidden />
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <Button look="quiet" size="icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
