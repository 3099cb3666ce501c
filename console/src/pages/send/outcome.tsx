// The third step: the outcome of the payment, polled until it is final.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useQuery } from '@tanstack/react-query'
import { transferGet } from '../../../../sdk/client/operations.ts'
import type { P2pTransfer } from '../../../../sdk/client/types.ts'
import { reading } from '../../bank.ts'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { refreshAfter } from '../../live.ts'

refreshAfter('transfer', ['transfer'])

const CircleCheck = icon('circle-check')
const CircleX = icon('circle-x')
const Clock = icon('clock')

export type Sent =
  | { readonly kind: 'account'; readonly uuid: string }
  | { readonly kind: 'email'; readonly transfer: P2pTransfer }

const ASK_AGAIN_MS = 1_000

export function Outcome({ sent, onAgain }: { readonly sent: Sent; readonly onAgain: () => void }) {
  return (
    <Card>
      <div aria-live="polite">
        {sent.kind === 'account' ? (
          <Followed uuid={sent.uuid} />
        ) : (
          <PersonalOutcome transfer={sent.transfer} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Link to="/history" className={buttonStyle({ look: 'plain' })}>
          See the history
        </Link>
        <Button onClick={onAgain}>Send another</Button>
      </div>
    </Card>
  )
}

function Followed({ uuid }: { readonly uuid: string }) {
  const read = useQuery({
    ...reading('transfer', transferGet, { uuid }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'pending' ? ASK_AGAIN_MS : false),
  })
  return (
    <Show read={read}>
      {({ data }) => (
        <Result state={data.status} amount={data.amount} code={data.asset_code}>
          {data.status === 'pending' && 'The money is reserved; the payment is pending.'}
          {data.status === 'completed' && 'The money has arrived.'}
          {data.status === 'failed' &&
            `Nothing was taken: ${data.failure_reason ?? 'the bank rejected it'}.`}
        </Result>
      )}
    </Show>
  )
}

function PersonalOutcome({ transfer }: { readonly transfer: P2pTransfer }) {
  const state =
    transfer.status === 'completed' || transfer.status === 'pending' ? transfer.status : 'failed'
  return (
    <Result state={state} amount={transfer.amount} code={transfer.currency}>
      {state === 'completed' && `${transfer.to_user} has the money.`}
      {state === 'pending' &&
        `${transfer.to_user} was notified by mail. The money is returned if it is not collected.`}
    </Result>
  )
}

interface ResultProps {
  readonly state: 'pending' | 'completed' | 'failed'
  readonly amount: string
  readonly code: string
  readonly children: React.ReactNode
}

const LOOKS = {
  pending: { Icon: Clock, title: 'Pending', tone: 'bg-gold-bg text-gold' },
  completed: { Icon: CircleCheck, title: 'Sent', tone: 'bg-good-bg text-good' },
  failed: { Icon: CircleX, title: 'Not sent', tone: 'bg-bad-bg text-bad' },
} as const

function Result({ state, amount, code, children }: ResultProps) {
  const { Icon, title, tone } = LOOKS[state]
  return (
    <div className="rise flex flex-col items-center gap-2 pt-4 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${tone}`}>
        <Icon className="size-7" aria-hidden />
      </span>
      <h2 className="text-xl font-semibold">{title}</h2>
      <Money amount={amount} code={code} isLarge />
      <p className="max-w-sm text-soft">{children}</p>
    </div>
  )
}
