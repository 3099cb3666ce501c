// A text field of a filter: what is typed takes effect once the user pauses.
import { useEffect, useRef, useState } from 'react'
import { Input } from './design/form.tsx'
import { useSettled } from './settled.ts'

interface SettledInputProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onSettle: (text: string) => void
  readonly type?: 'search' | 'text'
  readonly inputMode?: 'decimal'
  readonly placeholder?: string
}

export function SettledInput({ value, onSettle, type = 'search', ...props }: SettledInputProps) {
  const [text, setText] = useState(value)
  const settled = useSettled(text.trim())
  const written = useRef(value)
  // Only what is typed takes effect.
  useEffect(() => {
    if (settled === written.current) return
    written.current = settled
    onSettle(settled)
  }, [settled])
  // A link or Back changes the filter, and the field follows.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setText(value)
  }, [value])
  return (
    <Input
      {...props}
      type={type}
      autoComplete="off"
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
