// The trial balance of a period, by type of account; each line leads to the entries behind it.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assetList, trialBalanceGet } from '../../../../sdk/client/operations.ts'
import type { TrialBalanceRow, TrialBalanceTotals } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Input, Select } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { ExportButton } from './export-button.tsx'
import { type Filters, useFilters, wantedOf } from './filters.ts'

const CircleCheck = icon('circle-check')
const CircleX = icon('circle-x')
const SearchX = icon('search-x')

const TYPES = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  revenue: 'Revenue',
  expense: 'Expenses',
} as const

export function TrialBalanceCard() {
  const { filters, choice, isBackwards } = useFilters()
  const assets = useRead('assets', assetList, {})
  return (
    <Card
      title="Trial balance"
      hint="Choose an account to see the entries behind its balance."
      action={
        <ExportButton
          path="/api/v1/ledger/trial-balance"
          wanted={wantedOf(filters)}
          name="trial-balance"
        />
      }
      isFlush
    >
      <form
        aria-label="Filters"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 gap-3 px-5 pb-4 lg:grid-cols-4"
      >
        <Input label="From" type="date" {...choice('from')} />
        <Input label="At the end of" type="date" {...choice('to')} />
        <Select label="Asset" {...choice('currency')}>
          <option value="">All</option>
          {assets.data?.data.map(({ code }) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        <Select label="Type" {...choice('type')}>
          <option value="">All</option>
          {Object.entries(TYPES).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </form>
      {isBackwards ? (
        <div className="px-5 pb-4">
          <Problem error={new Error('The last day is before the first. Choose a later day.')} />
        </div>
      ) : (
        <Report key={JSON.stringify(filters)} filters={filters} />
      )}
    </Card>
  )
}

function Report({ filters }: { readonly filters: Filters }) {
  const [page, setPage] = useState(1)
  const read = useRead('general-ledger', trialBalanceGet, {
    ...wantedOf(filters),
    page,
    per_page: 100,
  })
  return (
    <Show read={read}>
      {({ data, totals, meta }) => (
        <>
          <div className="px-5 pb-4">
            <Totals totals={totals} />
          </div>
          {data.length === 0 && (
            <Empty icon={SearchX} title="No account moved">
              Choose another period, asset or type.
            </Empty>
          )}
          {[...Map.groupBy(data, ({ type }) => type)].map(([type, rows]) => (
            <section key={type} aria-label={TYPES[type]}>
              <h3 className="border-t border-line bg-sunk/60 px-5 py-2 text-sm font-semibold">
                {TYPES[type]}
              </h3>
              <Table
                label={TYPES[type]}
                rows={rows}
                keyOf={({ account_code, currency }) => `${account_code} ${currency}`}
                columns={columnsFor(filters)}
              />
            </section>
          ))}
          <Pager meta={meta} onPage={setPage} />
        </>
      )}
    </Show>
  )
}

function Totals({ totals }: { readonly totals: TrialBalanceTotals }) {
  const isBalanced = totals.currencies.every(({ balanced }) => balanced)
  const Icon = isBalanced ? CircleCheck : CircleX
  return (
    <div
      role="status"
      className={classes(
        'flex gap-3 rounded-lg px-4 py-3',
        isBalanced ? 'bg-good-bg text-good' : 'bg-bad-bg text-bad',
      )}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden />
      <div>
        <p className="font-medium">
          {isBalanced ? 'Debits and credits are equal.' : 'Debits and credits differ.'}
        </p>
        <ul className="figures text-sm">
          {totals.currencies.map(({ currency, debit, credit, balanced }) => (
            <li key={currency}>
              {currency}: {debit} = {credit}
              {!balanced && ', which is wrong'}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const columnsFor = ({ from, to }: Filters): readonly Column<TrialBalanceRow>[] => [
  {
    name: 'Account',
    isSilent: true,
    show: ({ account_code, name, currency }) => (
      <span>
        <span className="figures mr-2 text-soft">{account_code}</span>
        <Link
          to="/general-ledger/$id"
          params={{ id: account_code }}
          search={wantedOf({ from, to, currency })}
          className="font-medium before:absolute before:inset-0 hover:underline"
        >
          {name}
          <span className="sr-only"> in {currency}</span>
        </Link>
      </span>
    ),
  },
  {
    name: 'Debit',
    isRight: true,
    show: ({ debit, currency }) => <Money amount={debit} code={currency} />,
  },
  {
    name: 'Credit',
    isRight: true,
    show: ({ credit, currency }) => <Money amount={credit} code={currency} />,
  },
  {
    name: 'Balance',
    isRight: true,
    show: ({ closing_balance, currency }) => <Money amount={closing_balance} code={currency} />,
  },
]
