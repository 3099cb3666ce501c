// What is paid next: standing orders, and payments that recur as the bank has seen them before.
import { Link } from '@tanstack/react-router'
import { spendingRecurringList, standingOrderList } from '../../../../sdk/client/operations.ts'
import { shorten } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { When } from '../../design/time.tsx'
import { sayCategory } from '../spending/words.ts'

interface Upcoming {
  readonly key: string
  readonly day: string
  readonly name: string
  readonly about: string
  readonly amount: string
  readonly code: string
}

const SHOWN = 5

/** Absent while nothing is expected: a new user has enough to read. */
export function UpcomingCard() {
  const orders = useRead('standing-orders', standingOrderList, { status: 'active', per_page: 100 })
  const recurring = useRead('spending', spendingRecurringList, {})
  const ordered = (orders.data?.data ?? []).flatMap((order): Upcoming[] =>
    order.next_on === null
      ? []
      : [
          {
            key: order.uuid,
            day: order.next_on,
            name: order.recipient_name ?? shorten(order.to_account),
            about: ['Standing order', order.reference].filter(Boolean).join(' · '),
            amount: order.amount,
            code: order.asset_code,
          },
        ],
  )
  const paid = new Set((orders.data?.data ?? []).map(({ to_account }) => to_account))
  const today = new Date().toISOString().slice(0, 10)
  const expected = (recurring.data?.data.recurring ?? [])
    .filter(
      ({ counterparty_account, next_on }) =>
        next_on >= today && !(counterparty_account !== null && paid.has(counterparty_account)),
    )
    .map(
      ({
        merchant,
        category,
        counterparty_account,
        counterparty_name,
        next_on,
        interval,
        amount,
        asset_code,
      }): Upcoming => ({
        key: `${merchant} ${counterparty_account} ${asset_code} ${amount}`,
        day: next_on,
        name: merchant ?? counterparty_name ?? sayCategory(category),
        about: `${sayCategory(category)}, expected ${interval}`,
        amount,
        code: asset_code,
      }),
    )
  const rows = [...ordered, ...expected].toSorted((a, b) => a.day.localeCompare(b.day))
  if (rows.length === 0) return null
  return (
    <Card
      title="Upcoming payments"
      action={
        <Link to="/standing-orders" className="text-sm font-medium text-accent hover:underline">
          Standing orders
        </Link>
      }
    >
      <ul className="grid grid-cols-[minmax(0,1fr)]" aria-label="Upcoming payments">
        {rows.slice(0, SHOWN).map(({ key, day, name, about, amount, code }) => (
          <li
            key={key}
            className="flex items-center justify-between gap-4 border-t border-line py-2 first:border-0"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-sm text-soft">
                <When at={`${day}T00:00`} isDay /> · {about}
              </span>
            </span>
            <Money amount={amount} code={code} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
