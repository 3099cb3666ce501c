// The payments of one standing order, the newest first.
import { Link } from '@tanstack/react-router'
import { standingOrderPayments } from '../../../../sdk/client/operations.ts'
import type { StandingOrder } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { Table } from '../../design/table.tsx'
import { Day } from './frequency.tsx'

const SHOWN = 24

export function Payments({ order: { uuid, next_on } }: { readonly order: StandingOrder }) {
  const read = useRead('standing-orders', standingOrderPayments, { uuid, per_page: SHOWN })
  return (
    <Show read={read}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-soft">
            {next_on === null ? (
              'Nothing was paid.'
            ) : (
              <>
                The first payment is on <Day day={next_on} />.
              </>
            )}
          </p>
        ) : (
          <div className="-mx-5">
            <Table
              label="Payments"
              rows={data}
              keyOf={({ due_on }) => due_on}
              columns={[
                { name: 'Due', show: ({ due_on }) => <Day day={due_on} /> },
                {
                  name: 'Outcome',
                  show: ({ status, transfer_uuid, reason }) =>
                    transfer_uuid === null ? (
                      <span>
                        <Badge word={status} /> <span className="text-sm text-soft">{reason}</span>
                      </span>
                    ) : (
                      <Link
                        to="/payments/$id"
                        params={{ id: transfer_uuid }}
                        className="text-accent hover:underline"
                      >
                        {status}
                      </Link>
                    ),
                },
                {
                  name: 'Amount',
                  isRight: true,
                  show: ({ amount, asset_code }) => <Money amount={amount} code={asset_code} />,
                },
              ]}
            />
          </div>
        )
      }
    </Show>
  )
}
