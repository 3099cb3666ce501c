// Posts an entry of two lines to the journal, and reverses one with a reason.
import type { Operation } from '../../../../sdk/client/client.ts'
import {
  journalEntryCreate,
  journalEntryReverse,
  ledgerAccountList,
} from '../../../../sdk/client/operations.ts'
import { each } from '../../../../sdk/client/pages.ts'
import type { LedgerAccount } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { Show } from '../../design/state.tsx'

/** All accounts that an entry may name, from as many pages as there are. */
const wholeChart: Operation<object, readonly LedgerAccount[]> = async (bank, _input, options) => {
  const accounts: LedgerAccount[] = []
  for await (const account of each(ledgerAccountList, bank, { per_page: 100 }, options))
    if (account.is_active) accounts.push(account)
  return accounts
}

export function EntryForm({ onDone }: { readonly onDone: () => void }) {
  const chart = useRead('chart', wholeChart, {})
  return <Show read={chart}>{(accounts) => <Fields accounts={accounts} onDone={onDone} />}</Show>
}

interface FieldsProps {
  readonly accounts: readonly LedgerAccount[]
  readonly onDone: () => void
}

function Fields({ accounts, onDone }: FieldsProps) {
  const post = useWrite(journalEntryCreate, ['general-ledger'])
  const options = (
    <>
      <option value="">Choose an account</option>
      {accounts.map(({ code, name }) => (
        <option key={code} value={code}>
          {code} {name}
        </option>
      ))}
    </>
  )
  return (
    <Form
      submit="Post"
      onSubmit={async ({ description = '', debit = '', credit = '', amount = '' }) => {
        if (debit === credit) throw new Error('Debit and credit must be two different accounts.')
        await post.mutateAsync({
          description,
          lines: [
            { account_code: debit, debit: amount },
            { account_code: credit, credit: amount },
          ],
        })
        onDone()
      }}
    >
      <Input label="What for" name="description" required maxLength={255} autoFocus />
      <Select label="Debit" name="debit" required>
        {options}
      </Select>
      <Select label="Credit" name="credit" required>
        {options}
      </Select>
      <AmountInput label="Amount" name="amount" required hint="In the currency of the accounts." />
    </Form>
  )
}

export function ReverseForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const reverse = useWrite(journalEntryReverse, ['general-ledger'])
  return (
    <Form
      submit="Reverse"
      look="danger"
      onSubmit={async ({ reason = '' }) => {
        await reverse.mutateAsync({ id, reason })
        onDone()
      }}
    >
      <p className="text-soft">The entry stays, and a second one reverses it.</p>
      <Input label="Reason" name="reason" required maxLength={255} autoFocus />
    </Form>
  )
}
