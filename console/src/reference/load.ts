// Reads a document of the bank once; pages that need it wait for the same reading.
import { useEffect, useState } from 'react'

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
  readonly path: string
  readonly data: Made | undefined
  readonly error: unknown
}

const WAITING = { data: undefined, error: null }

/** `make` is the same function at every call. What was read before is not shown for another path. */
export function useDocument<Made>(path: string, make: (content: unknown) => Made) {
  const [read, setRead] = useState<Read<Made>>()
  useEffect(() => {
    readOnce(path)
      .then((content) => setRead({ path, data: make(content), error: null }))
      .catch((error: unknown) => setRead({ path, data: undefined, error }))
  }, [path, make])
  const refetch = (): void => location.reload()
  return { ...(read?.path === path ? read : WAITING), refetch }
}
