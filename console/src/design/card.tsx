// A sheet on the page, with a heading and perhaps something to do on its right.
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface CardProps {
  readonly title?: ReactNode
  readonly hint?: ReactNode
  readonly action?: ReactNode
  readonly className?: string
  /** Tables go to the edge of the card. */
  readonly isFlush?: boolean
  readonly children?: ReactNode
}

export function Card({ title, hint, action, className, isFlush = false, children }: CardProps) {
  return (
    <section
      className={classes(
        'min-w-0 rounded-xl border border-line bg-card shadow-[0_1px_2px_var(--shadow)]',
        className,
      )}
    >
      {(title !== undefined || action !== undefined) && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-3">
          <div>
            {title !== undefined && <h2 className="font-semibold">{title}</h2>}
            {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
          </div>
          {action}
        </header>
      )}
      {children !== undefined && (
        <div
          className={classes(
            isFlush ? 'pb-1' : 'px-5 pb-5',
            !isFlush && title === undefined && action === undefined && 'pt-5',
          )}
        >
          {children}
        </div>
      )}
    </section>
  )
}
