// All users with access to the bank: found by name, e-mail address or id.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { userList } from '../../../../sdk/client/operations.ts'
import type { Person } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Search = icon('search')
const UserRound = icon('user-round')

export { Detail } from './detail.tsx'

interface Asked {
  readonly search?: string
  readonly status?: 'active' | 'suspended'
}

const STATES = ['active', 'suspended'] as const

export function Page() {
  const [asked, setAsked] = useState<Asked>({})
  const [page, setPage] = useState(1)
  const read = useRead('people', userList, { ...asked, page, per_page: 20 })
  return (
    <>
      <PageHead
        title="Users"
        hint="All users who can sign in to the bank or to one of its tenants."
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
            onSubmit={({ search = '', status = '' }) => {
              const state = STATES.find((one) => one === status)
              setAsked({ ...(search !== '' && { search }), ...(state && { status: state }) })
              setPage(1)
              return Promise.resolve()
            }}
          >
            <div className="grid gap-4 sm:grid-cols-[3fr_1fr]">
              <Input
                label="User"
                name="search"
                type="search"
                maxLength={255}
                placeholder="Part of a name or e-mail address, or an id"
              />
              <Select label="State" name="status" defaultValue="">
                <option value="">Any</option>
                <option value="active">Active</option>
                <option value="suspended">Suspended</option>
              </Select>
            </div>
          </Form>
        </Card>
        <Card isFlush>
          <Show read={read}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <Empty icon={UserRound} title="No users found">
                  Try another part of the name, or the whole e-mail address.
                </Empty>
              ) : (
                <>
                  <Table label="Users" rows={data} keyOf={({ uuid }) => uuid} columns={columns} />
                  <Pager meta={meta} onPage={setPage} />
                </>
              )
            }
          </Show>
        </Card>
      </div>
    </>
  )
}

const columns: readonly Column<Person>[] = [
  {
    name: 'User',
    isSilent: true,
    show: ({ uuid, name, email }) => (
      <span className="min-w-0">
        <Link
          to="/people/$id"
          params={{ id: uuid }}
          className="font-medium break-words text-accent hover:underline"
        >
          {name}
        </Link>
        <span className="block text-sm break-all text-soft">{email}</span>
      </span>
    ),
  },
  { name: 'Identity', show: ({ kyc_status }) => <Badge word={kyc_status} /> },
  { name: 'Second factor', show: ({ two_factor }) => (two_factor ? 'on' : 'off') },
  { name: 'Since', show: ({ created_at }) => <When at={created_at} isDay /> },
  { name: 'State', isRight: true, show: ({ status }) => <StatusBadge status={status} /> },
]

export const StatusBadge = ({ status }: { readonly status: Person['status'] }) => (
  <Badge word={status} tone={status === 'active' ? 'good' : 'bad'} />
)
