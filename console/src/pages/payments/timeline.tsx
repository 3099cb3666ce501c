// What became of a payment, the oldest first.
import { Link } from '@tanstack/react-router'
import type { Payment } from '../../../../sdk/client/types.ts'
import { classes } from '../../design/classes.ts'
import { When } from '../../design/time.tsx'

const WORDS = {
  requested: 'Requested',
  completed: 'Completed',
  failed: 'Failed',
  reversed: 'Reversed',
} as const

const TONES = {
  requested: 'bg-edge',
  completed: 'bg-good',
  failed: 'bg-bad',
  reversed: 'bg-gold',
} as const

export function Timeline({ payment }: { readonly payment: Payment }) {
  return (
    <ol className="grid gap-4">
      {payment.timeline.map(({ at, step, note, payment_uuid }) => (
        <li key={at + step} className="flex gap-3">
          <span
            aria-hidden
            className={classes('mt-1.5 size-2.5 shrink-0 rounded-full', TONES[step])}
          />
          <div className="min-w-0">
            <p className="font-medium">
              {payment_uuid === null ? (
                WORDS[step]
              ) : (
                <Link
                  to="/payments/$id"
                  params={{ id: payment_uuid }}
                  className="text-accent hover:underline"
                >
                  {WORDS[step]}
                </Link>
              )}
            </p>
            <p className="text-sm text-soft">
              <When at={at} hasSeconds />
            </p>
            {note !== null && <p className="text-sm wrap-anywhere">{note}</p>}
          </div>
        </li>
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
