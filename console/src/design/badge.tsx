// One word about the state of a thing. The colour only underlines what the word says.
import { cva } from 'class-variance-authority'

const style = cva(
  'inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        plain: 'bg-sunk text-soft',
        good: 'bg-good-bg text-good',
        bad: 'bg-bad-bg text-bad',
        gold: 'bg-gold-bg text-gold',
        accent: 'bg-accent-bg text-accent',
      },
    },
  },
)

export type Tone = 'plain' | 'good' | 'bad' | 'gold' | 'accent'

/** The tone of each state of the bank's life cycles; the others are plain. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  completed: 'good',
  confirmed: 'good',
  delivered: 'good',
  filled: 'good',
  implemented: 'good',
  valid: 'good',
  pending: 'gold',
  open: 'accent',
  partially_filled: 'accent',
  received: 'gold',
  submitted: 'gold',
  frozen: 'gold',
  paused: 'gold',
  failed: 'bad',
  rejected: 'bad',
  blocked: 'bad',
}

export function Badge({ word, tone }: { readonly word: string; readonly tone?: Tone }) {
  const shown = word.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return (
    <span className={style({ tone: tone ?? TONES[word] ?? 'plain' })}>
      {shown.charAt(0).toUpperCase() + shown.slice(1).toLowerCase()}
    </span>
  )
}
