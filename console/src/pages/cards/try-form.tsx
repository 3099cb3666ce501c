// Pays at a shop with a simulated card, to see how a payment is authorized or why it is declined.
import { cardPaymentAuthorize } from '../../../../sdk/client/operations.ts'
import type { IssuedCard } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { AmountInput, Form, Input } from '../../design/form.tsx'
import { toast } from '../../design/toast.tsx'

interface TryFormProps {
  readonly card: IssuedCard
  readonly onDone: () => void
}

export function TryForm({ card, onDone }: TryFormProps) {
  const pay = useWrite(cardPaymentAuthorize, ['issued-cards', 'balances', 'transactions'])
  return (
    <Form
      submit="Pay"
      onSubmit={async ({ amount = '', merchant = '' }) => {
        const { data } = await pay.mutateAsync({ id: card.id, amount, merchant })
        // The list shows a decline with its reason.
        if (data.status === 'authorized') toast(`Authorized: ${merchant} can capture it.`)
        onDone()
      }}
    >
      <p className="text-sm text-soft">
        No network is behind this card. Here you are the shop: the payment is authorized as one at a
        till would be, and you then capture, reverse or refund it in the list.
      </p>
      <Input label="Shop" name="merchant" required maxLength={100} />
      <AmountInput label="Amount" name="amount" required code={card.currency} />
    </Form>
  )
}
