// One of several charts of a card, with its name and what it adds up to.
import { type ReactNode, Suspense } from 'react'
import { Waiting } from './state.tsx'

interface FigureProps {
  readonly title: string
  readonly hint: string
  readonly children: ReactNode
}

export function Figure({ title, hint, children }: FigureProps) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-sm">
        <span className="block font-medium">{title}</span>
        <span className="text-soft">{hint}</span>
      </figcaption>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </figure>
  )
}
