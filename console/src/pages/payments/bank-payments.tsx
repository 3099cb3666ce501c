// The payments of all customers, for operators: found by time, kind, amount, party or reference.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { assetList, paymentList } from '../../../../sdk/client/operations.ts'
import type {
  FoundPayment,
  FoundPaymentParty,
  FoundPayments,
} from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { download, useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Input, Select } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Steps, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { KINDS, nameOfKind } from '../../payments.ts'
import { SettledInput } from '../../settled-input.tsx'
import { type Filters, NO_FILTERS, type Shown, useShown, wantedOf } from './filters.ts'

const FileDown = icon('file-down')
const SearchX = icon('search-x')

type Show = ReturnType<typeof useShown>['show']

export function BankPayments() {
  const { filters, before, show } = useShown()
  const { from, to } = filters
  const isBackwards = from !== '' && to !== '' && to < from
  return (
    <>
      <PageHead
        title="Payments"
        hint="The payments of all customers, newest first."
        reference="operations/payment.list"
        action={<CsvButton filters={filters} isOff={isBackwards} />}
      />
      <Card isFlush>
        <FilterForm filters={filters} show={show} />
        {isBackwards ? (
          <div className="px-5 pb-4">
            <Problem error={new Error('“To” is before “From”. Choose a later day, or none.')} />
          </div>
        ) : (
          <Found shown={{ filters, before }} show={show} />
        )}
      </Card>
    </>
  )
}

function FilterForm({ filters, show }: { readonly filters: Filters; readonly show: Show }) {
  const assets = useRead('assets', assetList, {})
  const change = (name: keyof Filters, value: string, replace = false): void =>
    show({ filters: { ...filters, [name]: value } }, replace)
  const choice = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  })
  const typed = (name: keyof Filters) => ({
    name,
    value: filters[name],
    onSettle: (text: string) => change(name, text, true),
  })
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-3 px-5 pt-5 pb-4 lg:grid-cols-4"
    >
      <div className="col-span-2">
        <SettledInput
          label="Party"
          placeholder="Name, IBAN or account number"
          {...typed('party')}
        />
      </div>
      <div className="col-span-2">
        <SettledInput label="Reference" {...typed('reference')} />
      </div>
      <Input label="From" type="date" {...choice('from')} />
      <Input label="To" type="date" {...choice('to')} />
      <SettledInput
        label="Amount from"
        type="text"
        inputMode="decimal"
        placeholder="0.00"
        {...typed('amount_from')}
      />
      <SettledInput
        label="Amount to"
        type="text"
        inputMode="decimal"
        placeholder="0.00"
        {...typed('amount_to')}
      />
      <Select label="Asset" {...choice('asset_code')}>
        <option value="">All</option>
        {assets.data?.data.map(({ code }) => (
          <option key={code}>{code}</option>
        ))}
      </Select>
      <Select label="Kind" {...choice('kind')}>
        <option value="">All</option>
        {Object.entries(KINDS).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </Select>
      <Select label="Status" {...choice('status')}>
        <option value="">All</option>
        <option value="completed">Completed</option>
        <option value="pending">Pending</option>
        <option value="failed">Failed</option>
      </Select>
      <div className="grid content-end">
        <Button look="plain" onClick={() => show({ filters: NO_FILTERS })}>
          Clear filters
        </Button>
      </div>
    </form>
  )
}

function CsvButton({ filters, isOff }: { readonly filters: Filters; readonly isOff: boolean }) {
  const [error, setError] = useState<unknown>(null)
  const query = new URLSearchParams({ ...wantedOf(filters), format: 'csv' })
  return (
    <>
      <Button
        look="plain"
        disabled={isOff}
        onClick={() => {
          setError(null)
          download(`/api/v2/payments?${query}`, 'payments.csv').catch(setError)
        }}
      >
        <FileDown aria-hidden />
        CSV
      </Button>
      {error !== null && <Problem error={error} />}
    </>
  )
}

function Found({ shown, show }: { readonly shown: Shown; readonly show: Show }) {
  const { filters, before } = shown
  const wanted = wantedOf({ ...filters, before })
  const read = useRead('bank-payments', paymentList, { ...wanted, limit: 50 })
  return (
    <Show read={read} lines={8}>
      {({ data, next, searched_back_to }) => (
        <>
          {data.length === 0 ? (
            <Empty
              icon={SearchX}
              title={Object.keys(wanted).length > 0 ? 'No payments found' : 'No payments yet'}
            />
          ) : (
            <Table label="Payments" rows={data} keyOf={({ uuid }) => uuid} columns={columns} />
          )}
          {searched_back_to !== null && (
            <Searched backTo={searched_back_to} hasMore={next !== null} />
          )}
          {(before !== '' || next !== null) && (
            <Steps
              before={['Newest', before === '' ? undefined : () => show({ before: '' })]}
              after={[
                searched_back_to === null ? 'Older' : 'Search further back',
                next === null ? undefined : () => show({ before: next }),
              ]}
            />
          )}
        </>
      )}
    </Show>
  )
}

function Searched({
  backTo,
  hasMore,
}: {
  readonly backTo: NonNullable<FoundPayments['searched_back_to']>
  readonly hasMore: boolean
}) {
  return (
    <p className="border-t border-line px-5 py-3 text-sm text-soft">
      Searched back to <When at={backTo} />.{' '}
      {hasMore
        ? 'Go on, or choose a period.'
        : 'Choose a day before it as “To” to find older ones.'}
    </p>
  )
}

const nameOf = ({ name, account_uuid, bank_account }: FoundPaymentParty): string =>
  name ??
  (account_uuid === null ? `The bank (${bank_account})` : `Account ${shorten(account_uuid)}`)

const columns: readonly Column<FoundPayment>[] = [
  {
    name: 'Payment',
    isSilent: true,
    show: ({ uuid, from, to, kind, reference }) => (
      <span className="min-w-0">
        {/* The link covers the whole row. */}
        <Link
          to="/payments/$id"
          params={{ id: uuid }}
          className="font-medium wrap-anywhere before:absolute before:inset-0 hover:underline"
        >
          {nameOf(from)} <span className="text-soft">→</span> <span className="sr-only">to </span>
          {nameOf(to)}
        </Link>
        <span className="block text-sm wrap-anywhere text-soft">
          {nameOfKind(kind)}
          {reference !== null && ` · ${reference}`}
        </span>
      </span>
    ),
  },
  {
    name: 'When',
    show: ({ created_at }) => (
      <span className="text-sm whitespace-nowrap text-soft">
        <When at={created_at} />
      </span>
    ),
  },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, asset_code, status }) => (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
        {status !== 'completed' && <Badge word={status} />}
        <Money amount={amount} code={asset_code} className="font-medium" />
      </span>
    ),
  },
]
