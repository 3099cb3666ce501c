// What was spent in each of the last twelve months, and in the chosen one by category and by counterparty.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import type { FoundTransaction, SpendingAnalysis } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { addDecimals, isZero } from '../../decimal.ts'
import { type Bar, Bars } from '../../design/bars.tsx'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { formatDecimal, Money, toDecimal } from '../../design/money.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import {
  firstDayOf,
  lastDayOf,
  type Month,
  monthBefore,
  sayMonth,
  sayShort,
  useChosen,
} from './months.ts'
import { readPayments, readSpending } from './reads.ts'
import { sayCategory } from './words.ts'

const Receipt = icon('receipt-text')
const X = icon('x')

/** "0.00" and further amounts of a list as one amount. */
const sumOf = (totals: readonly number[]): string =>
  addDecimals(['0.00', ...totals.map((total) => toDecimal(total))])

function sumsByMonth({ by_day }: SpendingAnalysis): ReadonlyMap<Month, string> {
  const days = Map.groupBy(Object.entries(by_day), ([day]) => day.slice(0, 7))
  return new Map([...days].map(([month, all]) => [month, sumOf(all.map(([, { total }]) => total))]))
}

export function MonthsCard() {
  const { month, category, months, choose } = useChosen()
  const read = useRead('spending', readSpending, {
    date_from: firstDayOf(months[0]!),
    date_to: lastDayOf(months.at(-1)!),
    ...(category !== undefined && { category }),
  })
  return (
    <Card
      title={category === undefined ? 'Month by month' : `${sayCategory(category)}, month by month`}
      action={
        category !== undefined && (
          <Button look="plain" size="small" onClick={() => choose({ category: undefined })}>
            <X aria-hidden />
            All categories
          </Button>
        )
      }
    >
      <Show read={read}>
        {({ data }) => {
          const sums = sumsByMonth(data)
          const bars = months.map((one): Bar => {
            const sum = sums.get(one) ?? '0.00'
            const amount = `${formatDecimal(sum)} ${data.currency}`
            return {
              key: one,
              short: sayShort(one),
              name: sayMonth(one),
              value: Number(sum),
              amount,
            }
          })
          return (
            <>
              <p className="mb-1 flex flex-wrap items-baseline gap-x-3">
                <Money amount={sums.get(month) ?? '0.00'} code={data.currency} isLarge />
                <span className="text-soft">in {sayMonth(month)}</span>
              </p>
              <p className="mb-3 min-h-5 text-sm text-soft">
                {sayChange(sums.get(month) ?? '0.00', sums.get(monthBefore(month)))}
              </p>
              <Bars
                label="Spending by month"
                columns={['Month', 'Spent']}
                bars={bars}
                chosen={month}
                onChoose={(key) => choose({ month: key })}
              />
              {data.unconverted.length > 0 && (
                <p className="mt-3 text-sm text-gold">
                  Not in the sums, because there is no rate: {data.unconverted.join(', ')}.
                </p>
              )}
            </>
          )
        }}
      </Show>
    </Card>
  )
}

/** Nothing without a month before to compare with. */
function sayChange(now: string, before: string | undefined): string {
  if (before === undefined || isZero(before)) return ''
  const change = (Number(now) / Number(before) - 1) * 100
  if (Math.abs(change) < 0.5) return 'As much as in the month before.'
  return `${Math.abs(change).toFixed(0)} % ${change < 0 ? 'less' : 'more'} than in the month before.`
}

/** The address of the history of a month. */
const historyOf = (month: Month, search?: string) => ({
  to: '/history',
  search: {
    direction: 'outgoing',
    start_date: firstDayOf(month),
    end_date: lastDayOf(month),
    ...(search !== undefined && { search }),
  },
})

const useMonth = (month: Month) =>
  useRead('spending', readSpending, {
    date_from: firstDayOf(month),
    date_to: lastDayOf(month),
  })

export function CategoriesCard() {
  const { month, category, choose } = useChosen()
  const read = useMonth(month)
  return (
    <Card
      title="By category"
      hint={sayMonth(month)}
      action={
        <Link {...historyOf(month)} className={buttonStyle({ look: 'plain', size: 'small' })}>
          In the history
        </Link>
      }
    >
      <Show read={read}>
        {({ data }) => {
          const rows = Object.entries(data.by_category)
          if (rows.length === 0)
            return (
              <Empty icon={Receipt} title={`Nothing was spent in ${sayMonth(month)}`}>
                Payments get their category from their reference; rules of yours come first.
              </Empty>
            )
          return (
            <ul aria-label="Categories" className="-mx-2 grid gap-1">
              {rows.map(([name, { total, count }]) => (
                <li key={name}>
                  <ShareButton
                    name={sayCategory(name)}
                    count={count}
                    share={data.total_spent === 0 ? 0 : total / data.total_spent}
                    amount={toDecimal(total)}
                    code={data.currency}
                    isChosen={name === category}
                    onChoose={() => choose({ category: name === category ? undefined : name })}
                  />
                </li>
              ))}
            </ul>
          )
        }}
      </Show>
    </Card>
  )
}

interface ShareButtonProps {
  readonly name: string
  readonly count: number
  /** Of the month, from 0 to 1. */
  readonly share: number
  readonly amount: string
  readonly code: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function ShareButton({ name, count, share, amount, code, isChosen, onChoose }: ShareButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'grid w-full gap-1.5 rounded-lg px-2 py-2 text-left',
        isChosen ? 'bg-accent-bg' : 'hover:bg-sunk',
      )}
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-sm whitespace-nowrap text-soft">{sayPayments(count)}</span>
        </span>
        <Money amount={amount} code={code} />
      </span>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-sunk">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.max(share * 100, 1)}%` }}
        />
      </span>
      <span className="sr-only">{(share * 100).toFixed(0)} % of the month</span>
    </button>
  )
}

const sayPayments = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`)

/** What the bank calls payments without a known counterparty. */
const OTHERS = 'other'

export function CounterpartiesCard() {
  const { month } = useChosen()
  const read = useMonth(month)
  return (
    <Card title="By counterparty" hint={`The largest of ${sayMonth(month)}`}>
      <Show read={read}>
        {({ data }) =>
          data.top_merchants.length === 0 ? (
            <p className="text-soft">Nobody was paid in {sayMonth(month)}.</p>
          ) : (
            <ul aria-label="Counterparties" className="grid">
              {data.top_merchants.map(({ merchant, total, count }) => (
                <li
                  key={merchant}
                  className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0"
                >
                  <span className="min-w-0 wrap-anywhere">
                    {merchant === OTHERS ? (
                      <span className="font-medium">All others</span>
                    ) : (
                      <Link
                        {...historyOf(month, merchant)}
                        className="font-medium text-accent hover:underline"
                      >
                        {merchant}
                      </Link>
                    )}{' '}
                    <span className="text-sm whitespace-nowrap text-soft">
                      {sayPayments(count)}
                    </span>
                  </span>
                  <Money amount={toDecimal(total)} code={data.currency} />
                </li>
              ))}
            </ul>
          )
        }
      </Show>
    </Card>
  )
}

/** The most payments that the bank finds at once. */
const PAYMENTS_MAX = 100

/** The payments of the chosen category, once one is chosen. */
export function PaymentsCard() {
  const { month, category } = useChosen()
  if (category === undefined) return null
  return <PaymentsOf month={month} category={category} />
}

function PaymentsOf({ month, category }: { readonly month: Month; readonly category: string }) {
  const read = useRead('spending', readPayments, {
    query: 'largest sent',
    category,
    date_from: firstDayOf(month),
    date_to: lastDayOf(month),
    limit: PAYMENTS_MAX,
  })
  return (
    <Card
      isFlush
      title={`${sayCategory(category)} in ${sayMonth(month)}`}
      hint={
        (read.data?.data.total_count ?? 0) > PAYMENTS_MAX
          ? `The ${PAYMENTS_MAX} largest payments`
          : 'The largest first'
      }
    >
      <Show read={read}>
        {({ data }) =>
          data.transactions.length === 0 ? (
            <p className="px-5 pb-4 text-soft">No payments.</p>
          ) : (
            <Table
              isCompact
              label={`Payments for ${sayCategory(category)}`}
              columns={columns}
              rows={data.transactions}
              keyOf={({ id }) => id}
            />
          )
        }
      </Show>
    </Card>
  )
}

const columns: readonly Column<FoundTransaction>[] = [
  {
    name: 'Payment',
    isSilent: true,
    show: ({ uuid, description, merchant, created_at }) => (
      <span className="min-w-0">
        <Link
          to="/payments/$id"
          params={{ id: uuid }}
          className="font-medium wrap-anywhere before:absolute before:inset-0 hover:underline"
        >
          {description ?? (merchant === OTHERS ? 'Payment' : merchant)}
        </Link>
        <span className="block text-sm text-soft">
          <When at={created_at} />
        </span>
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, asset_code }) => (
      <Money amount={toDecimal(Math.abs(amount))} code={asset_code} />
    ),
  },
]
