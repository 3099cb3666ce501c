// Text for machines: a block with a button that copies it, and secrets that the bank shows once.
import { useState } from 'react'
import { icon } from './icons.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { PRESS_KEYS, useCopy } from './copying.ts'
import { useHoldOpen } from './dialog.tsx'

const Check = icon('check')
const Copy = icon('copy')
const KeyRound = icon('key-round')

export function CopyButton({
  text,
  what,
  onCopied,
}: {
  readonly text: string
  readonly what: string
  readonly onCopied?: () => void
}) {
  const { done, copy } = useCopy(text, onCopied)
  return (
    <Button look="plain" size="small" onClick={(event) => void copy(event)} aria-live="polite">
      {done === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      {done === undefined ? 'Copy' : done === 'copied' ? 'Copied' : PRESS_KEYS}
      <span className="sr-only"> {what}</span>
    </Button>
  )
}

/** A block of code or JSON. It can be reached by the keyboard, because it may be scrolled. */
export function Code({
  text,
  label,
  canCopy = true,
}: {
  readonly text: string
  readonly label: string
  readonly canCopy?: boolean
}) {
  return (
    <div className="relative min-w-0">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        role="region"
        className={classes(
          'max-h-96 overflow-auto rounded-lg bg-sunk px-4 py-3 font-mono text-[0.8rem] leading-relaxed',
          canCopy && 'sm:pr-24',
        )}
      >
        <code>{text}</code>
      </pre>
      {canCopy && (
        <div className="max-sm:mt-2 sm:absolute sm:top-2 sm:right-2">
          <CopyButton text={text} what={label} />
        </div>
      )}
    </div>
  )
}

export const toJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** A secret that the bank does not show again. A dialog around it stays open until it was copied. */
export function Once({
  name,
  secret,
  onDone,
}: {
  readonly name: string
  readonly secret: string
  readonly onDone: () => void
}) {
  const [isCopied, setCopied] = useState(false)
  useHoldOpen(!isCopied)
  return (
    <div className="grid gap-4">
      <p className="flex gap-3 text-soft">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-gold" aria-hidden />
        The bank keeps only a hash or a sealed copy of it. Copy it now: it is not shown again.
      </p>
      <div className="flex flex-wrap items-center gap-2 rounded-lg bg-sunk p-3">
        <code aria-label={name} className="min-w-0 flex-1 font-mono text-sm break-all">
          {secret}
        </code>
        <CopyButton text={secret} what={name} onCopied={() => setCopied(true)} />
      </div>
      <Button onClick={onDone}>I have stored it</Button>
    </div>
  )
}
