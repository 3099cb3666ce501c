// One user, for operators: access, accounts, keys and connected apps, and revoking access.
import { useParams } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import {
  apiKeyListOfUser,
  customerAccountList,
  grantListOfUser,
  userShow,
} from '../../../../sdk/client/operations.ts'
import type {
  ApiKey,
  ConnectedApp,
  CustomerAccount,
  PersonDetail,
} from '../../../../sdk/client/types.ts'
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
import { Actions } from './actions.tsx'
import { StatusBadge } from './index.tsx'

const KeyRound = icon('key-round')
const Landmark = icon('landmark')
const Plug = icon('plug')

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
          <Keys user={person.uuid} />
          <Programs user={person.uuid} />
        </div>
        <div className="grid min-w-0 gap-5">
          <About person={person} />
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
    <Card title="Details">
      <Facts
        rows={[
          ['State', <StatusBadge key="state" status={person.status} />],
          ['Roles', person.roles.map((role) => role.replaceAll('_', ' ')).join(', ')],
          ['Customer of', person.tenant_id === null ? 'the bank' : 'a tenant'],
          ['Identity', <Badge key="identity" word={person.kyc_status} />],
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

function Sessions({ person }: { readonly person: PersonDetail }) {
  return (
    <Card title="Sessions">
      {person.sessions.length === 0 ? (
        <p className="text-soft">They are signed in nowhere.</p>
      ) : (
        <ul aria-label="Sessions" className="grid gap-2">
          {person.sessions.map(({ id, started_at, expires_at }) => (
            <li key={id}>
              <When at={started_at} />
              <span className="block text-sm text-soft">
                until <When at={expires_at} isDay /> at the latest
              </span>
            </li>
          ))}
        </ul>
      )}
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

function Keys({ user }: { readonly user: string }) {
  const [page, setPage] = useState(1)
  const read = useRead('people', apiKeyListOfUser, { uuid: user, page, per_page: 10 })
  return (
    <Card title="API keys" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={KeyRound} title="They have no API key" />
          ) : (
            <>
              <Table label="API keys" rows={data} keyOf={({ uuid }) => uuid} columns={keyColumns} />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const keyColumns: readonly Column<ApiKey>[] = [
  {
    name: 'Key',
    isSilent: true,
    show: ({ name, key_prefix, environment }) => (
      <span className="min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-sm text-soft">
          <span className="font-mono">{key_prefix}…</span>, {environment}
        </span>
      </span>
    ),
  },
  { name: 'Permissions', show: ({ permissions }) => permissions.join(', ') },
  { name: 'Last used', show: ({ last_used_at }) => <When at={last_used_at} /> },
  {
    name: 'State',
    isRight: true,
    show: ({ is_active }) => (
      <Badge word={is_active ? 'active' : 'inactive'} tone={is_active ? 'good' : 'plain'} />
    ),
  },
]

function Programs({ user }: { readonly user: string }) {
  const [page, setPage] = useState(1)
  const read = useRead('people', grantListOfUser, { uuid: user, page, per_page: 10 })
  return (
    <Card title="Connected apps" isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Plug} title="No connected apps" />
          ) : (
            <>
              <Table
                label="Connected apps"
                rows={data}
                keyOf={({ uuid }) => uuid}
                columns={programColumns}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const programColumns: readonly Column<ConnectedApp>[] = [
  {
    name: 'App',
    isSilent: true,
    show: ({ client_name, scopes }) => (
      <span className="min-w-0">
        <span className="font-medium break-words">{client_name}</span>
        <span className="block text-sm break-words text-soft">{scopes.join(', ')}</span>
      </span>
    ),
  },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'Last used', isRight: true, show: ({ last_used_at }) => <When at={last_used_at} /> },
]
