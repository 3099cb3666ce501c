// One dispute: what it is about, what was written, and what the viewer can do. The same page serves both parties and
// operators; the bank says by `actions` what is possible now.
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { disputeGet, disputeWithdraw } from '../../../../sdk/client/operations.ts'
import type { DisputeDetails } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { Conversation } from './conversation.tsx'
import { DecisionCard } from './decision.tsx'
import { Deadline } from './list.tsx'
import { AFTER_DISPUTE, DISPUTES, isDecidable, REASONS, TONES } from './words.ts'

interface DetailProps {
  readonly dispute: DisputeDetails
}

export function Detail() {
  const { id = '' } = useParams({ strict: false })
  const read = useRead(DISPUTES, disputeGet, { id })
  return <Show read={read}>{({ data }) => <Content key={data.uuid} dispute={data} />}</Show>
}

function Content({ dispute }: DetailProps) {
  const { role, status, created_at, actions } = dispute
  const isOperator = role === 'operator'
  return (
    <>
      <p className="mb-2 text-sm">
        <Link
          to={isOperator ? '/dispute-queue' : '/disputes'}
          className="text-soft hover:text-ink hover:underline"
        >
          ← {isOperator ? 'Dispute queue' : 'Disputes'}
        </Link>
      </p>
      <PageHead
        title={titleOf(dispute)}
        hint={
          <span className="flex flex-wrap items-center gap-2">
            <Badge word={status} tone={TONES[status]} />
            {REASONS[dispute.reason]}, opened <When at={created_at} />
          </span>
        }
        action={actions.includes('withdraw') && <Withdraw dispute={dispute} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <NextStep dispute={dispute} />
          {isOperator ? (
            <>
              <Conversation dispute={dispute} thread="payer" />
              <Conversation dispute={dispute} thread="receiver" />
            </>
          ) : (
            <Conversation dispute={dispute} thread={role} />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FactsCard dispute={dispute} />
          {dispute.case !== null && <CaseCard dispute={dispute} />}
          {actions.includes('accept') && <DecisionCard dispute={dispute} />}
        </div>
      </div>
    </>
  )
}

const titleOf = ({ role, payer_name, receiver_name }: DisputeDetails): string => {
  const [payer, receiver] = [payer_name ?? 'a customer', receiver_name ?? 'a customer']
  if (role === 'operator') return `Dispute of ${payer}`
  return `Dispute with ${role === 'payer' ? receiver : payer}`
}

/** Where the dispute stands, in a sentence that says who has to do what. */
function NextStep({ dispute }: DetailProps) {
  const { status, role, answer_by, decide_by, decision_reason, refund, asset_code } = dispute
  const isPayer = role === 'payer'
  return (
    <Card>
      {status === 'open' && (
        <p>
          {role === 'operator' ? 'Decide it' : 'The bank looks into it and decides'} by{' '}
          <When at={decide_by} isDay />. The money stays where it is until then.
        </p>
      )}
      {status === 'awaiting_payer' && (
        <p>
          {isPayer ? 'The bank has asked you a question. Answer it' : 'The payer has to answer'} by{' '}
          <When at={answer_by} isDay />
          {isPayer && ', or the dispute ends'}.
        </p>
      )}
      {refund !== null && (
        <p>
          <Money amount={refund.amount} code={asset_code} /> went back to{' '}
          {isPayer ? 'your account' : 'the payer'}
          {refund.from === 'receiver'
            ? ' out of the account that received the payment. '
            : ', paid by the bank. '}
          {(role !== 'receiver' || refund.from === 'receiver') && (
            <Link
              to="/payments/$id"
              params={{ id: refund.payment_uuid }}
              className="text-accent underline underline-offset-2"
            >
              Open the refund
            </Link>
          )}
        </p>
      )}
      {status === 'rejected' && <p>The bank rejected the dispute. No money moved.</p>}
      {status === 'withdrawn' && <p>The payer withdrew the dispute. No money moved.</p>}
      {status === 'expired' && <p>The dispute ended because its question was not answered.</p>}
      {decision_reason !== null && (
        <p className="mt-2 wrap-anywhere">
          <span className="text-soft">Reason: </span>
          {decision_reason}
        </p>
      )}
    </Card>
  )
}

function FactsCard({ dispute }: DetailProps) {
  const { payer_name, receiver_name, amount, payment_amount, asset_code, paid_at } = dispute
  return (
    <Card title="Payment">
      <Facts
        rows={[
          ['Disputed', <Money key="amount" amount={amount} code={asset_code} />],
          ['Of', <Money key="of" amount={payment_amount} code={asset_code} />],
          ['From', payer_name ?? 'A customer'],
          ['To', receiver_name ?? 'A customer'],
          ['Paid', <When key="paid" at={paid_at} />],
          ...(isDecidable(dispute)
            ? [['Decision by', <Deadline key="by" dispute={dispute} />] as const]
            : []),
          [
            'Payment',
            <Link
              key="payment"
              to="/payments/$id"
              params={{ id: dispute.payment_uuid }}
              className="font-mono text-sm text-accent hover:underline"
            >
              {shorten(dispute.payment_uuid)}
            </Link>,
          ],
        ]}
      />
      {dispute.description !== null && (
        <blockquote className="mt-4 border-l-2 border-edge pl-3 text-sm wrap-anywhere">
          {dispute.description}
        </blockquote>
      )}
    </Card>
  )
}

/** What an operator decides by. */
function CaseCard({ dispute }: DetailProps) {
  const known = dispute.case!
  const money = (amount: string) => <Money amount={amount} code={dispute.asset_code} />
  const person = (uuid: string) => (
    <Link to="/people/$id" params={{ id: uuid }} className="text-accent hover:underline">
      Open
    </Link>
  )
  return (
    <Card title="Case">
      <Facts
        rows={[
          ['Can be refunded', money(known.refundable)],
          ['Receiver has available', money(known.receiver_available)],
          ['Receiver was told', known.receiver_knows ? 'Yes' : 'No'],
          ['Other disputes of the payer', known.earlier_disputes],
          ['Payer', person(known.payer_uuid)],
          ['Receiver', person(known.receiver_uuid)],
        ]}
      />
    </Card>
  )
}

function Withdraw({ dispute }: DetailProps) {
  const [isOpen, setOpen] = useState(false)
  const withdraw = useWrite(disputeWithdraw, AFTER_DISPUTE)
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Review
        title="Withdraw this dispute?"
        of={isOpen ? dispute : undefined}
        facts={({ amount, asset_code, receiver_name }) => [
          ['Disputed', <Money key="amount" amount={amount} code={asset_code} />],
          ['Paid to', receiver_name ?? 'A customer'],
        ]}
        effect="The bank stops looking into it, and no money moves. You can dispute the payment again while its period lasts."
        submit="Withdraw the dispute"
        keep="Keep it"
        done="The dispute is withdrawn."
        onConfirm={({ uuid }) => withdraw.mutateAsync({ id: uuid })}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
