// Disputing a payment from its page, and the disputes that it has.
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { disputeList, disputeOpen } from '../../../../sdk/client/operations.ts'
import type { DisputeReason, Payment } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { AmountInput, Form, Select, TextArea } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { When } from '../../design/time.tsx'
import { AFTER_DISPUTE, DISPUTES, REASONS, TONES } from '../disputes/words.ts'

const Gavel = icon('gavel')

interface PaymentProps {
  readonly payment: Payment
}

export function DisputeButton({ payment }: PaymentProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        <Gavel aria-hidden />
        Dispute
      </Button>
      <Dialog title="Dispute this payment" isOpen={isOpen} onClose={() => setOpen(false)}>
        <DisputeForm payment={payment} />
      </Dialog>
    </>
  )
}

const isReason = (text: string): text is DisputeReason => Object.hasOwn(REASONS, text)

function DisputeForm({ payment }: PaymentProps) {
  const [reason, setReason] = useState<DisputeReason>('unauthorised')
  const open = useWrite(disputeOpen, AFTER_DISPUTE)
  const navigate = useNavigate()
  const { uuid, to, entries } = payment
  const [{ amount: paid, asset_code }] = entries as [Payment['entries'][number]]
  return (
    <Form
      submit="Open the dispute"
      onSubmit={async ({ description = '', amount = '' }) => {
        const text = description.replaceAll(/\s+/g, ' ')
        const { data } = await open.mutateAsync({
          payment_uuid: uuid,
          reason,
          ...(text !== '' && { description: text }),
          ...(amount !== '' && { amount }),
        })
        await navigate({ to: '/disputes/$id', params: { id: data.uuid } })
      }}
    >
      <Facts
        rows={[
          ['Paid', <Money key="paid" amount={paid} code={asset_code} />],
          ['To', to.name ?? 'A customer'],
        ]}
      />
      <Select
        label="What is wrong?"
        name="reason"
        value={reason}
        onChange={({ target }) => isReason(target.value) && setReason(target.value)}
      >
        {Object.entries(REASONS).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      {reason === 'wrong_amount' && (
        <AmountInput
          label="Amount to get back"
          name="amount"
          code={asset_code}
          required
          hint="The part that should not have been paid."
        />
      )}
      <TextArea
        label="What happened?"
        name="description"
        rows={3}
        maxLength={1000}
        required={reason === 'other'}
        hint="Only the bank reads this."
      />
      <p className="text-sm text-soft">
        An operator looks into it and decides. The money stays where it is until then. If someone
        else uses your account, change your password, too.
      </p>
    </Form>
  )
}

/** Nothing is shown of a payment without a dispute, nor while that is not known. */
export function DisputesCard({ payment }: PaymentProps) {
  const read = useRead(DISPUTES, disputeList, { payment_uuid: payment.uuid, per_page: 10 })
  const disputes = read.data?.data ?? []
  if (disputes.length === 0) return null
  return (
    <Card title="Disputes">
      <ul className="grid gap-2">
        {disputes.map(({ uuid, status, reason, amount, asset_code, created_at }) => (
          <li key={uuid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span>
              <Link
                to="/disputes/$id"
                params={{ id: uuid }}
                className="font-medium text-accent hover:underline"
              >
                {REASONS[reason]}
              </Link>
              , <Money amount={amount} code={asset_code} />, <When at={created_at} />
            </span>
            <Badge word={status} tone={TONES[status]} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
