// Reads a document of the bank once; pages that need it wait for the same reading.
import { useEffect, useState } from 'react'

const readings = new Map<string, Promise<unknown>>()

async function read(path: string): Promise<unknown> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response.json()
}

function readOnce(path: string): Promise<unknown> {
  const known = readings.get(path) ?? read(path)
  readings.set(path, known)
  return known
}

/** `make` is the same function at every call. */
export function useDocument<Made>(path: string, make: (content: unknown) => Made) {
  const [made, setMade] = useState<Made>()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    readOnce(path)
      .then((content) => setMade(() => make(content)))
      .catch(setError)
  }, [path, make])
  const refetch = (): void => location.reload()
  return { data: made, error, refetch }
}
