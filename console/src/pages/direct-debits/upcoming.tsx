// What other customers of the bank are about to collect from the viewer.
import { icon } from '../../design/icons.tsx'
import { directDebitUpcoming } from '../../../../sdk/client/operations.ts'
import type { UpcomingCollection } from '../../../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { useState } from 'react'

const CalendarClock = icon('calendar-clock')

export function UpcomingCard() {
  const [page, setPage] = useState(1)
  const read = useRead('collections', directDebitUpcoming, { page, per_page: 10 })
  const accounts = useAccounts()
  return (
    <Card
      title="What comes next"
      hint="Collections that creditors of this bank have announced; other banks announce none"
      isFlush
    >
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={CalendarClock} title="No collection is announced" />
          ) : (
            <>
              <Table
                label="Announced collections"
                rows={data}
                keyOf={({ id }) => id}
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

const columns = (nameOf: (account: string) => string): readonly Column<UpcomingCollection>[] => [
  {
    name: 'Creditor',
    isSilent: true,
    show: ({ creditor_name, memo, mandate_id }) => (
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{creditor_name}</span>
        <span className="block text-sm text-soft wrap-anywhere">{memo ?? mandate_id}</span>
      </span>
    ),
  },
  { name: 'From', show: ({ account_uuid }) => nameOf(account_uuid) },
  { name: 'Expected', show: ({ expected_at }) => <When at={expected_at} isDay /> },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, currency }) => <Money amount={amount} code={currency} />,
  },
]
