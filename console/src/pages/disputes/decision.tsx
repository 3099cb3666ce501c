// How an operator decides a dispute: accepted with a refund, or rejected. Either is reviewed first, because it is final.
import { useState } from 'react'
import { disputeAccept, disputeReject } from '../../../../sdk/client/operations.ts'
import type { DisputeDetails } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { AmountInput, Form, Select, TextArea, type Values } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Segments } from '../../design/segments.tsx'
import { AFTER_DISPUTE } from './words.ts'

const KINDS = { accept: 'Accept', reject: 'Reject' } as const
type Kind = keyof typeof KINDS

interface Decision {
  readonly kind: Kind
  readonly from: 'receiver' | 'bank'
  readonly amount: string
  readonly reason: string
}

export function DecisionCard({ dispute }: { readonly dispute: DisputeDetails }) {
  const [kind, setKind] = useState<Kind>('accept')
  const [decision, setDecision] = useState<Decision>()
  const accept = useWrite(disputeAccept, AFTER_DISPUTE)
  const reject = useWrite(disputeReject, AFTER_DISPUTE)
  const { uuid: id, asset_code } = dispute
  const confirm = ({ from, amount, reason }: Decision): Promise<unknown> =>
    kind === 'reject'
      ? reject.mutateAsync({ id, reason })
      : accept.mutateAsync({ id, refund_from: from, amount, ...(reason !== '' && { reason }) })
  const review = async (values: Values): Promise<void> => setDecision(readDecision(kind, values))
  return (
    <Card title="Decision">
      <Form submit="Review the decision" onSubmit={review}>
        <div>
          <Segments label="Decision" choices={KINDS} chosen={kind} onChoose={setKind} />
        </div>
        {kind === 'accept' && <RefundFields dispute={dispute} />}
        <TextArea
          label="Reason, which the payer reads"
          name="reason"
          rows={3}
          maxLength={500}
          required={kind === 'reject'}
        />
      </Form>
      <Review
        title={kind === 'accept' ? 'Refund the payer?' : 'Reject this dispute?'}
        of={decision}
        facts={({ amount, from, reason }) => [
          ...(kind === 'accept'
            ? [
                ['Refund', <Money key="refund" amount={amount} code={asset_code} />] as const,
                ['Paid by', from === 'bank' ? 'The bank' : nameOf(dispute.receiver_name)] as const,
              ]
            : []),
          ['Payer', nameOf(dispute.payer_name)],
          ['Reason', reason === '' ? <span className="text-soft">none</span> : reason],
        ]}
        effect={effectOf(kind, decision)}
        submit={kind === 'accept' ? 'Refund' : 'Reject'}
        keep="Go back"
        done={kind === 'accept' ? 'The payer is refunded.' : 'The dispute is rejected.'}
        onConfirm={confirm}
        onClose={() => setDecision(undefined)}
      />
    </Card>
  )
}

const nameOf = (name: string | null): string => name ?? 'A customer'

const readDecision = (kind: Kind, { from, amount = '', reason = '' }: Values): Decision => ({
  kind,
  from: from === 'bank' ? 'bank' : 'receiver',
  amount,
  reason: reason.replaceAll(/\s+/g, ' '),
})

function effectOf(kind: Kind, decision: Decision | undefined): string {
  if (kind === 'reject') return 'No money moves. The decision is final, and the payer is told.'
  return decision?.from === 'bank'
    ? 'The bank bears the loss; the receiver keeps the money. The decision is final.'
    : 'The money is taken from the receiver, who is told. The decision is final.'
}

function RefundFields({ dispute }: { readonly dispute: DisputeDetails }) {
  const { asset_code } = dispute
  const { refundable, receiver_available } = dispute.case!
  const isCovered = Number(receiver_available) >= Number(refundable)
  return (
    <>
      <Select
        label="Refund from"
        name="from"
        defaultValue={isCovered ? 'receiver' : 'bank'}
        hint={
          isCovered
            ? 'The receiver has the money; the payment is reversed.'
            : 'The receiver does not have all of the money.'
        }
      >
        <option value="receiver">The receiver</option>
        <option value="bank">The bank</option>
      </Select>
      <AmountInput
        label="Amount"
        name="amount"
        required
        code={asset_code}
        defaultValue={refundable}
      />
    </>
  )
}
