// The accounts of all customers: by their balances, or one by its id. An operator freezes and unfreezes with a reason.
import { Landmark, Search } from 'lucide-react'
import { useState } from 'react'
import {
  accountBalancesDecimal,
  accountFreeze,
  accountGet,
  accountUnfreeze,
  balanceList,
} from '../../../../sdk/client/operations.ts'
import type { Account, ListedBalance } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

export function Page() {
  const [user, setUser] = useState('')
  const [shown, setShown] = useState<string>()
  const read = useRead('customers', balanceList, {
    limit: 100,
    ...(user !== '' && { user_uuid: user }),
  })
  return (
    <>
      <PageHead
        title="Customers’ accounts"
        hint={
          read.data &&
          `${read.data.meta.total_accounts.toLocaleString()} accounts with ${read.data.meta.total_balances.toLocaleString()} balances.`
        }
      />
      <div className="grid gap-5">
        <Card>
          <div className="grid gap-4 sm:grid-cols-2">
            <Form
              submit={
                <>
                  <Search aria-hidden />
                  Show the account
                </>
              }
              onSubmit={({ account = '' }) => Promise.resolve(setShown(account))}
            >
              <Input label="Account" name="account" required placeholder="Its uuid" />
            </Form>
            <Form
              submit="Show the customer"
              onSubmit={({ user_uuid = '' }) => Promise.resolve(setUser(user_uuid))}
            >
              <Input label="Customer" name="user_uuid" placeholder="Their uuid; empty for all" />
            </Form>
          </div>
        </Card>
        <Card title="Balances" hint="The largest first, up to a hundred." isFlush>
          <Show read={read}>
            {({ data }) =>
              data.length === 0 ? (
                <Empty icon={Landmark} title="No balances">
                  Nobody has money here yet.
                </Empty>
              ) : (
                <Table
                  label="Balances"
                  rows={data}
                  keyOf={({ account_uuid, asset_code }) => `${account_uuid} ${asset_code}`}
                  columns={columns(setShown)}
                />
              )
            }
          </Show>
        </Card>
      </div>
      <Dialog title="Account" isOpen={shown !== undefined} onClose={() => setShown(undefined)}>
        {shown !== undefined && <AccountView uuid={shown} />}
      </Dialog>
    </>
  )
}

const columns = (onShow: (account: string) => void): readonly Column<ListedBalance>[] => [
  {
    name: 'Account',
    show: ({ account_uuid }) => (
      <button
        type="button"
        title={account_uuid}
        onClick={() => onShow(account_uuid)}
        className="font-mono text-sm text-accent hover:underline"
      >
        {shorten(account_uuid)}
      </button>
    ),
  },
  {
    name: 'Customer',
    show: ({ account }) => (
      <span className="font-mono text-sm" title={account.user_uuid}>
        {shorten(account.user_uuid)}
      </span>
    ),
  },
  {
    name: 'Balance',
    isRight: true,
    show: ({ formatted, asset_code }) => {
      const amount = formatted.replace(asset_code, '').replaceAll(/[^\d.-]/g, '')
      return <Money amount={amount} code={asset_code} />
    },
  },
]

function AccountView({ uuid }: { readonly uuid: string }) {
  const account = useRead('customers', accountGet, { uuid })
  const balances = useRead('customers', accountBalancesDecimal, { uuid })
  return (
    <Show read={account}>
      {({ data }) => (
        <div className="grid gap-5">
          <Facts
            rows={[
              ['Name', data.name],
              ['State', <Badge key="state" word={data.status} />],
              ['Kind', data.type],
              ['Account', <IdText key="account" id={data.uuid} />],
              ['Customer', <IdText key="customer" id={data.user_uuid} />],
              ['Opened', <When key="opened" at={data.created_at} />],
              ...(balances.data?.data.balances ?? []).map(
                ({ asset_code, available_balance }) =>
                  [
                    `Available in ${asset_code}`,
                    <Money key={asset_code} amount={available_balance} code={asset_code} />,
                  ] as const,
              ),
            ]}
          />
          {data.status !== 'closed' && <FreezeForm account={data} />}
        </div>
      )}
    </Show>
  )
}

const IdText = ({ id }: { readonly id: string }) => (
  <span className="font-mono text-sm break-all">{id}</span>
)

function FreezeForm({ account }: { readonly account: Account }) {
  const isFrozen = account.status === 'frozen'
  const change = useWrite(isFrozen ? accountUnfreeze : accountFreeze, ['customers', 'accounts'])
  return (
    <Form
      // A reason is written anew for each change.
      key={account.status}
      submit={isFrozen ? 'Unfreeze' : 'Freeze'}
      look={isFrozen ? 'main' : 'danger'}
      onSubmit={({ reason = '' }) => change.mutateAsync({ uuid: account.uuid, reason })}
    >
      <Input
        label="Reason"
        name="reason"
        required
        maxLength={255}
        hint={
          isFrozen
            ? 'The customer reads it in their events. Money moves again at once.'
            : 'The customer reads it in their events. No money moves in or out, and only an operator can lift it.'
        }
      />
    </Form>
  )
}
