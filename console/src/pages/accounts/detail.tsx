// One account: its balances, what can be done with it, and its last entries.
import { Link, useParams } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  accountBalancesDecimal,
  accountGet,
  accountTransactions,
  fundingGet,
} from '../../../../sdk/client/operations.ts'
import type { Account, DecimalBalance } from '../../../../sdk/client/types.ts'
import { PaymentsTable } from '../../activity.tsx'
import { useAsked } from '../../asked.ts'
import { useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Badge } from '../../design/badge.tsx'
import { Button, buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Menu } from '../../design/menu.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { Pager, Table } from '../../design/table.tsx'
import { type Action, AccountDialog } from './actions.tsx'
import { IdentifiersCard } from './identifiers.tsx'
import { StoryDialog } from './story.tsx'

const Ellipsis = icon('ellipsis')
const History = icon('rotate-ccw-clock')
const Send = icon('send')

export function Detail() {
  const { id: uuid = '' } = useParams({ strict: false })
  const read = useRead('accounts', accountGet, { uuid })
  return <Show read={read}>{({ data }) => <Content key={data.uuid} account={data} />}</Show>
}

function Content({ account }: { readonly account: Account }) {
  const [asked, forget] = useAsked('open')
  const [action, setAction] = useState<Action>()
  const isFrozen = account.status === 'frozen'
  const funding = useRead('funding', fundingGet, {})
  const mayFund = funding.data?.data.may_fund === true && account.status === 'active'
  const isAsked = asked === 'deposit' && mayFund
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/accounts" className="text-soft hover:text-ink hover:underline">
          ← All accounts
        </Link>
      </p>
      <PageHead
        title={account.name}
        hint={
          <span className="flex items-center gap-2">
            <Badge word={account.status} /> <span className="capitalize">{account.type}</span>
          </span>
        }
        action={
          <>
            {mayFund && (
              <Button look="plain" onClick={() => setAction('deposit')}>
                Deposit
              </Button>
            )}
            <Link to="/send" search={{ from: account.uuid }} className={buttonStyle()}>
              <Send aria-hidden />
              Send
            </Link>
            <Menu
              trigger={
                <Button look="plain" size="icon" className="size-10" aria-label="More actions">
                  <Ellipsis aria-hidden />
                </Button>
              }
              items={[
                { word: 'Rename', onChoose: () => setAction('rename') },
                { word: 'Download a statement', onChoose: () => setAction('statement') },
                ...(mayFund ? [{ word: 'Withdraw', onChoose: () => setAction('withdraw') }] : []),
                isFrozen
                  ? { word: 'Unfreeze', onChoose: () => setAction('unfreeze') }
                  : { word: 'Freeze', onChoose: () => setAction('freeze') },
                {
                  word: 'Close the account',
                  isDangerous: true,
                  onChoose: () => setAction('close'),
                },
              ]}
            />
          </>
        }
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <BalancesCard account={account} />
        <IdentifiersCard uuid={account.uuid} />
      </div>
      <Entries account={account} />
      <AccountDialog
        account={account}
        action={action ?? (isAsked ? 'deposit' : undefined)}
        onClose={() => {
          setAction(undefined)
          forget()
        }}
      />
    </>
  )
}

function BalancesCard({ account }: { readonly account: Account }) {
  const read = useRead('balances', accountBalancesDecimal, { uuid: account.uuid })
  const [asset, setAsset] = useState<string>()
  return (
    <Card title="Balances" isFlush>
      <Show read={read}>
        {({ data }) =>
          data.balances.length === 0 ? (
            <Empty icon={History} title="No balance yet">
              Deposit funds, or have them sent to the number on the right.
            </Empty>
          ) : (
            <Table
              label="Balances"
              rows={data.balances}
              keyOf={({ asset_code }) => asset_code}
              columns={balanceColumns(setAsset)}
            />
          )
        }
      </Show>
      <StoryDialog account={account} asset={asset} onClose={() => setAsset(undefined)} />
    </Card>
  )
}

const balanceColumns = (explain: (asset: string) => void) => [
  {
    name: 'Asset',
    isSilent: true,
    show: ({ asset_code, asset }: DecimalBalance) => (
      <span>
        <span className="font-medium">{asset_code}</span>{' '}
        <span className="text-soft">{asset.name}</span>
      </span>
    ),
  },
  {
    name: 'Available',
    isRight: true,
    show: ({ available_balance, asset_code }: DecimalBalance) => (
      <Money amount={available_balance} code={asset_code} />
    ),
  },
  {
    name: 'Reserved',
    isRight: true,
    show: ({ reserved_balance, asset_code }: DecimalBalance) =>
      isZero(reserved_balance) ? (
        <span className="text-soft">none</span>
      ) : (
        <Money amount={reserved_balance} code={asset_code} />
      ),
  },
  {
    name: 'Balance',
    isRight: true,
    show: ({ total_balance, asset_code }: DecimalBalance) => (
      <Money amount={total_balance} code={asset_code} className="font-semibold" />
    ),
  },
  {
    name: 'Explanation',
    isRight: true,
    isSilent: true,
    show: ({ asset_code }: DecimalBalance) => (
      <Button look="quiet" size="small" className="text-accent" onClick={() => explain(asset_code)}>
        Explain<span className="sr-only"> the balance in {asset_code}</span>
      </Button>
    ),
  },
]

function Entries({ account }: { readonly account: Account }) {
  const [page, setPage] = useState(1)
  const read = useRead('transactions', accountTransactions, {
    uuid: account.uuid,
    page,
    per_page: 10,
  })
  return (
    <Card title="Payments" isFlush className="mt-5">
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={History} title="No payments yet" />
          ) : (
            <>
              <PaymentsTable rows={data} />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}
