// The overview: the total balance, its history, and recent activity.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useEffect } from 'react'
import { transactionList } from '../../../../sdk/client/operations.ts'
import { type Holdings, totalOf, useHoldings } from '../../accounts.ts'
import { PaymentsTable } from '../../activity.tsx'
import { useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { useUser } from '../../session.ts'
import { useOpenTour } from '../../tour/context.ts'
import { hasSeenTour } from '../../tour/seen.ts'
import { BalanceCard } from './balance-card.tsx'
import { UpcomingCard } from './upcoming-card.tsx'
import { Start } from './start.tsx'

const History = icon('rotate-ccw-clock')
const Plus = icon('plus')
const Send = icon('send')

const RECENT = { per_page: 8 }

export function Page() {
  const user = useUser()
  const holdings = useHoldings()
  return (
    <>
      <PageHead
        title={`Good day, ${user.name.split(' ')[0]}`}
        action={
          <>
            <Link
              to="/accounts"
              search={{ open: 'deposit' }}
              className={buttonStyle({ look: 'plain' })}
            >
              <Plus aria-hidden />
              Add money
            </Link>
            <Link to="/send" className={buttonStyle()}>
              <Send aria-hidden />
              Send money
            </Link>
          </>
        }
      />
      <Show read={holdings} lines={8}>
        {(data) => <Content holdings={data} unread={holdings.unread.length} />}
      </Show>
    </>
  )
}

interface AllHoldings {
  readonly holdings: readonly Holdings[]
  /** The number of accounts whose balances are not among them. */
  readonly unread: number
}

function Content({ holdings, unread }: AllHoldings) {
  const isNew =
    unread === 0 &&
    holdings.every(({ balances }) => balances.every(({ total_balance }) => isZero(total_balance)))
  useTourForNewcomers()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isNew && <Start holdings={holdings} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <AssetsCard holdings={holdings} unread={unread} />
        <BalanceCard holdings={holdings} />
      </div>
      <UpcomingCard />
      <RecentCard />
    </div>
  )
}

/** Opens the tour for users without activity who have not seen it. */
function useTourForNewcomers(): void {
  const { uuid } = useUser()
  const openTour = useOpenTour()
  const { data: recent } = useRead('transactions', transactionList, RECENT)
  const isNewcomer = recent?.data.length === 0 && !hasSeenTour(uuid)
  // It is opened once for each visit of the page.
  useEffect(() => {
    if (isNewcomer) openTour()
  }, [isNewcomer])
}

/** The balances of all accounts, by asset. */
function AssetsCard({ holdings, unread }: AllHoldings) {
  const rows = holdings.flatMap(({ account, balances }) =>
    balances
      .filter(({ total_balance }) => !isZero(total_balance))
      .map((balance) => ({ account, balance })),
  )
  return (
    <Card title="Balances">
      <p className="text-sm text-soft">
        {unread === 0
          ? 'Total balance'
          : `Balance of ${holdings.length} of your ${holdings.length + unread} accounts`}
      </p>
      <Money amount={totalOf(holdings)} code="USD" isLarge />
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)]" aria-label="Balances by account">
        {rows.map(({ account, balance }) => (
          <li
            key={account.uuid + balance.asset_code}
            className="flex items-center justify-between gap-4 border-t border-line py-2"
          >
            <Link
              to="/accounts/$id"
              params={{ id: account.uuid }}
              className="min-w-0 hover:underline"
            >
              <span className="block truncate">{balance.asset.name}</span>
              <span className="block truncate text-xs text-soft">{account.name}</span>
            </Link>
            <Money
              amount={balance.total_balance}
              code={balance.asset_code}
              className="font-medium"
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function RecentCard() {
  const recent = useRead('transactions', transactionList, RECENT)
  return (
    <Card
      title="Recent activity"
      hint="New payments appear by themselves."
      isFlush
      action={
        <Link to="/history" className="text-sm font-medium text-accent hover:underline">
          View all
        </Link>
      }
    >
      <div aria-live="polite">
        <Show read={recent}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={History} title="No activity yet">
                Payments, deposits and trades will be listed here.
              </Empty>
            ) : (
              <PaymentsTable label="Recent activity" rows={data} />
            )
          }
        </Show>
      </div>
    </Card>
  )
}
