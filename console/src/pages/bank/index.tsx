// The first page of operators: what the bank holds and owes, what moved, what waits for a decision, and whether the
// ledger is sound.
import { useState } from 'react'
import { bankOverviewGet } from '../../../../sdk/client/operations.ts'
import type { BankAsset, BankOverview } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { OpenWork } from './open-work.tsx'
import { ProofLine } from './proof-line.tsx'
import { VolumeCard } from './volume-card.tsx'

const PiggyBank = icon('piggy-bank')

/** Three reads of the page so often are 180 calls an hour; an operator has 1,000. A hidden tab makes none. */
export const AGAIN_MS = 60_000

const PERIODS = { month: '30 days', quarter: '90 days' } as const
type Period = keyof typeof PERIODS
const DAYS: Readonly<Record<Period, number>> = { month: 30, quarter: 90 }

export function Page() {
  const [period, setPeriod] = useState<Period>('month')
  const read = useRead('bank-overview', bankOverviewGet, { days: DAYS[period] }, () => AGAIN_MS)
  return (
    <>
      <PageHead
        title="Bank overview"
        hint={
          read.data ? (
            <>
              The whole bank, as of <When at={read.data.data.as_of} />.
            </>
          ) : (
            'The whole bank.'
          )
        }
        reference="operations/bank_overview.get"
        action={<Segments label="Period" choices={PERIODS} chosen={period} onChoose={setPeriod} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ProofLine />
        <Show read={read} lines={8}>
          {({ data }) => <Content overview={data} />}
        </Show>
      </div>
    </>
  )
}

function Content({ overview }: { readonly overview: BankOverview }) {
  const { assets } = overview
  const [code, setCode] = useState<string>()
  const chosen = assets.find(({ asset_code }) => asset_code === code) ?? assets[0]
  return (
    <>
      {chosen && <Figures asset={chosen} overview={overview} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {chosen ? (
          <VolumeCard overview={overview} asset={chosen} onAsset={setCode} />
        ) : (
          <Card>
            <Empty icon={PiggyBank} title="No money has moved yet">
              Figures begin with the first deposit of a customer.
            </Empty>
          </Card>
        )}
        <OpenWork />
      </div>
      {assets.length > 0 && (
        <Card
          title="What the bank holds and owes"
          hint="From the ledger, now. What is held equals what is owed and the bank’s own."
          isFlush
        >
          <Table
            label="What the bank holds and owes"
            rows={assets}
            keyOf={({ asset_code }) => asset_code}
            columns={columns}
          />
        </Card>
      )}
    </>
  )
}

function Figures({
  asset,
  overview,
}: {
  readonly asset: BankAsset
  readonly overview: BankOverview
}) {
  const { asset_code: code, customers, deposits, payments } = asset
  const figures = [
    ['Customers’ balances', <Money key="money" amount={customers} code={code} />, 'now'],
    [
      'Deposits',
      <Money key="money" amount={deposits.amount} code={code} />,
      `${deposits.count.toLocaleString()} from outside`,
    ],
    [
      'Payments',
      <Money key="money" amount={payments.amount} code={code} />,
      `${payments.count.toLocaleString()} between customers`,
    ],
    [
      'Active customers',
      overview.customers.active.toLocaleString(),
      `${overview.customers.new.toLocaleString()} of them new`,
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(([name, value, about]) => (
        <div key={name} className="min-w-0 rounded-xl border border-line bg-card p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd>
            <span className="figures block truncate text-xl font-semibold">{value}</span>
            <span className="text-sm text-soft">{about}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const amountOf =
  (part: 'customers' | 'held' | 'in_transit' | 'own') =>
  ({ asset_code, ...amounts }: BankAsset) => <Money amount={amounts[part]} code={asset_code} />

const columns: readonly Column<BankAsset>[] = [
  {
    name: 'Asset',
    isSilent: true,
    show: ({ asset_code }) => <span className="font-medium">{asset_code}</span>,
  },
  { name: 'Held outside', isRight: true, show: amountOf('held') },
  { name: 'Owed to customers', isRight: true, show: amountOf('customers') },
  { name: 'Payments on their way', isRight: true, show: amountOf('in_transit') },
  { name: 'The bank’s own', isRight: true, show: amountOf('own') },
]
