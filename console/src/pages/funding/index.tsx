// Who may book cash at the counter: the mode of the bank, its tellers, and booking it.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  accountDeposit,
  accountWithdraw,
  assetList,
  fundingGet,
  tellerAdd,
  tellerList,
  tellerRemove,
} from '../../../../sdk/client/operations.ts'
import type { CustomerAccount, Person, Teller } from '../../../../sdk/client/types.ts'
import { shorten } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { AccountFinder, PersonFinder } from '../../finders.tsx'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { AmountInput, Form, Input, Select } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const UserRound = icon('user-round')

export function Page() {
  const funding = useRead('funding', fundingGet, {})
  return (
    <>
      <PageHead
        title="Funding"
        hint={
          funding.data &&
          (funding.data.data.mode === 'open'
            ? 'Every user may book cash to their own accounts: this bank holds no real money.'
            : 'Only operators and tellers may book cash.')
        }
        action={funding.data && <Badge word={funding.data.data.mode} tone="accent" />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <CounterCard />
        <TellersCard />
      </div>
    </>
  )
}

const KINDS = { deposit: 'Deposit', withdraw: 'Withdraw' } as const
interface Cash {
  readonly uuid: string
  readonly amount: string
  readonly asset_code: string
  readonly reference?: string
}

const EMPTY = { amount: '', reference: '' }

function CounterCard() {
  const [kind, setKind] = useState<keyof typeof KINDS>('deposit')
  const [account, setAccount] = useState<CustomerAccount>()
  const [entry, setEntry] = useState(EMPTY)
  const [asked, setAsked] = useState<Cash>()
  const [done, setDone] = useState<string>()
  const assets = useRead('assets', assetList, {})
  const book = useWrite(kind === 'deposit' ? accountDeposit : accountWithdraw, ['customers'])
  return (
    <Card
      title="Counter"
      action={
        <Segments
          label="What"
          choices={KINDS}
          chosen={kind}
          onChoose={(chosen) => {
            setKind(chosen)
            setDone(undefined)
          }}
        />
      }
    >
      <div className="mb-4">
        <AccountFinder
          chosen={account}
          onChoose={(chosen) => {
            setAccount(chosen)
            setEntry(EMPTY)
            setDone(undefined)
          }}
        />
      </div>
      {account && (
        <Form
          submit={KINDS[kind]}
          onSubmit={async ({ amount = '', asset_code = 'USD', reference = '' }) => {
            setDone(undefined)
            setAsked({
              uuid: account.uuid,
              amount,
              asset_code,
              ...(reference !== '' && { reference }),
            })
          }}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <AmountInput
              label="Amount"
              name="amount"
              required
              value={entry.amount}
              onChange={(event) => setEntry({ ...entry, amount: event.target.value })}
            />
            <Select label="Asset" name="asset_code" defaultValue="USD">
              {(assets.data?.data ?? [])
                .filter(({ type }) => type !== 'basket')
                .map(({ code }) => (
                  <option key={code}>{code}</option>
                ))}
            </Select>
          </div>
          <Input
            label="Reference"
            name="reference"
            maxLength={255}
            value={entry.reference}
            onChange={(event) => setEntry({ ...entry, reference: event.target.value })}
          />
          {done !== undefined && (
            <p role="status" className="text-good">
              {done}
            </p>
          )}
        </Form>
      )}
      {account && (
        <Review
          title={`${KINDS[kind]} cash`}
          of={asked}
          look="main"
          facts={({ amount, asset_code, reference }) => [
            ['Account', `${account.name}, ${account.owner?.name ?? shorten(account.uuid)}`],
            ['Amount', <Money key="amount" amount={amount} code={asset_code} isExact />],
            ...(reference === undefined ? [] : [['Reference', reference] as const]),
          ]}
          effect={
            kind === 'deposit'
              ? 'You have received this cash. It is on the account at once.'
              : 'You pay out this cash. It leaves the account at once.'
          }
          submit="Book it"
          done="It is booked."
          onConfirm={async (cash) => {
            await book.mutateAsync(cash)
            // Cleared, so that a second press does not book the same again.
            setEntry(EMPTY)
            setDone(`${KINDS[kind]} of ${cash.amount} ${cash.asset_code} is booked.`)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Card>
  )
}

function TellersCard() {
  const [page, setPage] = useState(1)
  const read = useRead('tellers', tellerList, { page, per_page: 20 })
  const add = useWrite(tellerAdd, ['tellers'])
  const remove = useWrite(tellerRemove, ['tellers'])
  const [person, setPerson] = useState<Person>()
  const [removed, setRemoved] = useState<Teller>()
  return (
    <Card title="Tellers" hint="They may book cash to every account, and withdraw it.">
      <div className="grid gap-4">
        <PersonFinder chosen={person} onChoose={setPerson} />
        {person && (
          <Form
            submit="Add a teller"
            onSubmit={async () => {
              await add.mutateAsync({ user_uuid: person.uuid })
              setPerson(undefined)
            }}
          />
        )}
      </div>
      <div className="-mx-5 mt-4">
        <Show read={read}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty icon={UserRound} title="There is no teller" />
            ) : (
              <>
                <Table
                  label="Tellers"
                  rows={data}
                  keyOf={({ user_uuid }) => user_uuid}
                  columns={columns(setRemoved)}
                />
                <Pager meta={meta} onPage={setPage} />
              </>
            )
          }
        </Show>
      </div>
      <Review
        title="Remove a teller"
        of={removed}
        facts={({ user_uuid, added_at }) => [
          ['User', user_uuid],
          ['Since', <When key="since" at={added_at} />],
        ]}
        effect="They can no longer book cash. What they booked stays."
        submit="Remove the teller"
        done="The teller is removed."
        onConfirm={({ user_uuid }) => remove.mutateAsync({ user_uuid })}
        onClose={() => setRemoved(undefined)}
      />
    </Card>
  )
}

const columns = (onRemove: (teller: Teller) => void): readonly Column<Teller>[] => [
  {
    name: 'User',
    isSilent: true,
    show: ({ user_uuid }) => (
      <Link
        to="/people/$id"
        params={{ id: user_uuid }}
        title={user_uuid}
        className="font-mono text-sm text-accent hover:underline"
      >
        {shorten(user_uuid)}
      </Link>
    ),
  },
  { name: 'Since', show: ({ added_at }) => <When at={added_at} /> },
  {
    name: 'Change',
    isRight: true,
    isSilent: true,
    show: (teller) => (
      <Button look="danger" size="small" onClick={() => onRemove(teller)}>
        Remove<span className="sr-only"> {teller.user_uuid}</span>
      </Button>
    ),
  },
]
