// The accounts in quarantine, and how far the job is that proves them again.
import { ledgerRecheckStart } from '../../../../sdk/client/operations.ts'
import type { LedgerIntegrity, LedgerRecheckJob } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Problem } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

export function Quarantine({ integrity }: { readonly integrity: LedgerIntegrity }) {
  const start = useWrite(ledgerRecheckStart, ['integrity'])
  const { quarantined_accounts: count, last_recheck: last } = integrity
  return (
    <div className="grid justify-items-start gap-2">
      {count > 0 && (
        <p className="text-bad">
          {count === 1 ? '1 account is' : `${count.toLocaleString()} accounts are`} in quarantine;
          no money moves there.
        </p>
      )}
      {last && <Recheck recheck={last} />}
      {count > 0 && (
        <Button
          look="plain"
          size="small"
          isWaiting={start.isPending || last?.status === 'running'}
          onClick={() => start.mutate({ covers: 'all' })}
        >
          Prove them again
        </Button>
      )}
      {start.error && <Problem error={start.error} />}
    </div>
  )
}

function Recheck({ recheck }: { readonly recheck: LedgerRecheckJob }) {
  const { status, total, checked, released, still_broken, ended_at } = recheck
  return (
    <div role="status" className="grid gap-1 text-sm">
      {status === 'running' && (
        <progress
          aria-label="Accounts proved again"
          className="w-full"
          value={checked}
          max={Math.max(total, 1)}
        />
      )}
      <p className="figures">
        {checked.toLocaleString()} of {total.toLocaleString()} accounts proved again,{' '}
        {released.toLocaleString()} released, {still_broken.toLocaleString()} still broken
        {status === 'done' && (
          <>
            , <When at={ended_at} />
          </>
        )}
        .
      </p>
    </div>
  )
}
