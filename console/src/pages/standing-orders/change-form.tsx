// Changes the amount, the reference and the last day of a standing order.
import { standingOrderChange } from '../../../../sdk/client/operations.ts'
import type { StandingOrder } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { AmountInput, Form, Input } from '../../design/form.tsx'
import { toast } from '../../design/toast.tsx'
import { Day } from './frequency.tsx'

interface ChangeFormProps {
  readonly order: StandingOrder
  readonly onDone: () => void
}

export function ChangeForm({ order, onDone }: ChangeFormProps) {
  const change = useWrite(standingOrderChange, ['standing-orders'])
  return (
    <Form
      submit="Change it"
      onSubmit={async ({ amount = '', reference = '', last_on = '' }) => {
        await change.mutateAsync({
          uuid: order.uuid,
          amount,
          reference: reference === '' ? null : reference,
          last_on: last_on === '' ? null : last_on,
        })
        toast('The standing order is changed.')
        onDone()
      }}
    >
      <AmountInput
        label="Amount"
        name="amount"
        required
        code={order.asset_code}
        defaultValue={order.amount}
        hint={
          order.next_on === null ? undefined : (
            <>
              From the payment on <Day day={order.next_on} />.
            </>
          )
        }
      />
      <Input
        label="Message (optional)"
        name="reference"
        maxLength={140}
        defaultValue={order.reference ?? ''}
      />
      <Input
        label="Last day (optional)"
        name="last_on"
        type="date"
        min={order.next_on ?? undefined}
        defaultValue={order.last_on ?? ''}
      />
    </Form>
  )
}
