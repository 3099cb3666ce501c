// Changes the name and the limits of a card.
import { issuedCardUpdate } from '../../../../sdk/client/operations.ts'
import type { IssuedCard } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { AmountInput, Form, Input } from '../../design/form.tsx'
import { toast } from '../../design/toast.tsx'

const LIMITS = [
  ['payment_limit', 'At most per payment'],
  ['daily_limit', 'At most per day'],
  ['monthly_limit', 'At most per month'],
] as const

interface LimitsFormProps {
  readonly card: IssuedCard
  readonly onDone: () => void
}

export function LimitsForm({ card, onDone }: LimitsFormProps) {
  const change = useWrite(issuedCardUpdate, ['issued-cards'])
  return (
    <Form
      submit="Save"
      onSubmit={async ({ label = '', ...values }) => {
        await change.mutateAsync({
          id: card.id,
          label: label === '' ? null : label,
          payment_limit: values['payment_limit'] ?? card.payment_limit,
          daily_limit: values['daily_limit'] ?? card.daily_limit,
          monthly_limit: values['monthly_limit'] ?? card.monthly_limit,
        })
        toast('The card is changed.')
        onDone()
      }}
    >
      {LIMITS.map(([name, label]) => (
        <AmountInput
          key={name}
          label={label}
          name={name}
          required
          code={card.currency}
          defaultValue={card[name]}
        />
      ))}
      <Input
        label="Name of the card (optional)"
        name="label"
        maxLength={50}
        defaultValue={card.label ?? ''}
      />
    </Form>
  )
}
