// What a whole consists of: one bar, and a list that says the same in words and figures.
import type { ReactNode } from 'react'

export interface Share {
  readonly name: string
  readonly about: string
  /** Of the whole, from 0 to 1. */
  readonly share: number
  readonly value?: ReactNode
}

/** The accent in steps: they differ in lightness, so they can be distinguished without colours. */
export const strength = (index: number, count: number): string =>
  `color-mix(in oklab, var(--accent) ${Math.round(100 - (index / Math.max(count, 1)) * 82)}%, var(--card))`

export function Shares({
  label,
  shares,
}: {
  readonly label: string
  readonly shares: readonly Share[]
}) {
  const sorted = shares.toSorted((a, b) => b.share - a.share)
  const colour = (index: number) => ({ background: strength(index, sorted.length) })
  return (
    <div>
      <div aria-hidden className="mb-4 flex h-3 gap-0.5 overflow-hidden rounded-full">
        {sorted.map(({ name, share }, index) => (
          <div key={name} style={{ ...colour(index), width: `${share * 100}%` }} />
        ))}
      </div>
      <ul aria-label={label} className="grid gap-2">
        {sorted.map(({ name, about, share, value }, index) => (
          <li key={name} className="flex items-center gap-3">
            <span aria-hidden className="size-3 rounded-sm" style={colour(index)} />
            <span className="font-medium">{name}</span>
            <span className="min-w-0 flex-1 truncate text-soft">{about}</span>
            {value}
            <span className="figures w-16 text-right">{(share * 100).toFixed(1)} %</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
