// The books of the bank in the words of accountants: the trial balance, whether it balances, and the journal.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { journalEntryList } from '../../../../sdk/client/operations.ts'
import type { JournalEntryItem } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { EntryForm, ReverseForm } from './entry-form.tsx'
import { TrialBalanceCard } from './trial-balance.tsx'

const BookOpen = icon('book-open')
export { Detail } from './detail.tsx'

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
