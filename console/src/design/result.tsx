// How a payment ended, or that it has not ended yet.
import type { ReactNode } from 'react'
import { icon } from './icons.tsx'
import { Money } from './money.tsx'

const CircleCheck = icon('circle-check')
const CircleX = icon('circle-x')
const Clock = icon('clock')

interface ResultProps {
  readonly state: 'pending' | 'completed' | 'failed'
  readonly title: string
  readonly amount: string
  readonly code: string
  readonly children: ReactNode
}

const LOOKS = {
  pending: { Icon: Clock, tone: 'bg-gold-bg text-gold' },
  completed: { Icon: CircleCheck, tone: 'bg-good-bg text-good' },
  failed: { Icon: CircleX, tone: 'bg-bad-bg text-bad' },
} as const

export function Result({ state, title, amount, code, children }: ResultProps) {
  const { Icon, tone } = LOOKS[state]
  return (
    <div className="rise flex flex-col items-center gap-2 pt-4 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${tone}`}>
        <Icon className="size-7" aria-hidden />
      </span>
      <h2 className="text-xl font-semibold">{title}</h2>
      <Money amount={amount} code={code} isLarge />
      <p className="max-w-sm text-soft wrap-anywhere">{children}</p>
    </div>
  )
}
