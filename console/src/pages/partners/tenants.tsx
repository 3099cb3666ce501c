// The tenants of all partners: how large they are, and how much of their plan they use.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { tenantListAll } from '../../../../sdk/client/operations.ts'
import type { TenantOverview } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'

const Store = icon('store')

export function TenantsCard() {
  const [page, setPage] = useState(1)
  const read = useRead('partners', tenantListAll, { page, per_page: 20 })
  return (
    <Card title="Tenants" hint="The banks that partners run on this one." isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={Store} title="There is no tenant yet">
              A partner creates its tenants with its own key.
            </Empty>
          ) : (
            <>
              <Table
                label="Tenants"
                rows={data}
                keyOf={({ tenant_id }) => tenant_id}
                columns={columns}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

/** The bank writes -1 for a plan without a limit. */
const ofLimit = (count: number, limit: number): string =>
  limit < 0 ? count.toLocaleString() : `${count.toLocaleString()} of ${limit.toLocaleString()}`

const columns: readonly Column<TenantOverview>[] = [
  {
    name: 'Tenant',
    isSilent: true,
    show: ({ name, domain, partner_name }) => (
      <span className="min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-sm break-all text-soft">
          {domain === null ? partner_name : `${partner_name}, ${domain}`}
        </span>
      </span>
    ),
  },
  { name: 'Plan', show: ({ plan }) => plan },
  {
    name: 'Users',
    isRight: true,
    show: ({ people, limits }) => (
      <span className="figures">{ofLimit(people, limits.max_users)}</span>
    ),
  },
  {
    name: 'Accounts',
    isRight: true,
    show: ({ accounts }) => <span className="figures">{accounts.toLocaleString()}</span>,
  },
  {
    name: 'Calls this month',
    isRight: true,
    show: ({ calls_this_month, limits }) => (
      <span className="figures">{ofLimit(calls_this_month, limits.max_api_calls)}</span>
    ),
  },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={status === 'active' ? 'good' : 'bad'} />,
  },
]
