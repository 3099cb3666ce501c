// Whether the ledger is sound, in green or red, with the figures of each rule that is proved.
import { ledgerIntegrity } from '../../../../sdk/client/operations.ts'
import type { Invariant, LedgerIntegrity } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'
import { Quarantine } from './quarantine.tsx'
import { SOUNDNESS } from './soundness.ts'

/** Four reads of the dashboard so often are 720 calls an hour; an operator has 1,000. A hidden tab makes none. */
export const AGAIN_MS = 20_000
/** While accounts are proved again, which takes minutes at most. */
const RECHECK_AGAIN_MS = 5_000

export function IntegrityCard() {
  const read = useRead('integrity', ledgerIntegrity, {}, (shown) =>
    shown?.data.last_recheck?.status === 'running' ? RECHECK_AGAIN_MS : AGAIN_MS,
  )
  return (
    <Card title="Ledger" hint="Every movement is proved again from the books themselves.">
      <Show read={read}>{({ data }) => <Integrity integrity={data} />}</Show>
    </Card>
  )
}

function Integrity({ integrity }: { readonly integrity: LedgerIntegrity }) {
  const { status, counts, lag_moves } = integrity
  const { icon: Icon, style, words } = SOUNDNESS[status]
  return (
    <div className="grid gap-4">
      <div role="status" className={classes('flex gap-3 rounded-lg px-4 py-3', style)}>
        <Icon className="mt-0.5 size-6 shrink-0" aria-hidden />
        <div>
          <p className="font-semibold">{words}</p>
          <p className="figures text-sm">
            {counts.moves.toLocaleString()} moves, {counts.balances.toLocaleString()} balances,{' '}
            {counts.accounts.toLocaleString()} accounts, {counts.holds.toLocaleString()} holds;{' '}
            {lag_moves.toLocaleString()} moves still to prove.
          </p>
          <p className="text-sm">
            Last proved: <When at={integrity.checked_at} />
          </p>
        </div>
      </div>
      <ul aria-label="Rules" className="grid gap-1.5">
        {integrity.invariants.map((rule) => (
          <Rule key={rule.name} rule={rule} />
        ))}
      </ul>
      <Quarantine integrity={integrity} />
    </div>
  )
}

const COLOURS = { sound: 'text-good', broken: 'text-bad', unknown: 'text-gold' } as const

function Rule({ rule }: { readonly rule: Invariant }) {
  const { icon: Icon } = SOUNDNESS[rule.status]
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon className={classes('mt-0.5 size-4 shrink-0', COLOURS[rule.status])} aria-hidden />
      <span className="sr-only">{rule.status}: </span>
      <span className="min-w-0">
        {rule.statement}
        {rule.violation_count > 0 && (
          <span className="figures block text-bad">
            Violated {rule.violation_count.toLocaleString()} times
            {rule.violations?.[0] &&
              `, such as ${rule.violations[0].account_uuid ?? 'the whole'}: expected ${rule.violations[0].expected}, found ${rule.violations[0].found}`}
          </span>
        )}
      </span>
    </li>
  )
}
