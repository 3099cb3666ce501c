// Who changed what at the bank, when and from where; for operators, and read-only.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auditList, userShow } from '../../../../sdk/client/operations.ts'
import type { AuditedChange } from '../../../../sdk/client/types.ts'
import { download, useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Form, Input, Select } from '../../design/form.tsx'
import { icon } from '../../design/icons.tsx'
import { beforeOf, Older, type Place, usePlace } from '../../design/older.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { PersonFinder } from '../../finders.tsx'
import { Actor, ChangedFields, nameOf, Target } from './entry.tsx'
import { type Filters, findFault, toRequest, useFilters, WHO } from './filters.ts'

const FileDown = icon('file-down')
const ScrollText = icon('scroll-text')

export { Detail } from './detail.tsx'

export function Page() {
  const { filters, show } = useFilters()
  // A page of a list is of no other list.
  const list = JSON.stringify(filters)
  const fault = findFault(filters)
  return (
    <>
      <PageHead
        title="Audit log"
        hint="Who changed what, when and from where. Entries cannot be altered."
      />
      <div className="grid gap-5">
        <Find filters={filters} show={show} />
        <Card
          isFlush
          title="Changes"
          hint={<Scope />}
          action={<CsvButton filters={filters} isOff={fault !== undefined} />}
        >
          {fault === undefined ? (
            <Changes key={list} filters={filters} />
          ) : (
            <div className="px-5 pb-4">
              <Problem error={new Error(fault)} />
            </div>
          )}
        </Card>
      </div>
    </>
  )
}

/** What the log contains, so that nobody reads an absence as a proof. */
const Scope = () => (
  <details>
    <summary className="cursor-pointer">What is recorded</summary>
    <div className="mt-2 grid max-w-prose gap-2">
      <p>
        Every request that changed something and was accepted, of users, operators, API keys,
        connected apps and agents. For changes by operators, and of access and settings, also each
        field before and after; secrets and personal data only as “not recorded”.
      </p>
      <p>
        Not here: requests that were refused or only read, which are in the request log of their
        user; payments and orders, which the ledger records with their author; and what the bank
        does by itself, which is in the events.
      </p>
    </div>
  </details>
)

interface FindProps {
  readonly filters: Filters
  readonly show: (change: Partial<Filters>) => void
}

const cleared: Filters = {
  who: 'all',
  user: '',
  agent: '',
  operation: '',
  target: '',
  from: '',
  to: '',
}

function Find({ filters, show }: FindProps) {
  const { who, operation, target, from, to } = filters
  return (
    <Card title="Find">
      <div className="grid gap-4">
        <User filters={filters} show={show} />
        <Form
          submit="Search"
          other={
            <Button look="quiet" onClick={() => show(cleared)}>
              Show everything
            </Button>
          }
          onSubmit={(given) => {
            show({ ...given, operation: (given['operation'] ?? '').trim() })
            return Promise.resolve()
          }}
        >
          {/* Fields that another address fills are replaced by new ones; the button keeps the focus. */}
          <div key={JSON.stringify(filters)} className="grid grid-cols-2 gap-4 lg:grid-cols-5">
            <Select label="Changes by" name="who" defaultValue={who}>
              {Object.entries(WHO).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </Select>
            <Input
              label="Operation"
              name="operation"
              placeholder="account.freeze"
              maxLength={80}
              defaultValue={operation}
            />
            <Input
              label="Target"
              name="target"
              placeholder="id of an account, …"
              maxLength={36}
              defaultValue={target}
            />
            <Input label="From" name="from" type="date" defaultValue={from} />
            <Input label="To" name="to" type="date" defaultValue={to} />
          </div>
        </Form>
      </div>
    </Card>
  )
}

/** The user whose changes are shown, found by name. */
function User({ filters, show }: FindProps) {
  return filters.user === '' ? (
    <PersonFinder
      chosen={undefined}
      onChoose={(person) => person && show({ user: person.uuid, who: 'all' })}
    />
  ) : (
    <ChosenUser uuid={filters.user} onRemove={() => show({ user: '' })} />
  )
}

function ChosenUser({ uuid, onRemove }: { readonly uuid: string; readonly onRemove: () => void }) {
  const read = useRead('people', userShow, { uuid })
  return <Show read={read}>{({ data }) => <PersonFinder chosen={data} onChoose={onRemove} />}</Show>
}

function CsvButton({ filters, isOff }: { readonly filters: Filters; readonly isOff: boolean }) {
  const [error, setError] = useState<unknown>(null)
  const asked = Object.entries({ ...toRequest(filters), format: 'csv' })
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="plain"
        size="small"
        disabled={isOff}
        onClick={() => {
          setError(null)
          download(`/api/v2/audit?${query}`, 'audit.csv').catch(setError)
        }}
      >
        <FileDown aria-hidden />
        CSV
      </Button>
      {error !== null && <Problem error={error} />}
    </div>
  )
}

function Changes({ filters }: { readonly filters: Filters }) {
  const place = usePlace()
  const read = useRead('audit', auditList, {
    ...toRequest(filters),
    ...beforeOf(place),
    limit: 50,
  })
  return (
    <Show read={read}>
      {({ data, next }) => <ChangeList rows={data} next={next} place={place} />}
    </Show>
  )
}

function ChangeList({
  rows,
  next,
  place,
}: {
  readonly rows: readonly AuditedChange[]
  readonly next: string | null
  readonly place: Place
}) {
  if (rows.length === 0)
    return (
      <Empty icon={ScrollText} title="No matching changes">
        Search with fewer conditions, or show everything.
      </Empty>
    )
  return (
    <>
      <Table label="Changes" rows={rows} keyOf={({ id }) => id} columns={columns} />
      <Older place={place} next={next} />
    </>
  )
}

const columns: readonly Column<AuditedChange>[] = [
  {
    name: 'Change',
    isSilent: true,
    show: ({ id, operation, created_at }) => (
      <span className="min-w-0">
        <Link
          to="/audit/$id"
          params={{ id }}
          className="font-medium break-words text-accent hover:underline"
        >
          {nameOf(operation)}
        </Link>
        <span className="block text-sm text-soft">
          <When at={created_at} />
        </span>
      </span>
    ),
  },
  { name: 'By', show: (change) => <Actor change={change} /> },
  { name: 'Target', show: (change) => <Target change={change} /> },
  { name: 'Changed', show: ({ changes }) => <ChangedFields changes={changes} /> },
]
