// The life cycle of an escrow as a line of steps: those done, the current one, and the end.
import { icon } from '../../design/icons.tsx'
import type { EscrowStatus } from '../../../../sdk/client/types.ts'
import { classes } from '../../design/classes.ts'

const Check = icon('check')

/** The steps that led to this state; the others are still possible. */
const PATHS: Readonly<Record<EscrowStatus, readonly EscrowStatus[]>> = {
  created: ['created', 'funded', 'released'],
  funded: ['created', 'funded', 'released'],
  released: ['created', 'funded', 'released'],
  disputed: ['created', 'funded', 'disputed', 'resolved'],
  resolved: ['created', 'funded', 'disputed', 'resolved'],
  expired: ['created', 'expired'],
  cancelled: ['created', 'cancelled'],
}
const TROUBLED: ReadonlySet<EscrowStatus> = new Set(['disputed', 'expired', 'cancelled'])

export function EscrowPath({ status }: { readonly status: EscrowStatus }) {
  const path = PATHS[status]
  const reached = path.indexOf(status)
  return (
    <ol aria-label={`State: ${status}`} className="flex max-w-xl">
      {path.map((step, index) => {
        const isDone = index <= reached
        const isTroubled = isDone && TROUBLED.has(step)
        return (
          <li
            key={step}
            aria-current={index === reached ? 'step' : undefined}
            className="relative flex flex-1 flex-col items-center gap-1 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={classes(
                  'absolute top-3 right-1/2 h-0.5 w-full',
                  isDone ? 'bg-accent' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={classes(
                'relative z-10 grid size-6 place-items-center rounded-full border-2 [&_svg]:size-3.5',
                isTroubled
                  ? 'border-bad bg-bad-bg text-bad'
                  : isDone
                    ? 'border-accent bg-accent text-on-accent'
                    : 'border-line bg-card',
              )}
            >
              {isDone && !isTroubled && <Check />}
            </span>
            <span
              className={classes(
                'text-xs capitalize',
                index === reached ? 'font-medium' : 'text-soft',
              )}
            >
              {step}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
