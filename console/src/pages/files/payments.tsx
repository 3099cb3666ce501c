// The payments of a file, and why some were rejected.
import { useState } from 'react'
import { paymentFilePayments } from '../../../../sdk/client/operations.ts'
import type { FilePayment, PaymentFile } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'

export function PaymentsOfFile({ file }: { readonly file: PaymentFile }) {
  const [page, setPage] = useState(1)
  const read = useRead('payment-files', paymentFilePayments, { id: file.id, page, per_page: 20 })
  return (
    <Show read={read}>
      {({ data, meta }) => (
        <>
          <PaymentList payments={data} />
          <Pager meta={meta} onPage={setPage} />
        </>
      )}
    </Show>
  )
}

/** Each payment with its state; rejected ones have a reason. */
export function PaymentList({ payments }: { readonly payments: readonly FilePayment[] }) {
  return (
    <ul aria-label="Payments" className="grid">
      {payments.map((payment) => (
        <li
          key={payment.id}
          className="grid min-w-0 gap-0.5 border-b border-line py-2.5 last:border-0"
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-medium break-words">
              {payment.creditor_name ?? payment.creditor_account}
            </span>
            <Money amount={payment.amount} code={payment.currency} />
          </p>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-soft">
            <span className="min-w-0 break-all">
              Line {payment.line}, {payment.end_to_end_id}
            </span>
            <Badge
              word={payment.status}
              tone={
                payment.status === 'settled'
                  ? 'good'
                  : payment.status === 'rejected'
                    ? 'bad'
                    : 'gold'
              }
            />
          </p>
          {payment.reason !== null && (
            <p className="text-sm text-bad">
              {payment.reason_code !== null && `${payment.reason_code}: `}
              {payment.reason}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
