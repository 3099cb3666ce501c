// Reads a document of the bank once, and pages that are loaded when they are shown.
import { useCallback, useEffect, useState } from 'react'

const readings = new Map<string, Promise<unknown>>()

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response.json()
}

function readOnce(path: string): Promise<unknown> {
  const known = readings.get(path) ?? fetchJson(path)
  readings.set(path, known)
  return known
}

interface Read<Made> {
  readonly key: string
  readonly data: Made | undefined
  readonly error: unknown
}

const WAITING = { data: undefined, error: null }

/** Loads once for each key. What was loaded before is not shown for another key. `load` is the same function at every call. */
export function useLoaded<Made>(key: string, load: () => Promise<Made>) {
  const [read, setRead] = useState<Read<Made>>()
  useEffect(() => {
    load()
      .then((data) => setRead({ key, data, error: null }))
      .catch((error: unknown) => setRead({ key, data: undefined, error }))
  }, [key, load])
  const refetch = (): void => location.reload()
  return { ...(read?.key === key ? read : WAITING), refetch }
}

/** `make` is the same function at every call. */
export function useDocument<Made>(path: string, make: (content: unknown) => Made) {
  const load = useCallback(() => readOnce(path).then(make), [path, make])
  return useLoaded(path, load)
}
