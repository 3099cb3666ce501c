// What can be done with an account, each in a dialog.
import { useNavigate } from '@tanstack/react-router'
import {
  accountDelete,
  accountDeposit,
  accountFreeze,
  accountUnfreeze,
  accountUpdate,
  accountWithdraw,
  assetList,
} from '../../../../sdk/client/operations.ts'
import type { Account } from '../../../../sdk/client/types.ts'
import { download, useRead, useRemoval, useWrite } from '../../bank.ts'
import { Dialog } from '../../design/dialog.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { ReviewForm } from '../../design/review.tsx'
import { When } from '../../design/time.tsx'
import { toast } from '../../design/toast.tsx'

export type Action =
  | 'deposit'
  | 'withdraw'
  | 'rename'
  | 'statement'
  | 'freeze'
  | 'unfreeze'
  | 'close'

interface DialogProps {
  readonly account: Account
  readonly action: Action | undefined
  readonly onClose: () => void
}

interface FormProps {
  readonly account: Account
  readonly onDone: () => void
}

const dialogs: Readonly<
  Record<Action, { title: string; Content: (props: FormProps) => React.ReactNode }>
> = {
  deposit: { title: 'Deposit', Content: (props) => <CashForm {...props} isDeposit /> },
  withdraw: { title: 'Withdraw', Content: (props) => <CashForm {...props} isDeposit={false} /> },
  rename: { title: 'Rename the account', Content: RenameForm },
  statement: { title: 'Download a statement', Content: StatementForm },
  freeze: { title: 'Freeze the account', Content: (props) => <FreezeForm {...props} isFreezing /> },
  unfreeze: {
    title: 'Unfreeze the account',
    Content: (props) => <FreezeForm {...props} isFreezing={false} />,
  },
  close: { title: 'Close the account', Content: CloseForm },
}

export function AccountDialog({ account, action, onClose }: DialogProps) {
  const { title, Content } = dialogs[action ?? 'rename']
  return (
    <Dialog title={title} isOpen={action !== undefined} onClose={onClose}>
      <Content account={account} onDone={onClose} />
    </Dialog>
  )
}

const CHANGES = ['accounts', 'balances', 'transactions'] as const

function CashForm({ account, onDone, isDeposit }: FormProps & { readonly isDeposit: boolean }) {
  const assets = useRead('assets', assetList, {})
  const write = useWrite(isDeposit ? accountDeposit : accountWithdraw, CHANGES)
  return (
    <Form
      submit={isDeposit ? 'Deposit' : 'Withdraw'}
      onSubmit={async ({ amount = '', asset_code = 'USD' }) => {
        await write.mutateAsync({ uuid: account.uuid, amount, asset_code })
        onDone()
      }}
    >
      <p className="text-soft">
        This books cash at the bank’s counter. You may do so because this bank holds no real money,
        or because you are a teller.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountInput label="Amount" name="amount" required autoFocus />
        <Select label="Asset" name="asset_code" defaultValue="USD">
          {(assets.data?.data ?? [{ code: 'USD', name: 'US Dollar', type: 'fiat' }])
            .filter(({ type }) => type !== 'basket')
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {code}, {name}
              </option>
            ))}
        </Select>
      </div>
    </Form>
  )
}

function RenameForm({ account, onDone }: FormProps) {
  const update = useWrite(accountUpdate, ['accounts'])
  return (
    <Form
      submit="Rename"
      onSubmit={async ({ name = '' }) => {
        await update.mutateAsync({ uuid: account.uuid, name })
        toast(`The account is now called ${name}.`)
        onDone()
      }}
    >
      <Input
        label="Name"
        name="name"
        defaultValue={account.name}
        required
        maxLength={255}
        autoFocus
      />
    </Form>
  )
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

function StatementForm({ account, onDone }: FormProps) {
  const today = new Date()
  const monthAgo = new Date(today.getTime() - 30 * 86_400_000)
  return (
    <Form
      submit="Download"
      onSubmit={async ({ from = '', to = '', format = 'pdf' }) => {
        const query = new URLSearchParams({ from, to, format })
        await download(
          `/api/v2/accounts/${account.uuid}/statement?${query}`,
          `statement-${from}-${to}.${format}`,
        )
        onDone()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label="From"
          name="from"
          type="date"
          defaultValue={dayOf(monthAgo)}
          max={dayOf(today)}
          required
        />
        <Input
          label="To"
          name="to"
          type="date"
          defaultValue={dayOf(today)}
          max={dayOf(today)}
          required
        />
      </div>
      <Select label="Format" name="format" defaultValue="pdf">
        <option value="pdf">PDF, to read and print</option>
        <option value="csv">CSV, for a spreadsheet</option>
        <option value="json">JSON, for programs</option>
      </Select>
    </Form>
  )
}

function FreezeForm({ account, onDone, isFreezing }: FormProps & { readonly isFreezing: boolean }) {
  const write = useWrite(isFreezing ? accountFreeze : accountUnfreeze, ['accounts'])
  return (
    <Form
      submit={isFreezing ? 'Freeze' : 'Unfreeze'}
      look={isFreezing ? 'danger' : 'main'}
      onSubmit={async ({ reason = '' }) => {
        await write.mutateAsync({ uuid: account.uuid, reason })
        toast(isFreezing ? 'The account is frozen.' : 'The account is no longer frozen.')
        onDone()
      }}
    >
      <p className="text-soft">
        {isFreezing
          ? 'Nothing can be sent from a frozen account until it is unfrozen. Only an operator can unfreeze what an operator froze.'
          : 'Payments are possible again at once.'}
      </p>
      <Input
        label="Reason"
        name="reason"
        required
        maxLength={255}
        autoFocus
        hint="It is kept in the account’s history."
      />
    </Form>
  )
}

function CloseForm({ account, onDone }: FormProps) {
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    onDone()
    await navigate({ to: '/accounts' })
  }
  const close = useRemoval(accountDelete, CHANGES, leave)
  return (
    <ReviewForm
      facts={[
        ['Account', account.name],
        ['Kind', account.type],
        ['Opened', <When key="opened" at={account.created_at} isDay />],
      ]}
      effect="Payments to it are rejected from then on. Only an empty account can be closed: transfer its balance first. Its history stays."
      submit="Close the account"
      done={`The account ${account.name} is closed.`}
      onConfirm={() => close.mutateAsync({ uuid: account.uuid })}
      onClose={onDone}
    />
  )
}
