// One user, for operators: accounts, payments, notes, checks, and every access they have given, which can be revoked.
import { Link, useParams } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { customerAccountList, userShow } from '../../../../sdk/client/operations.ts'
import type { CustomerAccount, PersonDetail } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { AccountDialog } from '../customers/account.tsx'
import { AccountName, Balances } from '../customers/index.tsx'
import { Keys, Passkeys, Programs, Sessions } from './access.tsx'
import { Actions } from './actions.tsx'
import { Checks } from './checks.tsx'
import { StatusBadge } from './index.tsx'
import { Notes } from './notes.tsx'
import { Payments } from './payments.tsx'

const Landmark = icon('landmark')

export function Detail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead('people', userShow, { uuid: id })
  return <Show read={read}>{({ data }) => <Content person={data} />}</Show>
}

function Content({ person }: { readonly person: PersonDetail }) {
  return (
    <>
      <PageHead
        title={person.name}
        hint={<span className="break-all">{person.email}</span>}
        action={<Actions person={person} />}
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <Accounts user={person.uuid} />
          <Payments user={person.uuid} />
          <Notes user={person.uuid} />
          <Keys person={person} />
          <Programs person={person} />
          <Passkeys person={person} />
        </div>
        <div className="grid min-w-0 gap-5">
          <About person={person} />
          <Checks person={person} />
          <Sessions person={person} />
          {person.status_changes.length > 0 && <Changes person={person} />}
        </div>
      </div>
    </>
  )
}

function About({ person }: { readonly person: PersonDetail }) {
  const { access } = person
  return (
    <Card
      title="Details"
      action={
        <Link
          to="/audit"
          search={{ user: person.uuid }}
          className="text-sm text-accent hover:underline"
        >
          Audit log
        </Link>
      }
    >
      <Facts
        rows={[
          ['State', <StatusBadge key="state" status={person.status} />],
          ['Roles', person.roles.map((role) => role.replaceAll('_', ' ')).join(', ')],
          ['Customer of', person.tenant_id === null ? 'the bank' : 'a tenant'],
          ['Second factor', person.two_factor ? 'on' : 'off'],
          ['Passkeys', access.passkeys],
          ['Devices with biometrics', access.devices],
          ['Agents', access.agents],
          ['Webhooks', access.webhooks],
          ['Since', <When key="since" at={person.created_at} isDay />],
          [
            'Id',
            <span key="id" className="font-mono text-sm break-all">
              {person.uuid}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

function Changes({ person }: { readonly person: PersonDetail }) {
  return (
    <Card title="History">
      <ul aria-label="History" className="grid gap-4">
        {person.status_changes.map(({ status, reason, note, created_at }) => (
          <li key={created_at} className="grid gap-1">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <StatusBadge status={status} />
              <span className="text-sm text-soft">
                <When at={created_at} />
              </span>
            </p>
            <p className="break-words">{reason}</p>
            {note !== null && <p className="text-sm break-words text-soft">Note: {note}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Accounts({ user }: { readonly user: string }) {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<string>()
  const read = useRead('customers', customerAccountList, { owner: user, page, per_page: 10 })
  return (
    <Card title="Accounts" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Landmark} title="They have no account" />
          ) : (
            <>
              <Table
                label="Accounts"
                rows={data}
                keyOf={({ uuid }) => uuid}
                columns={accountColumns(setShown)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <AccountDialog uuid={shown} onClose={() => setShown(undefined)} />
    </Card>
  )
}

const accountColumns = (onShow: (account: string) => void): readonly Column<CustomerAccount>[] => [
  {
    name: 'Account',
    isSilent: true,
    show: (account) => <AccountName account={account} onShow={onShow} />,
  },
  { name: 'Balance', isRight: true, show: (account) => <Balances account={account} /> },
  { name: 'State', isRight: true, show: ({ status }) => <Badge word={status} /> },
]
