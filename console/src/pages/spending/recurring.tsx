// Payments that recur, such as rent and subscriptions, and when the next of each is expected.
import { icon } from '../../design/icons.tsx'
import type { RecurringInterval } from '../../../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { readRecurring } from './reads.ts'
import { sayCategory } from './words.ts'

const Repeat = icon('repeat')

const INTERVALS: Readonly<Record<RecurringInterval, string>> = {
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
}

export function RecurringCard() {
  const read = useRead('spending', readRecurring, {})
  const accounts = useAccounts()
  return (
    <Card title="Recurring payments" hint="The next expected first">
      <Show read={read}>
        {({ data }) =>
          data.recurring.length === 0 ? (
            <Empty icon={Repeat} title="No recurring payments yet">
              A payment that you make at regular intervals appears here, with the day when the next
              is expected.
            </Empty>
          ) : (
            <ul aria-label="Recurring payments" className="grid">
              {data.recurring.map((one) => (
                <li
                  key={`${one.merchant} ${one.counterparty_account} ${one.asset_code} ${one.category}`}
                  className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0"
                >
                  <span className="min-w-0">
                    <span className="font-medium wrap-anywhere">
                      {one.merchant ??
                        one.counterparty_name ??
                        nameOfAccount(accounts.data, one.counterparty_account)}
                    </span>
                    <span className="block text-sm text-soft">
                      {sayCategory(one.category)}, {INTERVALS[one.interval]}
                    </span>
                  </span>
                  <span className="text-right">
                    <Money amount={one.amount} code={one.asset_code} />
                    <span className="block text-sm text-soft">
                      <When at={`${one.next_on}T12:00:00Z`} isDay />
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  )
}
