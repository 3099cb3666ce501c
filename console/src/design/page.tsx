// The head of a page: its name, a sentence about it, and the main thing to do.
import type { ReactNode } from 'react'
import { useEffect } from 'react'

interface PageHeadProps {
  readonly title: string
  readonly hint?: ReactNode
  readonly action?: ReactNode
  /** The place in the API reference of the operation behind the page, such as `operations/webhook.create`. */
  readonly reference?: string
}

export function ReferenceLink({ reference }: { readonly reference: string }) {
  return (
    <a href={`/api/docs/${reference}`} className="text-sm text-accent hover:underline">
      API
      <span className="sr-only">: {reference} in the reference</span>
    </a>
  )
}

export function PageHead({ title, hint, action, reference }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} – Florin`
  }, [title])
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {hint !== undefined && (
          <p className="mt-0.5 wrap-anywhere text-soft">
            {hint} {reference !== undefined && <ReferenceLink reference={reference} />}
          </p>
        )}
      </div>
      {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  )
}
