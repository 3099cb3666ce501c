// Starts a batch of one operation, with the fields that its kind needs.
import { useState } from 'react'
import { batchExecute } from '../../../../sdk/client/operations.ts'
import type { BatchOperationType } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import {
  AmountInput,
  Form,
  Input,
  listOf,
  Select,
  TextArea,
  type Values,
} from '../../design/form.tsx'
import { Review } from '../../design/review.tsx'

const KINDS: Readonly<Record<BatchOperationType, string>> = {
  balance_reconciliation: 'Reconcile balances',
  account_interest: 'Pay interest',
  fee_collection: 'Collect a fee',
  report_generation: 'Generate a report',
  maintenance_tasks: 'Upkeep',
}

/** Only the fields of this kind; the bank rejects the others. */
const parametersOf = (type: BatchOperationType, values: Values): Record<string, unknown> => {
  const { rate, asset_code, fee_type, amount, accounts, date, report_type } = values
  const named = listOf(accounts)
  switch (type) {
    case 'account_interest':
      return { rate, asset_code, date }
    case 'fee_collection':
      return {
        fee_type,
        amount,
        asset_code,
        ...(named.length > 0 && { account_uuids: named }),
      }
    case 'balance_reconciliation':
      return { date }
    case 'report_generation':
      return { report_type, date }
    case 'maintenance_tasks':
      return {}
  }
}

const DAY_MS = 86_400_000

/** The day in UTC, the given number of days ago. */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** A moment of the viewer's zone as the bank wants it: in UTC, like 2026-01-31 23:00:00. */
const toUtc = (local: string): string =>
  new Date(local).toISOString().slice(0, 19).replace('T', ' ')

export function BatchForm({ onStarted }: { readonly onStarted: (id: string) => void }) {
  const [type, setType] = useState<BatchOperationType>('balance_reconciliation')
  const execute = useWrite(batchExecute, ['batches'])
  const today = dayBefore(0)
  // Interest is computed on the balances at the end of a day.
  const lastDay = type === 'account_interest' ? dayBefore(1) : today
  const isMoney = type === 'account_interest' || type === 'fee_collection'
  const [asked, setAsked] = useState<Values>()
  const start = async (values: Values): Promise<void> => {
    const { batch_name = '', schedule_time = '' } = values
    const { data } = await execute.mutateAsync({
      operations: [{ type, parameters: parametersOf(type, values) }],
      ...(batch_name !== '' && { batch_name }),
      ...(schedule_time !== '' && { schedule_time: toUtc(schedule_time) }),
    })
    onStarted(data.batch_id)
  }
  return (
    <>
      <Form
        submit="Start"
        onSubmit={async (values) => {
          if (isMoney) setAsked(values)
          else await start(values)
        }}
      >
        <Select
          label="Operation"
          name="type"
          value={type}
          onChange={(event) => setType(event.target.value as BatchOperationType)}
        >
          {Object.entries(KINDS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        {type === 'account_interest' && (
          <AmountInput label="Annual rate" name="rate" code="%" required />
        )}
        {type === 'fee_collection' && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <Input label="Fee" name="fee_type" required placeholder="monthly" />
              <AmountInput label="Amount" name="amount" required />
            </div>
            <TextArea
              label="Only from these accounts"
              name="accounts"
              rows={2}
              hint="Their uuids; empty means all."
            />
          </>
        )}
        {isMoney && <Input label="Asset" name="asset_code" required defaultValue="USD" />}
        {type === 'report_generation' && (
          <Select label="Report" name="report_type">
            <option value="daily_summary">Daily summary</option>
            <option value="balances">Balances</option>
            <option value="transactions">Transactions</option>
            <option value="trial_balance">Trial balance</option>
          </Select>
        )}
        {type !== 'fee_collection' && type !== 'maintenance_tasks' && (
          <Input
            key={lastDay}
            label="Day"
            name="date"
            type="date"
            required
            max={lastDay}
            defaultValue={lastDay}
          />
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Input label="Name" name="batch_name" maxLength={255} />
          <Input
            label="Not before"
            name="schedule_time"
            type="datetime-local"
            hint="In your time zone; empty means now."
          />
        </div>
      </Form>
      <Review
        title={KINDS[type]}
        of={asked}
        look="main"
        facts={(values) => factsOf(type, values)}
        effect="Each account is booked on its own, so a failure of one leaves the others. A booking can be reversed, not the batch."
        submit="Start the batch"
        done="The batch is started."
        onConfirm={start}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

/** What a batch that moves money would do. */
function factsOf(type: BatchOperationType, values: Values) {
  const { rate = '', asset_code = '', amount = '', fee_type = '', accounts, date = '' } = values
  const { schedule_time = '' } = values
  const named = listOf(accounts).length
  const when = schedule_time === '' ? 'Now' : new Date(schedule_time).toLocaleString()
  const what: readonly (readonly [string, string])[] =
    type === 'account_interest'
      ? [
          ['Annual rate', `${rate} %`],
          ['On', `all balances of customers in ${asset_code}`],
          ['Day', date],
        ]
      : [
          ['Fee', fee_type],
          ['From each account', `${amount} ${asset_code}`],
          ['Accounts', named === 0 ? `all with a balance in ${asset_code}` : String(named)],
        ]
  return [...what, ['When', when] as const]
}
