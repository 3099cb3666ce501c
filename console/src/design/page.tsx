// The head of a page: its name, a sentence about it, and the main thing to do.
import type { ReactNode } from 'react'
import { useEffect } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

export function PageHead({ title, hint, action }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} – Florin`
  }, [title])
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {hint !== undefined && <p className="mt-0.5 text-soft">{hint}</p>}
      </div>
      {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  )
}
