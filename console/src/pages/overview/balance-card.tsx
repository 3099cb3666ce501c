// The total balance of all accounts over time, or the balance of one asset on one account. The figures are the bank's;
// nothing is computed here.
import { lazy, Suspense, useMemo, useState } from 'react'
import { icon } from '../../design/icons.tsx'
import { accountTransactions, balanceHistory } from '../../../../sdk/client/operations.ts'
import type { Holdings } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Card } from '../../design/card.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show, Waiting } from '../../design/state.tsx'

const ChartLine = icon('chart-line')

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const ALL = 'all'

export function BalanceCard({ holdings }: { readonly holdings: readonly Holdings[] }) {
  const choices = holdings.flatMap(({ account, balances }) =>
    balances
      .filter(({ total_balance }) => !isZero(total_balance))
      .map(({ asset_code }) => ({
        key: `${account.uuid} ${asset_code}`,
        uuid: account.uuid,
        asset_code,
        name: `${account.name}, ${asset_code}`,
      })),
  )
  const [key, setKey] = useState(ALL)
  const chosen = choices.find((choice) => choice.key === key)
  return (
    <Card
      title={chosen ? 'Balance over time' : 'Total balance over time'}
      action={
        choices.length > 0 && (
          <select
            aria-label="Account and asset"
            value={chosen?.key ?? ALL}
            onChange={(event) => setKey(event.target.value)}
            className="h-8 max-w-full rounded-lg border border-line bg-card px-2 text-sm"
          >
            <option value={ALL}>All accounts, in USD</option>
            {choices.map((choice) => (
              <option key={choice.key} value={choice.key}>
                {choice.name}
              </option>
            ))}
          </select>
        )
      }
    >
      {chosen ? (
        <Line uuid={chosen.uuid} asset={chosen.asset_code} />
      ) : choices.length > 0 ? (
        <Worth />
      ) : (
        <Empty icon={ChartLine} title="No money yet">
          The line begins with the first deposit.
        </Empty>
      )}
    </Card>
  )
}

const periods = { week: 'Week', month: 'Month', quarter: '3 months', year: 'Year' } as const

function Worth() {
  const [period, setPeriod] = useState<keyof typeof periods>('month')
  const read = useRead('balances', balanceHistory, { period })
  const points = useMemo(
    () =>
      (read.data?.data.points ?? []).map(({ date, total_usd }) => ({
        at: date,
        value: Number(total_usd),
      })),
    [read.data],
  )
  return (
    // The column may become narrower than the chart, which then follows.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <Segments label="Period" choices={periods} chosen={period} onChoose={setPeriod} />
      </div>
      <Show read={read}>
        {({ data }) => (
          <>
            <Suspense fallback={<Waiting />}>
              <Chart label="Total balance of all accounts" points={points} unit="USD" digits={2} />
            </Suspense>
            <Notes atTodays={data.at_todays_rate} without={data.without_rate} />
          </>
        )}
      </Show>
    </div>
  )
}

function Notes({
  atTodays,
  without,
}: {
  readonly atTodays: readonly string[]
  readonly without: readonly string[]
}) {
  return (
    <>
      {atTodays.length > 0 && (
        <p className="text-sm text-soft">
          {atTodays.join(', ')} had no rate on some days; today’s was used.
        </p>
      )}
      {without.length > 0 && (
        <p className="text-sm text-soft">{without.join(', ')} has no rate and is not counted.</p>
      )}
    </>
  )
}

function Line({ uuid, asset }: { readonly uuid: string; readonly asset: string }) {
  const read = useRead('transactions', accountTransactions, {
    uuid,
    asset_code: asset,
    status: 'completed' as const,
    per_page: 100,
  })
  const points = useMemo(() => {
    const entries = (read.data?.data ?? [])
      .filter(({ balance_after }) => balance_after !== null)
      .map(({ created_at, balance_after }) => ({ at: created_at, value: Number(balance_after) }))
      .toReversed()
    const last = entries.at(-1)
    // The line goes on until now at the last balance.
    return last ? [...entries, { at: new Date().toISOString(), value: last.value }] : []
  }, [read.data])
  return (
    <Show read={read}>
      {() => (
        <Suspense fallback={<Waiting />}>
          <Chart
            label={`Balance in ${asset}`}
            points={points}
            unit={asset}
            isStepped
            height={280}
          />
        </Suspense>
      )}
    </Show>
  )
}
