// Placeholders for content: while it loads, when there is none yet, and when it could not be loaded.
import { icon, type Icon } from './icons.tsx'
import { createContext, useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '../../../sdk/client/errors.ts'
import { Button } from './button.tsx'

const CircleAlert = icon('circle-alert')

export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: Icon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-sunk text-soft">
        <Icon className="size-5" aria-hidden />
      </span>
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="max-w-sm text-sm text-soft">{children}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  )
}

/** The bank's own sentence, and what to do about it. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) {
  const isRefusal = error instanceof ApiError
  // What a page itself finds wrong is an error with a sentence; a call that did not arrive is a TypeError.
  const isSaid = error instanceof Error && !(error instanceof TypeError)
  const sentence = isSaid ? error.message : 'The bank could not be reached. Check your connection.'
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-bad-bg px-4 py-3 text-bad">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div className="min-w-0">
        <p className="break-words">{sentence}</p>
        {isRefusal && error.status >= 500 && error.requestId !== undefined && (
          <p className="text-sm">Tell support the request id {error.requestId}.</p>
        )}
        {onRetry && (
          <Button look="plain" size="small" className="mt-2" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}

/** Appears only when something takes long enough to be noticed. */
export function Waiting({ lines = 3 }: { readonly lines?: number }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 300)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label="Loading" className="grid min-h-16 gap-3 py-2">
      {isLong &&
        Array.from({ length: lines }, (_none, index) => (
          <div key={index} className="waiting h-5 rounded bg-sunk" />
        ))}
    </div>
  )
}

interface Loaded<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => unknown
  /** The previous page is shown while this one loads. */
  readonly isPlaceholderData?: boolean
}

/** Whether what is shown is about to be replaced by another page of it. */
export const Busy = createContext(false)

/** Shows what was read, or the state that it is in. */
export function Show<Data>({
  read,
  lines,
  children,
}: {
  readonly read: Loaded<Data>
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}) {
  if (read.data !== undefined)
    return <Busy value={read.isPlaceholderData === true}>{children(read.data)}</Busy>
  if (read.error !== null) return <Problem error={read.error} onRetry={() => void read.refetch()} />
  return <Waiting {...(lines !== undefined && { lines })} />
}
