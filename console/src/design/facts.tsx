// Names and values below each other, the values on the right.
import type { ReactNode } from 'react'

export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="grid">
      {rows.map(([name, value], index) => (
        <div
          key={index}
          className="flex items-baseline justify-between gap-6 border-b border-line py-2 last:border-0"
        >
          <dt className="shrink-0 text-sm text-soft">{name}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
