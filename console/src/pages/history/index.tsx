// All payments: found by a text, by filters, or by a question in plain words.
import { useState } from 'react'
import { transactionList } from '../../../../sdk/client/operations.ts'
import { useAccounts } from '../../accounts.ts'
import { PaymentsTable } from '../../activity.tsx'
import { download, useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Input, Select } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { SettledInput } from '../../settled-input.tsx'
import { AskCard } from './ask.tsx'
import { type Filters, type Shown, type Sort, SORTS, useShown } from './filters.ts'

const FileDown = icon('file-down')
const Filter = icon('filter')
const SearchX = icon('search-x')

export function Page() {
  return (
    <>
      <PageHead title="History" />
      <div className="grid gap-5">
        <AskCard />
        <ListCard />
      </div>
    </>
  )
}

const NONE: Filters = {
  search: '',
  account_uuid: '',
  type: '',
  direction: '',
  status: '',
  start_date: '',
  end_date: '',
}

type Show = ReturnType<typeof useShown>['show']

function ListCard() {
  const { filters, sort, page, show } = useShown()
  const accounts = useAccounts()
  const { start_date, end_date } = filters
  const isBackwards = start_date !== '' && end_date !== '' && end_date < start_date
  const choice = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) =>
      show({ filters: { ...filters, [name]: event.target.value } }),
  })
  return (
    <Card
      isFlush
      title="All payments"
      action={<CsvButton filters={filters} sort={sort} isOff={isBackwards} />}
    >
      <form
        aria-label="Filters"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 gap-3 px-5 pb-4 sm:grid-cols-4"
      >
        <div className="col-span-2">
          <SettledInput
            label="Search"
            name="search"
            placeholder="Name, reference or amount"
            value={filters.search}
            onSettle={(search) => show({ filters: { ...filters, search } }, true)}
          />
        </div>
        <Select label="Account" {...choice('account_uuid')}>
          <option value="">All</option>
          {accounts.data?.map(({ uuid, name }) => (
            <option key={uuid} value={uuid}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Kind" {...choice('type')}>
          <option value="">All</option>
          <option value="deposit">Deposits</option>
          <option value="withdrawal">Withdrawals</option>
          <option value="transfer">Transfers</option>
        </Select>
        <Select label="Direction" {...choice('direction')}>
          <option value="">Both</option>
          <option value="incoming">Money in</option>
          <option value="outgoing">Money out</option>
        </Select>
        <Select label="Status" {...choice('status')}>
          <option value="">All</option>
          <option value="completed">Completed</option>
          <option value="pending">Pending</option>
          <option value="failed">Failed</option>
        </Select>
        <Input label="From" type="date" {...choice('start_date')} />
        <Input label="To" type="date" {...choice('end_date')} />
        <Select
          label="Order"
          name="sort"
          value={sort}
          onChange={(event) => show({ sort: event.target.value as Sort })}
        >
          {Object.entries(SORTS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </form>
      {isBackwards ? (
        <div className="px-5 pb-4">
          <Problem error={new Error('“To” is before “From”. Choose a later day, or none.')} />
        </div>
      ) : (
        <Payments shown={{ filters, sort, page }} show={show} />
      )}
    </Card>
  )
}

const wantedOf = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

function CsvButton({
  filters,
  sort,
  isOff,
}: Pick<Shown, 'filters' | 'sort'> & { readonly isOff: boolean }) {
  const [error, setError] = useState<unknown>(null)
  const query = new URLSearchParams({ ...wantedOf(filters), sort, format: 'csv' })
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="plain"
        size="small"
        disabled={isOff}
        onClick={() => {
          setError(null)
          download(`/api/v2/transactions?${query}`, 'payments.csv').catch(setError)
        }}
      >
        <FileDown aria-hidden />
        CSV
      </Button>
      {error !== null && <Problem error={error} />}
    </div>
  )
}

function Payments({ shown, show }: { readonly shown: Shown; readonly show: Show }) {
  const { filters, sort, page } = shown
  const wanted = wantedOf(filters)
  const isFiltered = Object.keys(wanted).length > 0
  const read = useRead('transactions', transactionList, { ...wanted, sort, page, per_page: 20 })
  return (
    <Show read={read}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <Empty
            icon={isFiltered ? SearchX : Filter}
            title={isFiltered ? 'No payments match these filters' : 'No payments yet'}
            {...(isFiltered && {
              action: (
                <Button look="plain" onClick={() => show({ filters: NONE })}>
                  Remove the filters
                </Button>
              ),
            })}
          />
        ) : (
          <>
            <PaymentsTable rows={data} />
            <Pager meta={meta} onPage={(next) => show({ page: next })} />
          </>
        )
      }
    </Show>
  )
}
