// The viewer's payments to e-mail addresses that were not collected yet, each of which can be cancelled.
import { useState } from 'react'
import { p2pTransferCancel, p2pTransferList } from '../../../../sdk/client/operations.ts'
import type { P2pTransfer } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
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
  const [cancelled, setCancelled] = useState<P2pTransfer>()
  const close = (): void => setChosen(undefined)
  return (
    <div className="mt-5 grid gap-5">
      {cancelled && (
        <p role="status" className="rise rounded-lg bg-good-bg px-4 py-3 text-good wrap-anywhere">
          The payment to {cancelled.to_user} is cancelled.{' '}
          <Money amount={cancelled.amount} code={cancelled.currency} /> is back on your account.
        </p>
      )}
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
      <Dialog title="Cancel this payment?" isOpen={chosen !== undefined} onClose={close}>
        {chosen && (
          <CancelForm
            transfer={chosen}
            onKeep={close}
            onDone={() => {
              setCancelled(chosen)
              close()
            }}
          />
        )}
      </Dialog>
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

interface CancelFormProps {
  readonly transfer: P2pTransfer
  readonly onKeep: () => void
  readonly onDone: () => void
}

export function CancelForm({ transfer, onKeep, onDone }: CancelFormProps) {
  const cancel = useWrite(p2pTransferCancel, [WAITING, 'balances', 'transactions'])
  const { transfer_id, to_user, amount, currency, fee, note, created_at } = transfer
  return (
    <>
      <Facts
        rows={[
          ['Amount', <Money key="amount" amount={amount} code={currency} />],
          ...(isZero(fee)
            ? []
            : [['Fee', <Money key="fee" amount={fee} code={currency} />] as const]),
          ['To', to_user],
          ...(note === null ? [] : [['Message', note] as const]),
          ['Sent', <When key="sent" at={created_at} />],
        ]}
      />
      <p className="mt-3 text-soft">
        The money goes back to your account{isZero(fee) ? '' : ' with the fee'}, and the link in the
        mail stops working.
      </p>
      <Form
        className="mt-5"
        submit="Cancel the payment"
        look="danger"
        onSubmit={async () => {
          await cancel.mutateAsync({ id: transfer_id })
          onDone()
        }}
        other={
          <Button look="plain" onClick={onKeep}>
            Keep it
          </Button>
        }
      />
    </>
  )
}
