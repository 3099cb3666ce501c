// Debounces typed text, so that not every letter is a call.
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
