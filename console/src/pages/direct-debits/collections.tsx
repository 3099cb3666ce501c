// The direct debits that moved money, or were refused: from the viewer's accounts and to them.
import { useState } from 'react'
import { icon } from '../../design/icons.tsx'
import { railPaymentList } from '../../../../sdk/client/operations.ts'
import type { RailDirection, RailPayment } from '../../../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Inbox = icon('inbox')

const DIRECTIONS: Readonly<Record<RailDirection, string>> = {
  outgoing: 'From your accounts',
  incoming: 'To your accounts',
}

export function CollectionsCard() {
  const [direction, setDirection] = useState<RailDirection>('outgoing')
  const [page, setPage] = useState(1)
  const read = useRead('collections', railPaymentList, {
    rail: 'sepa_direct_debit',
    direction,
    page,
    per_page: 10,
  })
  const accounts = useAccounts()
  return (
    <Card
      title="Collections"
      isFlush
      action={
        <Segments
          label="Direction"
          choices={DIRECTIONS}
          chosen={direction}
          onChoose={(next) => {
            setDirection(next)
            setPage(1)
          }}
        />
      }
    >
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Inbox} title="Nothing was collected yet" />
          ) : (
            <>
              <Table
                label="Collections"
                rows={data}
                keyOf={({ payment_id }) => payment_id}
                columns={columns((uuid) => nameOfAccount(accounts.data, uuid))}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const columns = (nameOf: (account: string) => string): readonly Column<RailPayment>[] => [
  {
    name: 'Counterparty',
    isSilent: true,
    show: ({ counterparty, memo, end_to_end_id }) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">
          {counterparty.name ?? counterparty.iban ?? 'Unknown'}
        </span>
        <span className="block text-sm text-soft wrap-anywhere">{memo ?? end_to_end_id}</span>
      </span>
    ),
  },
  { name: 'Account', show: ({ account_uuid }) => nameOf(account_uuid) },
  {
    name: 'When',
    show: ({ completed_at, created_at }) => <When at={completed_at ?? created_at} isDay />,
  },
  {
    name: 'Status',
    show: ({ status, reason }) => (
      <span className="grid max-w-64 gap-1 max-sm:justify-items-end max-sm:text-right">
        <span>
          <Badge word={status} />
        </span>
        {reason !== null && <span className="text-sm text-soft wrap-anywhere">{reason}</span>}
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, currency, direction }) => (
      <Money amount={direction === 'outgoing' ? `-${amount}` : amount} code={currency} isChange />
    ),
  },
]
