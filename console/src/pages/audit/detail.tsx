// One change: who made it, by which credential and from where, and each field before and after.
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { auditGet } from '../../../../sdk/client/operations.ts'
import type { AuditedChange, AuditedFieldChange } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { Actor, IdText, nameOf, Target } from './entry.tsx'

const Equal = icon('scroll-text')

export function Detail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const read = useRead('audit', auditGet, { id })
  return <Show read={read}>{({ data }) => <Content change={data} />}</Show>
}

function Content({ change }: { readonly change: AuditedChange }) {
  const { operation, user_uuid, target_uuid } = change
  return (
    <>
      <PageHead
        title={nameOf(operation)}
        hint={<When at={change.created_at} hasSeconds />}
        action={
          <>
            {user_uuid !== null && (
              <Related to={{ user: user_uuid }}>
                All changes by {change.user_name ?? 'them'}
              </Related>
            )}
            {target_uuid !== null && (
              <Related to={{ target: target_uuid }}>
                All changes to {change.target_name ?? 'the target'}
              </Related>
            )}
          </>
        }
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="What changed" isFlush>
          <Fields changes={change.changes} />
        </Card>
        <Card title="Details">
          <Facts
            rows={[
              ['Operation', <code key="operation">{operation}</code>],
              ['By', <Actor key="actor" change={change} />],
              ['Target', <Target key="target" change={change} />],
              ...(target_uuid === null
                ? []
                : ([['Target id', <IdText key="target_id" id={target_uuid} />]] as const)),
              ['Address', change.address],
              ['Request', <IdText key="request" id={change.request_id} />],
              ['Entry', <IdText key="id" id={change.id} />],
            ]}
          />
        </Card>
      </div>
    </>
  )
}

const Related = ({
  to,
  children,
}: {
  readonly to: { readonly user: string } | { readonly target: string }
  readonly children: ReactNode
}) => (
  <Link to="/audit" search={to} className={buttonStyle({ look: 'plain' })}>
    {children}
  </Link>
)

function Fields({ changes }: Pick<AuditedChange, 'changes'>) {
  if (changes === null)
    return (
      <Empty icon={Equal} title="Not compared">
        The bank recorded that this was done. It compares fields for changes by operators and for
        changes of access and settings.
      </Empty>
    )
  if (changes.length === 0)
    return (
      <Empty icon={Equal} title="Nothing changed">
        Every field had this value already.
      </Empty>
    )
  return <Table label="Fields" rows={changes} keyOf={({ field }) => field} columns={columns} />
}

const Value = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <span className="text-soft">empty</span>
  ) : (
    <span className="text-sm break-all">{text}</span>
  )

const columns: readonly Column<AuditedFieldChange>[] = [
  {
    name: 'Field',
    isSilent: true,
    show: ({ field }) => <span className="text-sm font-medium break-all">{field}</span>,
  },
  { name: 'Before', show: ({ before }) => <Value text={before} /> },
  { name: 'After', show: ({ after }) => <Value text={after} /> },
]
