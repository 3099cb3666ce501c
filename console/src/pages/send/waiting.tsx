// The viewer's payments to e-mail addresses that were not collected yet, each of which can be cancelled.
import { useState } from 'react'
import { p2pTransferCancel, p2pTransferList } from '../../../../sdk/client/operations.ts'
import type { P2pTransfer } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Problem } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { refreshAfter } from '../../live.ts'

/** The key of queries about payments to e-mail addresses. */
export const WAITING = 'waiting'

refreshAfter('p2p_transfer', [WAITING])

/** The bank lets no sender have more of them. */
const WAITING_MAX = 100

export function Waiting() {
  const { data, error, refetch } = useRead(WAITING, p2pTransferList, {
    direction: 'outgoing',
    status: 'pending',
    per_page: WAITING_MAX,
  })
  const [chosen, setChosen] = useState<P2pTransfer>()
  return (
    <div className="mt-5 grid gap-5">
      {data === undefined && error && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.data.length > 0 && (
        <Card title="Waiting to be collected" isFlush>
          <Table
            label="Waiting to be collected"
            columns={columns(setChosen)}
            rows={data.data}
            keyOf={({ transfer_id }) => transfer_id}
          />
        </Card>
      )}
      <CancelReview transfer={chosen} onClose={() => setChosen(undefined)} />
    </div>
  )
}

const columns = (onCancel: (transfer: P2pTransfer) => void): readonly Column<P2pTransfer>[] => [
  {
    name: 'To',
    show: ({ to_user }) => <span className="font-medium wrap-anywhere">{to_user}</span>,
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, currency }) => <Money amount={amount} code={currency} />,
  },
  { name: 'Until', show: ({ expires_at }) => <When at={expires_at} /> },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (transfer) => (
      <Button look="danger" size="small" onClick={() => onCancel(transfer)}>
        Cancel<span className="sr-only"> the payment to {transfer.to_user}</span>
      </Button>
    ),
  },
]

/** Asks before money to an e-mail address is taken back. */
export function CancelReview({
  transfer,
  onClose,
}: {
  readonly transfer: P2pTransfer | undefined
  readonly onClose: () => void
}) {
  const cancel = useWrite(p2pTransferCancel, [WAITING, 'balances', 'transactions'])
  return (
    <Review
      title="Cancel this payment?"
      of={transfer}
      facts={({ amount, currency, fee, to_user, note, created_at }) => [
        ['Amount', <Money key="amount" amount={amount} code={currency} />],
        ...(isZero(fee)
          ? []
          : [['Fee', <Money key="fee" amount={fee} code={currency} />] as const]),
        ['To', to_user],
        ...(note === null ? [] : [['Message', note] as const]),
        ['Sent', <When key="sent" at={created_at} />],
      ]}
      effect="The amount and the fee go back to your account, and the link in the mail stops working."
      submit="Cancel the payment"
      keep="Keep it"
      done="The payment is cancelled. The money is back on your account."
      onConfirm={({ transfer_id }) => cancel.mutateAsync({ id: transfer_id })}
      onClose={onClose}
    />
  )
}
