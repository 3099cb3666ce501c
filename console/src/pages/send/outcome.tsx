// The third step: the outcome of the payment, polled until it is final.
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { transferGet } from '../../../../sdk/client/operations.ts'
import type { P2pTransfer } from '../../../../sdk/client/types.ts'
import { reading } from '../../bank.ts'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Result } from '../../design/result.tsx'
import { Show } from '../../design/state.tsx'
import { refreshAfter } from '../../live.ts'
import { EmailOutcome } from './email-outcome.tsx'

refreshAfter('transfer', ['transfer'])

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
          <EmailOutcome sent={sent.transfer} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {sent.kind === 'account' ? (
          <Link
            to="/payments/$id"
            params={{ id: sent.uuid }}
            className={buttonStyle({ look: 'plain' })}
          >
            See the payment
          </Link>
        ) : (
          <Link to="/history" className={buttonStyle({ look: 'plain' })}>
            See the history
          </Link>
        )}
        <Button onClick={onAgain}>Send another</Button>
      </div>
    </Card>
  )
}

const TITLES = { pending: 'Pending', completed: 'Sent', failed: 'Not sent' } as const

function Followed({ uuid }: { readonly uuid: string }) {
  const read = useQuery({
    ...reading('transfer', transferGet, { uuid }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'pending' ? ASK_AGAIN_MS : false),
  })
  return (
    <Show read={read}>
      {({ data }) => (
        <Result
          state={data.status}
          title={TITLES[data.status]}
          amount={data.amount}
          code={data.asset_code}
        >
          {data.status === 'pending' && 'The money is reserved; the payment is pending.'}
          {data.status === 'completed' &&
            (data.to_name === null ? 'The money has arrived.' : `${data.to_name} has the money.`)}
          {data.status === 'failed' &&
            `Nothing was taken: ${data.failure_reason ?? 'the bank rejected it'}.`}
        </Result>
      )}
    </Show>
  )
}
