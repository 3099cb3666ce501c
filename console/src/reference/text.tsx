// Words of the document: its only mark-up is code between backticks and empty lines between paragraphs.
import { Fragment } from 'react'
import { classes } from '../design/classes.ts'

export function Prose({ text, className }: { readonly text: string; readonly className?: string }) {
  return text.split('\n\n').map((paragraph, index) => (
    <p key={index} className={className}>
      <Inline text={paragraph} />
    </p>
  ))
}

export function Inline({ text }: { readonly text: string }) {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 0 ? <Fragment key={index}>{part}</Fragment> : <Mono key={index}>{part}</Mono>,
    )
}

export function Mono({ children }: { readonly children: string }) {
  return (
    <code className="rounded bg-sunk px-1 font-mono text-[0.85em] break-words">{children}</code>
  )
}

const TONES: Readonly<Record<string, string>> = {
  GET: 'text-accent bg-accent-bg',
  POST: 'text-good bg-good-bg',
  PUT: 'text-gold bg-gold-bg',
  PATCH: 'text-gold bg-gold-bg',
  DELETE: 'text-bad bg-bad-bg',
}

export function Method({ name, isSmall }: { readonly name: string; readonly isSmall?: boolean }) {
  return (
    <span
      className={classes(
        'inline-block shrink-0 rounded text-center font-mono font-semibold',
        isSmall === true ? 'w-11 py-px text-[0.65rem]' : 'px-2 py-0.5 text-xs',
        TONES[name],
      )}
    >
      {name === 'DELETE' && isSmall === true ? 'DEL' : name}
    </span>
  )
}

export function statusTone(status: number): 'good' | 'accent' | 'gold' | 'bad' {
  if (status < 300) return 'good'
  if (status < 400) return 'accent'
  return status < 500 ? 'gold' : 'bad'
}
