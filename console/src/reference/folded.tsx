// What few readers need, such as older names, behind a line that opens it.
import type { ReactNode } from 'react'

export function Folded({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded py-1 text-sm text-soft hover:text-ink">
        {title}
      </summary>
      {children}
    </details>
  )
}
