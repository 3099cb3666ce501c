// The accounts of all customers: found by number, name, owner, state or asset. An operator freezes and unfreezes them.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { customerAccountList } from '../../../../sdk/client/operations.ts'
import type { CustomerAccount } from '../../../../sdk/client/types.ts'
import { useAsked } from '../../asked.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { AccountDialog } from './account.tsx'

const Landmark = icon('landmark')
const Search = icon('search')

interface Asked {
  readonly search?: string
  readonly owner?: string
  readonly status?: 'active' | 'frozen' | 'closed'
  readonly asset?: string
}

const STATES = ['active', 'frozen', 'closed'] as const

export function Page() {
  const [asked, setAsked] = useState<Asked>({})
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string>()
  const [account, forget] = useAsked('account')
  const close = (): void => {
    setChosen(undefined)
    forget()
  }
  const read = useRead('customers', customerAccountList, { ...asked, page, per_page: 20 })
  return (
    <>
      <PageHead
        title="Customers’ accounts"
        hint="Every account of the bank and of its tenants, the newest first."
      />
      <div className="grid gap-5">
        <Card>
          <Form
            submit={
              <>
                <Search aria-hidden />
                Search
              </>
            }
            onSubmit={({ search = '', owner = '', status = '', asset = '' }) => {
              const state = STATES.find((one) => one === status)
              setAsked({
                ...(search !== '' && { search }),
                ...(owner !== '' && { owner }),
                ...(state && { status: state }),
                ...(asset !== '' && { asset }),
              })
              setPage(1)
              return Promise.resolve()
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1fr_1fr]">
              <Input
                label="Account"
                name="search"
                type="search"
                maxLength={255}
                placeholder="IBAN, number, name or id"
              />
              <Input
                label="Owner"
                name="owner"
                type="search"
                maxLength={255}
                placeholder="Name, e-mail or id"
              />
              <Select label="State" name="status" defaultValue="">
                <option value="">Any</option>
                <option value="active">Active</option>
                <option value="frozen">Frozen</option>
                <option value="closed">Closed</option>
              </Select>
              <Input
                label="Asset"
                name="asset"
                pattern="[A-Za-z]{3,10}"
                title="A code such as USD"
                placeholder="Any, or USD"
              />
            </div>
          </Form>
        </Card>
        <Card isFlush>
          <Show read={read}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <Empty icon={Landmark} title="No account was found">
                  {Object.keys(asked).length === 0
                    ? 'There are no accounts yet.'
                    : 'Try another part of the name, or leave a field empty.'}
                </Empty>
              ) : (
                <>
                  <Table
                    label="Accounts"
                    rows={data}
                    keyOf={({ uuid }) => uuid}
                    columns={columns(setChosen)}
                  />
                  <Pager meta={meta} onPage={setPage} />
                </>
              )
            }
          </Show>
        </Card>
      </div>
      <AccountDialog uuid={chosen ?? account} onClose={close} />
    </>
  )
}

const columns = (onShow: (account: string) => void): readonly Column<CustomerAccount>[] => [
  {
    name: 'Account',
    isSilent: true,
    show: (account) => <AccountName account={account} onShow={onShow} />,
  },
  {
    name: 'Owner',
    show: ({ owner, user_uuid }) =>
      owner ? (
        <span className="min-w-0 max-sm:text-right">
          <Link
            to="/people/$id"
            params={{ id: user_uuid }}
            className="break-words text-accent hover:underline"
          >
            {owner.name}
          </Link>
          <span className="block text-sm break-all text-soft">{owner.email}</span>
        </span>
      ) : (
        <span className="text-soft">a customer of a manager</span>
      ),
  },
  {
    name: 'Balance',
    isRight: true,
    show: (account) => <Balances account={account} />,
  },
  { name: 'State', isRight: true, show: ({ status }) => <Badge word={status} /> },
]

export function AccountName({
  account,
  onShow,
}: {
  readonly account: CustomerAccount
  readonly onShow: (account: string) => void
}) {
  return (
    <span className="min-w-0">
      <button
        type="button"
        onClick={() => onShow(account.uuid)}
        className="text-left font-medium break-words text-accent hover:underline"
      >
        {account.name}
        <span className="sr-only">
          {account.owner && ` of ${account.owner.name}`}, {account.iban ?? account.account_number}
        </span>
      </button>
      <span className="figures block text-sm break-all text-soft">
        {account.iban ?? account.account_number}
      </span>
    </span>
  )
}

export function Balances({ account }: { readonly account: CustomerAccount }) {
  if (account.balances.length === 0) return <span className="text-soft">empty</span>
  return (
    <span>
      {account.balances.map(({ asset_code, total_balance }) => (
        <Money key={asset_code} amount={total_balance} code={asset_code} className="block" />
      ))}
    </span>
  )
}
