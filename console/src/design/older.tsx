// Pages through a list from the newest entry on, each page by the id that it is older than.
import { useState } from 'react'
import { Steps } from './table.tsx'

export interface Place {
  /** The ids that led here; the shown page is older than the last one. */
  readonly path: readonly string[]
  readonly go: (path: readonly string[]) => void
}

export function usePlace(): Place {
  const [path, go] = useState<readonly string[]>([])
  return { path, go }
}

/** The query parameter of the shown page. */
export const beforeOf = ({ path }: Place): { readonly before?: string } =>
  path.length === 0 ? {} : { before: path.at(-1)! }

export function Older({ place, next }: { readonly place: Place; readonly next: string | null }) {
  const { path, go } = place
  if (path.length === 0 && next === null) return null
  return (
    <Steps
      before={['Newer', path.length === 0 ? undefined : () => go(path.slice(0, -1))]}
      after={['Older', next === null ? undefined : () => go([...path, next])]}
    />
  )
}
