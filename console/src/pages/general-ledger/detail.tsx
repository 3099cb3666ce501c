// One account of the chart in a period: how its balance came about, from the moves of the ledger core and the lines of the
// journal; each leads to all legs of its payment or entry.
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  journalEntryGet,
  ledgerAccountGet,
  ledgerAccountHistory,
  ledgerAccountMovements,
} from '../../../../sdk/client/operations.ts'
import type {
  JournalLine,
  LedgerHistoryCurrency,
  LedgerHistoryRow,
  LedgerMovement,
} from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Input } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { beforeOf, Older, usePlace } from '../../design/older.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { nameOfKind } from '../../payments.ts'
import { ExportButton } from './export-button.tsx'
import { useFilters, wantedOf } from './filters.ts'

const BookOpen = icon('book-open')

export function Detail() {
  const { id: code = '' } = useParams({ strict: false })
  const account = useRead('general-ledger', ledgerAccountGet, { code })
  const { filters, choice, isBackwards } = useFilters()
  const { from, to, currency } = filters
  const wanted = wantedOf({ from, to, currency })
  return (
    <>
      <p className="mb-2 text-sm">
        <Link
          to="/general-ledger"
          search={wantedOf({ from, to })}
          className="text-soft hover:text-ink hover:underline"
        >
          ← General ledger
        </Link>
      </p>
      <Show read={account}>
        {({ data: { name, description, type } }) => (
          <PageHead
            title={`${code} ${name}`}
            hint={`${description ?? ''} ${nameOfKind(type)} account${currency === '' ? '' : `, in ${currency}`}.`.trim()}
          />
        )}
      </Show>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <form
          aria-label="Period"
          onSubmit={(event) => event.preventDefault()}
          className="grid max-w-md grid-cols-2 gap-3"
        >
          <Input label="From" type="date" {...choice('from')} />
          <Input label="To" type="date" {...choice('to')} />
        </form>
        {isBackwards ? (
          <Problem error={new Error('“To” is before “From”. Choose a later day, or none.')} />
        ) : (
          <Content key={JSON.stringify(wanted)} code={code} wanted={wanted} />
        )}
      </div>
    </>
  )
}

interface PeriodProps {
  readonly code: string
  readonly wanted: Readonly<Record<string, string>>
}

function Content({ code, wanted }: PeriodProps) {
  const [page, setPage] = useState(1)
  const history = useRead('general-ledger', ledgerAccountHistory, {
    code,
    ...wanted,
    page,
    per_page: 20,
  })
  return (
    <>
      <Show read={history}>
        {({ currencies, from, to }) => (
          <Card
            title="Balance"
            hint={`From ${from} to ${to}, both included, by days of UTC.`}
            isFlush
          >
            {currencies.length === 0 ? (
              <Empty icon={BookOpen} title="No balance in this period" />
            ) : (
              <Table
                label="Balance"
                rows={currencies}
                keyOf={(row) => row.currency}
                columns={balanceColumns}
              />
            )}
          </Card>
        )}
      </Show>
      <MovementsCard code={code} wanted={wanted} />
      <Show read={history}>
        {({ data, meta }) => (
          <JournalLines rows={data}>
            <Pager meta={meta} onPage={setPage} />
          </JournalLines>
        )}
      </Show>
    </>
  )
}

const balanceOf =
  (field: Exclude<keyof LedgerHistoryCurrency, 'currency'>) => (row: LedgerHistoryCurrency) => (
    <Money amount={row[field]} code={row.currency} />
  )

const balanceColumns: readonly Column<LedgerHistoryCurrency>[] = [
  { name: 'Before', isRight: true, show: balanceOf('opening_balance') },
  { name: 'Ledger', isRight: true, show: balanceOf('ledger_movement') },
  { name: 'Journal', isRight: true, show: balanceOf('journal_movement') },
  { name: 'After', isRight: true, show: balanceOf('closing_balance') },
]

function MovementsCard({ code, wanted }: PeriodProps) {
  const place = usePlace()
  const read = useRead('general-ledger', ledgerAccountMovements, {
    code,
    ...wanted,
    ...beforeOf(place),
    limit: 50,
  })
  return (
    <Card
      title="Entries of the ledger"
      hint="Each is a leg of a payment, whose page has all of them."
      action={
        <ExportButton
          path={`/api/v1/ledger/accounts/${encodeURIComponent(code)}/movements`}
          wanted={wanted}
          name={`ledger-${code}`}
        />
      }
      isFlush
    >
      <Show read={read}>
        {({ data, next }) =>
          data.length === 0 ? (
            <Empty icon={BookOpen} title="No payment changed this account in the period" />
          ) : (
            <>
              <Table
                label="Entries of the ledger"
                rows={data}
                keyOf={({ payment_uuid, line }) => `${payment_uuid} ${line}`}
                columns={movementColumns}
              />
              <Older place={place} next={next} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

/** An amount on its side; the other side stays empty. */
const sideOf = (amount: string, currency: string) =>
  /^0*(\.0*)?$/.test(amount) ? (
    <span className="text-soft">–</span>
  ) : (
    <Money amount={amount} code={currency} />
  )

const movementColumns: readonly Column<LedgerMovement>[] = [
  {
    name: 'Entry',
    isSilent: true,
    show: ({ payment_uuid, kind, customer_name, other_bank_account, bank_account, reference }) => (
      <span>
        <Link
          to="/payments/$id"
          params={{ id: payment_uuid }}
          className="font-medium wrap-anywhere before:absolute before:inset-0 hover:underline"
        >
          {nameOfKind(kind)}
          {reference !== null && ` · ${reference}`}
        </Link>
        <span className="block text-sm wrap-anywhere text-soft">
          {bank_account} with {customer_name ?? other_bank_account ?? 'a customer'}
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
  { name: 'Debit', isRight: true, show: ({ debit, currency }) => sideOf(debit, currency) },
  { name: 'Credit', isRight: true, show: ({ credit, currency }) => sideOf(credit, currency) },
]

function JournalLines({
  rows,
  children,
}: {
  readonly rows: readonly LedgerHistoryRow[]
  readonly children: ReactNode
}) {
  const [opened, setOpened] = useState<LedgerHistoryRow>()
  if (rows.length === 0) return null
  return (
    <Card title="Lines of the journal" hint="Posted by operators and rules, oldest first." isFlush>
      <Table
        label="Lines of the journal"
        rows={rows}
        keyOf={(row) => `${row.entry_id} ${rows.indexOf(row)}`}
        columns={journalColumns(setOpened)}
      />
      {children}
      <Dialog
        title={`Entry ${opened?.entry_number ?? ''}`}
        isOpen={opened !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {opened && <EntryLines id={opened.entry_id} />}
      </Dialog>
    </Card>
  )
}

const journalColumns = (
  onOpen: (row: LedgerHistoryRow) => void,
): readonly Column<LedgerHistoryRow>[] => [
  {
    name: 'Line',
    isSilent: true,
    show: (row) => (
      <span>
        <button
          type="button"
          onClick={() => onOpen(row)}
          className="text-left font-medium wrap-anywhere before:absolute before:inset-0 hover:underline"
        >
          {row.description}
        </button>
        <span className="block text-sm text-soft">
          {row.entry_number}
          {row.narrative !== null && ` · ${row.narrative}`}
        </span>
      </span>
    ),
  },
  { name: 'Posted', show: ({ posted_at }) => <When at={posted_at} /> },
  { name: 'Debit', isRight: true, show: (row) => sideOf(row.debit_amount, row.currency) },
  { name: 'Credit', isRight: true, show: (row) => sideOf(row.credit_amount, row.currency) },
]

function EntryLines({ id }: { readonly id: string }) {
  const read = useRead('general-ledger', journalEntryGet, { id })
  return (
    <Show read={read}>
      {({ data: { description, lines } }) => (
        <>
          <p className="mb-3 wrap-anywhere">{description}</p>
          <Table
            label="Lines of the entry"
            rows={lines}
            keyOf={(line) => String(lines.indexOf(line))}
            columns={lineColumns}
          />
        </>
      )}
    </Show>
  )
}

const lineColumns: readonly Column<JournalLine>[] = [
  {
    name: 'Account',
    isSilent: true,
    show: ({ account_code }) => (
      <Link
        to="/general-ledger/$id"
        params={{ id: account_code }}
        className="figures font-medium hover:underline"
      >
        {account_code}
      </Link>
    ),
  },
  { name: 'Debit', isRight: true, show: ({ debit, currency }) => sideOf(debit, currency) },
  { name: 'Credit', isRight: true, show: ({ credit, currency }) => sideOf(credit, currency) },
]
