// Who changed what at the bank, when and from where; for operators, and read-only.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { auditList } from '../../../../sdk/client/operations.ts'
import type { AuditedChange } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input, Select, type Values } from '../../design/form.tsx'
import { beforeOf, Older, usePlace } from '../../design/older.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const ScrollText = icon('scroll-text')

export function Page() {
  const [values, setValues] = useState<Values>({ who: 'operators' })
  // Fields are cleared by replacing them with new ones.
  const [cleared, setCleared] = useState(0)
  const place = usePlace()
  const showEverything = (): void => {
    place.go([])
    setValues({ who: 'all' })
    setCleared(cleared + 1)
  }
  const read = useRead('audit', auditList, {
    ...toFilter(values),
    ...beforeOf(place),
    limit: 50,
  })
  return (
    <>
      <PageHead title="Audit log" hint="Every requested change. Entries cannot be altered." />
      <div className="grid gap-5">
        <Card title="Find">
          <Form
            submit="Search"
            other={
              <Button look="quiet" onClick={showEverything}>
                Show everything
              </Button>
            }
            onSubmit={async (given) => {
              place.go([])
              setValues(given)
            }}
          >
            <div key={cleared} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <Select label="Changes by" name="who" defaultValue={values.who}>
                <option value="operators">operators</option>
                <option value="others">customers and programs</option>
                <option value="all">all users</option>
              </Select>
              <Input label="User" name="user_uuid" placeholder="uuid" />
              <Input label="Target" name="target_uuid" placeholder="uuid of an account, …" />
              <Input label="Operation" name="operation" placeholder="account.freeze" />
            </div>
          </Form>
        </Card>
        <Card isFlush>
          <Show read={read}>
            {({ data, next }) =>
              data.length === 0 ? (
                <Empty icon={ScrollText} title="No matching changes">
                  Search with fewer conditions, or show everything.
                </Empty>
              ) : (
                <>
                  <Table label="Changes" rows={data} keyOf={({ id }) => id} columns={columns} />
                  <Older place={place} next={next} />
                </>
              )
            }
          </Show>
        </Card>
      </div>
    </>
  )
}

function toFilter({ who, user_uuid = '', target_uuid = '', operation = '' }: Values) {
  return {
    ...(who === 'operators' && { by_operator: true }),
    ...(who === 'others' && { by_operator: false }),
    ...(user_uuid !== '' && { user_uuid }),
    ...(target_uuid !== '' && { target_uuid }),
    ...(operation !== '' && { operation }),
  }
}

const Id = ({ id }: { readonly id: string | null }) =>
  id === null ? (
    <span className="text-soft">none</span>
  ) : (
    <span className="font-mono text-xs break-all">{id}</span>
  )

const columns: readonly Column<AuditedChange>[] = [
  {
    name: 'Change',
    isSilent: true,
    show: ({ operation, by_operator }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {operation}
        {by_operator && <Badge word="operator" tone="accent" />}
      </span>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'User',
    show: ({ user_uuid }) =>
      user_uuid === null ? (
        <Id id={null} />
      ) : (
        <Link
          to="/people/$id"
          params={{ id: user_uuid }}
          className="text-accent underline underline-offset-2"
        >
          <Id id={user_uuid} />
        </Link>
      ),
  },
  { name: 'Target', show: ({ target_uuid }) => <Id id={target_uuid} /> },
  {
    name: 'From, request',
    show: ({ address, request_id }) => (
      <span className="text-sm break-all text-soft">
        {address}, {request_id}
      </span>
    ),
  },
]
