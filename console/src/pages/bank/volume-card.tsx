// How much came in, went out or was paid between customers on each day, in one asset, and how many movements there were.
import { lazy, Suspense, useMemo, useState } from 'react'
import type { BankAsset, BankOverview } from '../../../../sdk/client/types.ts'
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { Segments } from '../../design/segments.tsx'
import { Waiting } from '../../design/state.tsx'

const Chart = lazy(async () => ({ default: (await import('../../design/chart.tsx')).Chart }))

const KINDS = { deposits: 'Deposits', payments: 'Payments', withdrawals: 'Withdrawals' } as const
type Kind = keyof typeof KINDS
const CHOICES = { ...KINDS, movements: 'Movements' } as const
type Choice = keyof typeof CHOICES

type Volumes = Pick<BankAsset, Kind>

const countAll = ({ deposits, payments, withdrawals }: Volumes): number =>
  deposits.count + payments.count + withdrawals.count

const valueOf = (day: Volumes, choice: Choice): number =>
  choice === 'movements' ? countAll(day) : Number(day[choice].amount)

const DAY_MS = 86_400_000

/** Every day of the period; on most days of a small bank nothing moved. */
function listDays({ from, to }: BankOverview): readonly string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS)
    days.push(new Date(time).toISOString().slice(0, 10))
  return days
}

interface VolumeProps {
  readonly overview: BankOverview
  readonly asset: BankAsset
  readonly onAsset: (code: string) => void
}

export function VolumeCard({ overview, asset, onAsset }: VolumeProps) {
  const [choice, setChoice] = useState<Choice>('deposits')
  const { asset_code: code } = asset
  const points = useMemo(() => {
    const moved = new Map(asset.days.map((day) => [day.day, valueOf(day, choice)]))
    return listDays(overview).map((at) => ({ at, value: moved.get(at) ?? 0 }))
  }, [overview, asset, choice])
  const isCount = choice === 'movements'
  const count = isCount ? countAll(asset) : asset[choice].count
  const label = `${CHOICES[choice]} per day`
  return (
    <Card
      title={label}
      hint={
        <>
          {!isCount && (
            <>
              <Money amount={asset[choice].amount} code={code} /> in{' '}
            </>
          )}
          {count.toLocaleString()} {count === 1 ? 'movement' : 'movements'}; days are those of UTC.
        </>
      }
      action={
        <select
          aria-label="Asset"
          value={code}
          onChange={(event) => onAsset(event.target.value)}
          className="h-8 rounded-lg border border-line bg-card px-2 text-sm"
        >
          {overview.assets.map(({ asset_code }) => (
            <option key={asset_code}>{asset_code}</option>
          ))}
        </select>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div>
          <Segments label="Kind" choices={CHOICES} chosen={choice} onChoose={setChoice} />
        </div>
        <Suspense fallback={<Waiting />}>
          <Chart
            label={label}
            points={points}
            unit={isCount ? 'movements' : code}
            digits={isCount ? 0 : 2}
            isBars
          />
        </Suspense>
      </div>
    </Card>
  )
}
