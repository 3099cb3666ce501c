// The accounts: what there is, and opening another. One account is on a page of its own.
import { Link, Navigate } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { accountOpen } from '../../../../sdk/client/operations.ts'
import type { Account, AccountType } from '../../../../sdk/client/types.ts'
import { type Holdings, useHoldings } from '../../accounts.ts'
import { useAsked } from '../../asked.ts'
import { useWrite } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'

const ChevronRight = icon('chevron-right')
const Landmark = icon('landmark')
const Plus = icon('plus')

export { Detail } from './detail.tsx'

export function Page() {
  const holdings = useHoldings()
  const [isOpening, setOpening] = useState(false)
  const [asked, forget] = useAsked('create')
  const [action] = useAsked('open')
  const first = holdings.data?.[0]?.account.uuid
  const close = (): void => {
    setOpening(false)
    forget()
  }
  const open = (
    <Button onClick={() => setOpening(true)}>
      <Plus aria-hidden />
      Open an account
    </Button>
  )
  // Who asks for a deposit before the accounts are known means the first one.
  if (action === 'deposit' && first !== undefined)
    return <Navigate to="/accounts/$id" params={{ id: first }} search={{ open: action }} replace />
  return (
    <>
      <PageHead title="Accounts" action={open} />
      <Show read={holdings} lines={6}>
        {(data) =>
          data.length === 0 ? (
            <Card>
              <Empty icon={Landmark} title="You have no account" action={open}>
                An account holds money in any number of currencies and assets.
              </Empty>
            </Card>
          ) : (
            <>
              <ul className="grid gap-4 sm:grid-cols-2">
                {data.map((one) => (
                  <AccountCard key={one.account.uuid} {...one} />
                ))}
              </ul>
              {holdings.unread.length > 0 && <Unread accounts={holdings.unread} />}
            </>
          )
        }
      </Show>
      <Dialog title="Open an account" isOpen={isOpening || asked !== undefined} onClose={close}>
        <OpenForm onDone={close} />
      </Dialog>
    </>
  )
}

function AccountCard({ account, balances, usd }: Holdings) {
  const shown = balances.filter(({ total_balance }) => !isZero(total_balance))
  return (
    <li className="relative rounded-xl border border-line bg-card p-5 shadow-[0_1px_2px_var(--shadow)] hover:border-edge">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate font-semibold">
          <Link
            to="/accounts/$id"
            params={{ id: account.uuid }}
            className="after:absolute after:inset-0 after:rounded-xl"
          >
            {account.name}
          </Link>
        </h2>
        {account.status === 'active' ? (
          <Badge word={account.type} tone="plain" />
        ) : (
          <Badge word={account.status} />
        )}
        <ChevronRight className="ml-auto size-4 text-soft" aria-hidden />
      </div>
      <p className="mt-3 text-sm text-soft">Total balance</p>
      <Money amount={usd} code="USD" isLarge className="text-2xl" />
      <p className="mt-2 flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
        {shown.length === 0 && 'No balance yet'}
        {shown.slice(0, 4).map(({ asset_code, total_balance }) => (
          <Money key={asset_code} amount={total_balance} code={asset_code} />
        ))}
        {shown.length > 4 && `and ${shown.length - 4} more`}
      </p>
    </li>
  )
}

/** The accounts with a balance beyond those that are read at once. */
function Unread({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <Card
      title="More accounts"
      hint="These are too many to show their balances here. Open one to see its balance."
      className="mt-4"
    >
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {accounts.map(({ uuid, name }) => (
          <li key={uuid} className="min-w-0 truncate">
            <Link to="/accounts/$id" params={{ id: uuid }} className="hover:underline">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const TYPES: Readonly<Partial<Record<AccountType, string>>> = {
  personal: 'Personal',
  savings: 'Savings',
  checking: 'Checking',
  business: 'Business',
  investment: 'Investment',
  trading: 'Trading',
}

function OpenForm({ onDone }: { readonly onDone: () => void }) {
  const open = useWrite(accountOpen, ['accounts', 'balances'])
  return (
    <Form
      submit="Open the account"
      onSubmit={async ({ name = '', type }) => {
        await open.mutateAsync({ name, type: type as AccountType })
        onDone()
      }}
    >
      <Input label="Name" name="name" required maxLength={255} placeholder="Holidays" autoFocus />
      <Select label="Kind" name="type" defaultValue="personal">
        {Object.entries(TYPES).map(([type, word]) => (
          <option key={type} value={type}>
            {word}
          </option>
        ))}
      </Select>
    </Form>
  )
}
