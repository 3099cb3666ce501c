// The books of the bank in the words of accountants: the trial balance, whether it balances, and the journal.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { journalEntryList, trialBalanceGet } from '../../../../sdk/client/operations.ts'
import type {
  JournalEntryItem,
  TrialBalanceRow,
  TrialBalanceTotals,
} from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Input } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { EntryForm, ReverseForm } from './entry-form.tsx'

const BookOpen = icon('book-open')
const CircleCheck = icon('circle-check')
const CircleX = icon('circle-x')

export function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHead
        title="General ledger"
        hint="The assets and liabilities of the bank; debits and credits are always equal."
        action={<Button onClick={() => setOpen(true)}>Post an entry</Button>}
      />
      <div className="grid gap-5">
        <TrialBalanceCard />
        <JournalCard />
      </div>
      <Dialog title="Post an entry" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EntryForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function TrialBalanceCard() {
  const [page, setPage] = useState(1)
  const [to, setTo] = useState('')
  const read = useRead('general-ledger', trialBalanceGet, {
    page,
    per_page: 50,
    ...(to !== '' && { to }),
  })
  return (
    <Card
      title="Trial balance"
      action={
        <div className="w-44">
          <Input
            label="At the end of"
            name="to"
            type="date"
            value={to}
            onChange={(event) => {
              setTo(event.target.value)
              setPage(1)
            }}
          />
        </div>
      }
      isFlush
    >
      <Show read={read}>
        {({ data, totals, meta }) => (
          <>
            <div className="px-5 pb-4">
              <Totals totals={totals} />
            </div>
            <Table
              label="Trial balance"
              rows={data}
              keyOf={({ account_code, currency }) => `${account_code} ${currency}`}
              columns={columns}
            />
            <Pager meta={meta} onPage={setPage} />
          </>
        )}
      </Show>
    </Card>
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

const columns: readonly Column<TrialBalanceRow>[] = [
  {
    name: 'Account',
    isSilent: true,
    show: ({ account_code, name, type }) => (
      <span>
        <span className="figures mr-2 text-soft">{account_code}</span>
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-soft">{type}</span>
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

function JournalCard() {
  const [page, setPage] = useState(1)
  const [reversed, setReversed] = useState<JournalEntryItem>()
  const read = useRead('general-ledger', journalEntryList, { page, per_page: 20 })
  return (
    <Card title="Journal" hint="Entries posted by operators and rules." isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={BookOpen} title="The journal is empty">
              The money of customers is in the ledger core and needs no entries here.
            </Empty>
          ) : (
            <>
              <Table
                label="Journal"
                rows={data}
                keyOf={({ id }) => id}
                columns={journalColumns(setReversed)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Dialog
        title={`Reverse ${reversed?.entry_number ?? ''}`}
        isOpen={reversed !== undefined}
        onClose={() => setReversed(undefined)}
      >
        {reversed && <ReverseForm id={reversed.id} onDone={() => setReversed(undefined)} />}
      </Dialog>
    </Card>
  )
}

const journalColumns = (
  onReverse: (entry: JournalEntryItem) => void,
): readonly Column<JournalEntryItem>[] => [
  {
    name: 'Entry',
    isSilent: true,
    show: ({ description, entry_number, kind }) => (
      <span>
        <span className="block font-medium">{description}</span>
        <span className="block text-sm text-soft">
          {entry_number}, {kind}
        </span>
      </span>
    ),
  },
  { name: 'Posted', show: ({ posted_at }) => <When at={posted_at} /> },
  {
    name: 'Amount',
    isRight: true,
    show: ({ totals }) => (
      <span>
        {totals.map(({ currency, amount }) => (
          <Money key={currency} amount={amount} code={currency} className="block" />
        ))}
      </span>
    ),
  },
  {
    name: 'State',
    isRight: true,
    isSilent: true,
    show: (entry) =>
      entry.status === 'posted' && entry.reverses === null ? (
        <Button look="danger" size="small" onClick={() => onReverse(entry)}>
          Reverse<span className="sr-only"> {entry.entry_number}</span>
        </Button>
      ) : (
        <Badge word={entry.status} />
      ),
  },
]
