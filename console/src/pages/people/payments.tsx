// The latest payments of a user, over all their accounts; each leads to its page.
import { useQueries } from '@tanstack/react-query'
import { accountTransactions, customerAccountList } from '../../../../sdk/client/operations.ts'
import type { NamedAccount } from '../../accounts.ts'
import { PaymentsTable } from '../../activity.tsx'
import { reading, useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { Empty, Problem, Show, Waiting } from '../../design/state.tsx'

const Payment = icon('arrow-left-right')

/** Each account is one call. */
const ACCOUNTS_MAX = 10
const SHOWN = 10

export function Payments({ user }: { readonly user: string }) {
  const read = useRead('customers', customerAccountList, {
    owner: user,
    page: 1,
    per_page: ACCOUNTS_MAX,
  })
  return (
    <Card title="Latest payments" isFlush>
      <Show read={read}>
        {({ data, meta }) => (
          <>
            <OfAccounts accounts={data.filter(({ status }) => status !== 'closed')} />
            {meta.total > ACCOUNTS_MAX && (
              <p className="px-5 py-2 text-sm text-soft">
                Of the newest {ACCOUNTS_MAX} accounts; open another account to see its payments.
              </p>
            )}
          </>
        )}
      </Show>
    </Card>
  )
}

function OfAccounts({ accounts }: { readonly accounts: readonly NamedAccount[] }) {
  const reads = useQueries({
    queries: accounts.map(({ uuid }) =>
      reading('transactions', accountTransactions, { uuid, per_page: SHOWN }),
    ),
  })
  const failed = reads.find(({ error }) => error !== null)
  if (failed)
    return (
      <div className="px-5 pb-4">
        <Problem error={failed.error} onRetry={() => void failed.refetch()} />
      </div>
    )
  if (reads.some(({ isPending }) => isPending)) return <Waiting lines={3} />
  const rows = reads
    .flatMap(({ data }) => data?.data ?? [])
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, SHOWN)
  return rows.length === 0 ? (
    <Empty icon={Payment} title="No payments yet" />
  ) : (
    <PaymentsTable label="Latest payments" rows={rows} accounts={accounts} />
  )
}
