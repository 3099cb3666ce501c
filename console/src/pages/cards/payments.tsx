// The payments of one card, the newest first, with why some were declined. Those of a simulated card can be captured,
// reversed and refunded here.
import { useState } from 'react'
import {
  cardPaymentCapture,
  cardPaymentList,
  cardPaymentRefund,
  cardPaymentReverse,
} from '../../../../sdk/client/operations.ts'
import type { CardPayment, IssuedCard } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge, type Tone } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'

const PER_PAGE = 10
const CHANGES = ['issued-cards', 'balances', 'transactions'] as const

const TONES: Readonly<Record<CardPayment['status'], Tone>> = {
  authorized: 'gold',
  captured: 'good',
  declined: 'bad',
  reversed: 'plain',
  refunded: 'plain',
}

const columns: readonly Column<CardPayment>[] = [
  {
    name: 'Shop',
    isSilent: true,
    show: ({ merchant, created_at }) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{merchant}</span>
        <span className="block text-sm text-soft">
          <When at={created_at} />
        </span>
      </span>
    ),
  },
  {
    name: 'Outcome',
    show: ({ status, reason }) => (
      <span>
        <Badge word={status} tone={TONES[status]} />
        {reason !== null && <span className="block text-sm text-soft">{reason}</span>}
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, currency }) => <Money amount={amount} code={currency} isExact />,
  },
]

export function Payments({ card }: { readonly card: IssuedCard }) {
  const [page, setPage] = useState(1)
  const read = useRead('issued-cards', cardPaymentList, { id: card.id, page, per_page: PER_PAGE })
  const shop: Column<CardPayment> = {
    name: 'As the shop',
    isRight: true,
    show: (payment) => <ShopSteps payment={payment} />,
  }
  return (
    <Show read={read}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className="px-5 pb-5 text-soft">Nothing was paid with this card.</p>
        ) : (
          <>
            <Table
              label="Payments by card"
              rows={data}
              keyOf={({ id }) => id}
              columns={card.simulated ? [...columns, shop] : columns}
            />
            <Pager meta={meta} onPage={setPage} />
          </>
        )
      }
    </Show>
  )
}

function ShopSteps({ payment: { id, status, merchant } }: { readonly payment: CardPayment }) {
  const capture = useWrite(cardPaymentCapture, CHANGES)
  const reverse = useWrite(cardPaymentReverse, CHANGES)
  const refund = useWrite(cardPaymentRefund, CHANGES)
  const steps =
    status === 'authorized'
      ? ([
          ['Capture', capture, 'The payment is captured.'],
          ['Reverse', reverse, 'The payment is reversed.'],
        ] as const)
      : status === 'captured'
        ? ([['Refund', refund, 'The payment is refunded.']] as const)
        : []
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {steps.map(([word, step, done]) => (
        <Button
          key={word}
          look="plain"
          size="small"
          isWaiting={step.isPending}
          onClick={() => step.mutate({ id }, { onSuccess: () => toast(done) })}
        >
          {word}
          <span className="sr-only"> {merchant}</span>
        </Button>
      ))}
    </span>
  )
}
