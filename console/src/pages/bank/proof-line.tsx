// Whether the ledger is sound, in one line; the live dashboard has the rules that are proved.
import { Link } from '@tanstack/react-router'
import { ledgerIntegrity } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { classes } from '../../design/classes.ts'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { SOUNDNESS } from '../dashboard/soundness.ts'
import { AGAIN_MS } from './index.tsx'

export function ProofLine() {
  const read = useRead('integrity', ledgerIntegrity, {}, () => AGAIN_MS)
  return (
    <Show read={read} lines={1}>
      {({ data: { status, counts, quarantined_accounts, checked_at } }) => {
        const { icon: Icon, style, words } = SOUNDNESS[status]
        return (
          <div
            role="status"
            className={classes(
              'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-4 py-3',
              style,
            )}
          >
            <Icon className="size-5 shrink-0" aria-hidden />
            <p className="font-semibold">{words}</p>
            <p className="figures min-w-0 text-sm max-sm:order-last max-sm:basis-full sm:flex-1">
              {counts.moves.toLocaleString()} moves proved from the books
              {quarantined_accounts > 0 &&
                `, ${quarantined_accounts.toLocaleString()} accounts in quarantine`}
              ; last proved <When at={checked_at} />.
            </p>
            <Link to="/dashboard" className="text-sm font-medium underline underline-offset-2">
              Live dashboard
            </Link>
          </div>
        )
      }}
    </Show>
  )
}
