// What became of a payment, the oldest first.
import { Link } from '@tanstack/react-router'
import type { Payment } from '../../../../sdk/client/types.ts'
import { classes } from '../../design/classes.ts'
import { When } from '../../design/time.tsx'

type Moment = Payment['timeline'][number]

const TONES: Readonly<Record<Moment['step'], string>> = {
  requested: 'bg-edge',
  held: 'bg-edge',
  sent: 'bg-accent',
  completed: 'bg-good',
  settled: 'bg-good',
  failed: 'bg-bad',
  returned: 'bg-gold',
  cancelled: 'bg-gold',
  reversed: 'bg-gold',
  disputed: 'bg-gold',
  decided: 'bg-accent',
}

/** Who did it, as the viewer knows them. */
function actorOf({ by }: Moment, { from, to }: Payment): string | null {
  if (by === 'bank') return 'the bank'
  if (by === 'network') return 'the network'
  if (by === null) return null
  const party = by === 'payer' ? from : to
  return party.is_own ? 'you' : (party.name ?? `the ${by}`)
}

export function Timeline({ payment }: { readonly payment: Payment }) {
  return (
    <ol className="grid gap-4">
      {payment.timeline.map((moment, index) => (
        <Item key={index} moment={moment} payment={payment} />
      ))}
      {payment.status === 'pending' && (
        <li className="flex gap-3">
          <span aria-hidden className="mt-1.5 size-2.5 shrink-0 rounded-full border border-edge" />
          <p className="text-soft">In progress</p>
        </li>
      )}
    </ol>
  )
}

function Item({ moment, payment }: { readonly moment: Moment; readonly payment: Payment }) {
  const { at, step, summary, note, payment_uuid } = moment
  const actor = actorOf(moment, payment)
  return (
    <li className="flex gap-3">
      <span aria-hidden className={classes('mt-1.5 size-2.5 shrink-0 rounded-full', TONES[step])} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {payment_uuid === null ? (
            summary
          ) : (
            <Link
              to="/payments/$id"
              params={{ id: payment_uuid }}
              className="text-accent hover:underline"
            >
              {summary}
            </Link>
          )}
        </p>
        <p className="text-sm text-soft">
          <When at={at} hasSeconds />
          {actor !== null && `, by ${actor}`}
        </p>
        {note !== null && <p className="text-sm wrap-anywhere">{note}</p>}
      </div>
    </li>
  )
}
