// Posts an entry of two lines to the journal, and reverses one with a reason.
import {
  journalEntryCreate,
  journalEntryReverse,
  ledgerAccountList,
} from '../../../../sdk/client/operations.ts'
import { useRead, useWrite } from '../../bank.ts'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'

export function EntryForm({ onDone }: { readonly onDone: () => void }) {
  const chart = useRead('chart', ledgerAccountList, { per_page: 100 })
  const post = useWrite(journalEntryCreate, ['general-ledger'])
  const options = (chart.data?.data ?? []).map(({ code, name }) => (
    <option key={code} value={code}>
      {code} {name}
    </option>
  ))
  return (
    <Form
      submit="Post"
      onSubmit={async ({ description = '', debit = '', credit = '', amount = '' }) => {
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
      <Select label="Debit" name="debit">
        {options}
      </Select>
      <Select label="Credit" name="credit">
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
      <p className="text-soft">The entry stays, and another one takes it back.</p>
      <Input label="Reason" name="reason" required maxLength={255} autoFocus />
    </Form>
  )
}
