// Loading the demo data from the browser. It continues while the dialog is closed, so its state is here.
import { useSyncExternalStore } from 'react'
import { queries } from '../bank.ts'

export type Loading =
  | { readonly state: 'idle' | 'done' }
  | {
      readonly state: 'loading'
      readonly title: string
      readonly number: number
      readonly of: number
    }
  | { readonly state: 'failed'; readonly sentence: string }

let current: Loading = { state: 'idle' }
const listeners = new Set<() => void>()

function change(next: Loading): void {
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLoading = (): Loading => useSyncExternalStore(subscribe, () => current)

export async function startLoading(): Promise<void> {
  if (current.state === 'loading') return
  change({ state: 'loading', title: 'Getting ready', number: 0, of: 1 })
  // Loaded on demand: few viewers need it.
  const { explain, loadDemo } = await import('../../../demo/load.ts')
  try {
    await loadDemo({
      baseUrl: location.origin,
      onStep: ({ title, number, of }) => change({ state: 'loading', title, number, of }),
    })
    change({ state: 'done' })
    // Lists of all users, which operators see, have new rows.
    await queries.invalidateQueries()
  } catch (error) {
    const sentence = explain(error) ?? `The data could not be loaded: ${String(error)}`
    change({ state: 'failed', sentence })
  }
}
