// Everything that moved: by filters, or by a question in plain words.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { transactionList } from '../../../../sdk/client/operations.ts'
import { useAccounts } from '../../accounts.ts'
import { EntriesTable } from '../../activity.tsx'
import { useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Select, Input } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { AskCard } from './ask.tsx'

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

type Filters = Readonly<
  Record<'account_uuid' | 'type' | 'status' | 'start_date' | 'end_date', string>
>

const NONE: Filters = { account_uuid: '', type: '', status: '', start_date: '', end_date: '' }

function ListCard() {
  const [filters, setFilters] = useState(NONE)
  const [page, setPage] = useState(1)
  const accounts = useAccounts()
  const { start_date, end_date } = filters
  const isBackwards = start_date !== '' && end_date !== '' && end_date < start_date
  const choose = (name: keyof Filters, value: string): void => {
    setFilters({ ...filters, [name]: value })
    setPage(1)
  }
  const choice = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => choose(name, event.target.value),
  })
  return (
    <Card isFlush title="All entries">
      <form
        aria-label="Filters"
        onSubmit={(event) => event.preventDefault()}
        className="grid grid-cols-2 gap-3 px-5 pb-4 sm:grid-cols-3 lg:grid-cols-5"
      >
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
        <Select label="Status" {...choice('status')}>
          <option value="">All</option>
          <option value="completed">Completed</option>
          <option value="pending">Pending</option>
          <option value="failed">Failed</option>
        </Select>
        <Input label="From" type="date" {...choice('start_date')} />
        <Input label="To" type="date" {...choice('end_date')} />
      </form>
      {isBackwards ? (
        <div className="px-5 pb-4">
          <Problem error={new Error('“To” is before “From”. Choose a later day, or none.')} />
        </div>
      ) : (
        <Entries
          filters={filters}
          page={page}
          onPage={setPage}
          onShowAll={() => setFilters(NONE)}
        />
      )}
    </Card>
  )
}

interface EntriesProps {
  readonly filters: Filters
  readonly page: number
  readonly onPage: (page: number) => void
  readonly onShowAll: () => void
}

function Entries({ filters, page, onPage, onShowAll }: EntriesProps) {
  const wanted = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const isFiltered = Object.keys(wanted).length > 0
  const read = useRead('transactions', transactionList, { ...wanted, page, per_page: 20 })
  return (
    <Show read={read}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <Empty
            icon={isFiltered ? SearchX : Filter}
            title={isFiltered ? 'No entries match these filters' : 'No activity yet'}
            {...(isFiltered && {
              action: (
                <Button look="plain" onClick={onShowAll}>
                  Remove the filters
                </Button>
              ),
            })}
          />
        ) : (
          <>
            <EntriesTable rows={data} />
            <Pager meta={meta} onPage={onPage} />
          </>
        )
      }
    </Show>
  )
}
