// How the balance of one asset on one account moved. The bank keeps the balance after every entry, so the line is
// what was booked and nothing is computed here.
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChartLine } from 'lucide-react'
import { accountTransactions } from '../../../../sdk/client/operations.ts'
import type { Holdings } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Card } from '../../design/card.tsx'
import { Empty, Show, Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

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
  const [key, setKey] = useState<string>()
  const chosen =
    choices.find((choice) => choice.key === key) ??
    choices.find(({ asset_code }) => asset_code === 'USD') ??
    choices[0]
  return (
    <Card
      title="Balance over time"
      action={
        choices.length > 1 && (
          <select
            aria-label="Account and asset"
            value={chosen?.key}
            onChange={(event) => setKey(event.target.value)}
            className="h-8 max-w-full rounded-lg border border-line bg-card px-2 text-sm"
          >
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
      ) : (
        <Empty icon={ChartLine} title="No money yet">
          The line begins with the first deposit.
        </Empty>
      )}
    </Card>
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
