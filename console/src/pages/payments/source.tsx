// What the ledger does not know of a payment: how a payment over a rail or to an e-mail address stands, and cancelling it
// while that is possible.
import { useState } from 'react'
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
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { refreshAfter } from '../../live.ts'
import { CancelForm, WAITING } from '../send/waiting.tsx'

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
  const { status, rail, counterparty, reason, completed_at, submitted_at } = payment
  const account = counterparty.iban ?? counterparty.account_number
  return (
    <Card
      title="Bank transfer"
      action={
        status === 'pending' && (
          <Button look="danger" size="small" onClick={() => setCancelling(true)}>
            Cancel
          </Button>
        )
      }
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
      <Dialog
        title="Cancel this payment?"
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
      >
        <RailCancelForm payment={payment} onDone={() => setCancelling(false)} />
      </Dialog>
    </Card>
  )
}

function RailCancelForm({
  payment,
  onDone,
}: {
  readonly payment: RailPayment
  readonly onDone: () => void
}) {
  const cancel = useWrite(railPaymentCancel, [RAILS, 'transactions', 'balances'])
  return (
    <Form
      submit="Cancel the payment"
      look="danger"
      onSubmit={async () => {
        await cancel.mutateAsync({ id: payment.payment_id })
        onDone()
      }}
      other={
        <Button look="plain" onClick={onDone}>
          Keep it
        </Button>
      }
    >
      <p className="text-soft">
        It was not sent to the network yet.{' '}
        <Money amount={payment.amount} code={payment.currency} /> and the fee of{' '}
        <Money amount={payment.fee} code={payment.currency} /> go back to your account.
      </p>
    </Form>
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
  const close = (): void => setCancelling(false)
  return (
    <Card
      title="To an e-mail address"
      action={
        status === 'pending' && (
          <Button look="danger" size="small" onClick={() => setCancelling(true)}>
            Cancel
          </Button>
        )
      }
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
      <Dialog title="Cancel this payment?" isOpen={isCancelling} onClose={close}>
        <CancelForm transfer={transfer} onKeep={close} onDone={close} />
      </Dialog>
    </Card>
  )
}
