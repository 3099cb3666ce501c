// Giving money back, or for operators reversing a payment: reviewed before it is done.
import { useNavigate } from '@tanstack/react-router'
import { transactionReverse } from '../../../../sdk/client/operations.ts'
import type { Payment } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'

interface ReversalProps {
  readonly payment: Payment
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ReversalDialog({ payment, isOpen, onClose }: ReversalProps) {
  return (
    <Dialog title="Give the money back" isOpen={isOpen} onClose={onClose}>
      <ReversalForm payment={payment} onDone={onClose} />
    </Dialog>
  )
}

function ReversalForm({
  payment,
  onDone,
}: {
  readonly payment: Payment
  readonly onDone: () => void
}) {
  const reverse = useWrite(transactionReverse, ['transactions', 'balances'])
  const navigate = useNavigate()
  const { from, to, entries, transaction_uuid } = payment
  const [{ amount, asset_code }] = entries as [Payment['entries'][number]]
  return (
    <Form
      submit="Give back"
      look="danger"
      onSubmit={async ({ reason = '' }) => {
        const { data } = await reverse.mutateAsync({ transaction_id: transaction_uuid, reason })
        onDone()
        await navigate({
          to: '/payments/$id',
          params: { id: data.reversal_id.replace(/^rev_/, '') },
        })
      }}
    >
      <Facts
        rows={[
          ['Amount', <Money key="amount" amount={amount} code={asset_code} />],
          ['Goes back to', from.name ?? 'The bank'],
          ['Is taken from', to.name ?? 'The bank'],
        ]}
      />
      <p className="text-sm text-soft">
        The whole amount goes back at once, and this cannot be undone. Fees are not returned.
      </p>
      <Input label="Reason, which both sides see" name="reason" required maxLength={500} />
    </Form>
  )
}
