// A short tour for new users: where things are, and demo data. It is a dialog, so that the keyboard focus stays inside
// and Escape ends it.
import { Link } from '@tanstack/react-router'
import { icon } from '../design/icons.tsx'
import { type ReactNode, useState } from 'react'
import type { User } from '../../../sdk/client/types.ts'
import { LoadDemo } from '../demo/load-demo.tsx'
import { Button, buttonStyle } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import type { Session } from '../session.ts'
import { isOperator as isOperatorOf, OPERATORS_HOME } from '../shell/home.ts'

const ArrowLeft = icon('arrow-left')
const ArrowRight = icon('arrow-right')

interface Step {
  readonly title: string
  readonly text: ReactNode
  /** The page that the step describes. */
  readonly page?: { readonly to: string; readonly name: string }
  readonly more?: ReactNode
}

interface Viewer {
  readonly user: User
  readonly bank: Session['bank']
}

function stepsFor({ user, bank }: Viewer): Step[] {
  const isSandbox = bank.mode === 'sandbox'
  const isOperator = isOperatorOf(user)
  const account = isOperator ? 'Open an account first.' : 'Your account is open already.'
  return [
    {
      title: `Welcome to Florin, ${user.name.split(' ')[0]}`,
      text: isSandbox
        ? 'This bank is a sandbox: everything in it works, and none of the money is real. The tour takes half a minute; Escape ends it.'
        : 'The tour takes half a minute and shows where things are; Escape ends it.',
    },
    ...(isOperator
      ? [
          {
            title: 'You run this bank',
            text: 'The bank overview shows what the bank holds, what moved, and what waits for you. Below it are the customers’ accounts, funding, payment files and the general ledger.',
            page: { to: OPERATORS_HOME, name: 'Go to the bank overview' },
          },
        ]
      : []),
    {
      title: 'First money, then a payment',
      text: isSandbox
        ? `${account} Choose it under Accounts and press Deposit; then choose Send. You see what a payment does before anything moves.`
        : `${account} Its page says how to be paid. Under Send you see what a payment does before anything moves.`,
      page: { to: '/accounts', name: 'Go to my accounts' },
    },
    {
      title: 'More than dollars',
      text: 'An account holds many assets at once. The GCU is a basket of currencies and gold whose holders vote on its weights; the exchange trades currencies and crypto.',
      page: { to: '/gcu', name: 'Go to GCU' },
    },
    {
      title: 'Everything is an API',
      text: 'What this console does, your programs can do. “First five minutes” has commands with your own account in them; keys, webhooks, live events and agents are next to it.',
      page: { to: '/first-steps', name: 'See the first five minutes' },
    },
    ...(isSandbox
      ? [
          {
            title: 'Add demo data',
            text: 'Five people and their last three months of payments, trades and agreements, for a bank that has no payments yet. Loading them takes about twenty seconds.',
            more: <LoadDemo />,
          },
        ]
      : []),
  ]
}

interface TourProps extends Viewer {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function Tour({ isOpen, onClose, ...viewer }: TourProps) {
  const steps = stepsFor(viewer)
  const [index, setIndex] = useState(0)
  const close = (): void => {
    setIndex(0)
    onClose()
  }
  const { title, text, page, more } = steps[index]!
  const isLast = index === steps.length - 1
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <div className="grid min-h-24 content-start gap-4" aria-live="polite">
        <p className="text-soft">{text}</p>
        {page && (
          <Link
            to={page.to}
            onClick={close}
            className={buttonStyle({
              look: 'plain',
              size: 'small',
              className: 'justify-self-start',
            })}
          >
            {page.name}
          </Link>
        )}
        {more}
      </div>
      <footer className="mt-5 flex items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-sm text-soft">
          {index + 1} of {steps.length}
        </p>
        <div className="flex gap-2">
          {index > 0 && (
            <Button look="quiet" onClick={() => setIndex(index - 1)}>
              <ArrowLeft aria-hidden />
              Back
            </Button>
          )}
          <Button
            autoFocus
            look={isLast && more !== undefined ? 'plain' : 'main'}
            onClick={() => (isLast ? close() : setIndex(index + 1))}
          >
            {isLast ? 'Done' : 'Next'}
            {!isLast && <ArrowRight aria-hidden />}
          </Button>
        </div>
      </footer>
    </Dialog>
  )
}
