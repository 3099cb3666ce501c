// What the ledger does not know of a payment: how a payment over a rail or to an e-mail address stands, and cancelling it
// while that is possible.
import { type ReactNode, useState } from 'react'
import {
  p2pTransferGet,
  railPaymentCancel,
  railPaymentGet,
} from '../../../../sdk/client/operations.ts'
import type { P2pTransfer, Payment, RailPayment } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { refreshAfter } from '../../live.ts'
import { CancelReview, WAITING } from '../send/waiting.tsx'

const RAILS = 'rail_payments'
refreshAfter('rail_payment', [RAILS, 'transactions'])

export function SourceCard({ payment }: { readonly payment: Payment }) {
  const { rail_payment, p2p_transfer } = payment.metadata
  // Operators see the money here, and the rest where it is kept.
  if (!payment.from.is_own && !payment.to.is_own) return null
  if (typeof rail_payment === 'string') return <Rail id={rail_payment} />
  // A payment to a user is complete at once.
  if (typeof p2p_transfer === 'string' && payment.to.account_uuid === null)
    return <ToEmail id={p2p_transfer} />
  return null
}

function Rail({ id }: { readonly id: string }) {
  const read = useRead(RAILS, railPaymentGet, { id })
  return <Show read={read}>{({ data }) => <RailCard payment={data} />}</Show>
}

function RailCard({ payment }: { readonly payment: RailPayment }) {
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useWrite(railPaymentCancel, [RAILS, 'transactions', 'balances'])
  const { status, rail, counterparty, reason, completed_at, submitted_at } = payment
  const account = counterparty.iban ?? counterparty.account_number
  return (
    <CancellableCard
      title="Bank transfer"
      isPending={status === 'pending'}
      onCancel={() => setCancelling(true)}
    >
      <Facts
        rows={[
          ['State', <Badge key="state" word={status} />],
          ['Rail', rail.replaceAll('_', ' ').toUpperCase()],
          ['Counterparty', counterparty.name ?? account ?? 'unknown'],
          ...(account === null ? [] : [['Account', account] as const]),
          [
            'Sent to the network',
            submitted_at === null && payment.scheduled_for !== null ? (
              <span key="sent">
                on <When at={payment.scheduled_for} />
              </span>
            ) : (
              <When key="sent" at={submitted_at} />
            ),
          ],
          completed_at === null
            ? ['Expected', <When key="expected" at={payment.estimated_settlement} />]
            : ['Settled', <When key="settled" at={completed_at} hasSeconds />],
          ['Id in the network', <span key="id">{payment.external_id}</span>],
          ...(reason === null ? [] : [['Reason', reason] as const]),
        ]}
      />
      <Review
        title="Cancel this payment?"
        of={isCancelling ? payment : undefined}
        facts={({ amount, fee, currency }) => [
          ['Amount', <Money key="amount" amount={amount} code={currency} />],
          ['Fee', <Money key="fee" amount={fee} code={currency} />],
          ['Counterparty', counterparty.name ?? account ?? 'unknown'],
        ]}
        effect="It was not sent to the network yet. The amount and the fee go back to your account."
        submit="Cancel the payment"
        keep="Keep it"
        done="The payment is cancelled. The money is back on your account."
        onConfirm={({ payment_id }) => cancel.mutateAsync({ id: payment_id })}
        onClose={() => setCancelling(false)}
      />
    </CancellableCard>
  )
}

function ToEmail({ id }: { readonly id: string }) {
  const read = useRead(WAITING, p2pTransferGet, { id })
  return <Show read={read}>{({ data }) => <ToEmailCard transfer={data} />}</Show>
}

const STATES = {
  pending: 'Waiting to be collected',
  completed: 'Collected',
  cancelled: 'Cancelled; the money is back on your account',
  returned: 'Not collected in time; the money is back on your account',
} as const

function ToEmailCard({ transfer }: { readonly transfer: P2pTransfer }) {
  const [isCancelling, setCancelling] = useState(false)
  const { status, to_user, expires_at } = transfer
  return (
    <CancellableCard
      title="To an e-mail address"
      isPending={status === 'pending'}
      onCancel={() => setCancelling(true)}
    >
      <Facts
        rows={[
          ['State', STATES[status]],
          ['To', to_user],
          ...(status === 'pending'
            ? [['Can be collected until', <When key="until" at={expires_at} />] as const]
            : []),
        ]}
      />
      <CancelReview
        transfer={isCancelling ? transfer : undefined}
        onClose={() => setCancelling(false)}
      />
    </CancellableCard>
  )
}

function CancellableCard({
  title,
  isPending,
  onCancel,
  children,
}: {
  readonly title: string
  readonly isPending: boolean
  readonly onCancel: () => void
  readonly children: ReactNode
}) {
  const button = (
    <Button look="danger" size="small" onClick={onCancel}>
      Cancel
    </Button>
  )
  return (
    <Card title={title} action={isPending && button}>
      {children}
    </Card>
  )
}
