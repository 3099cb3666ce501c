// The first steps of a new user, each with the button that does it.
import { Link } from '@tanstack/react-router'
import { fundingGet } from '../../../../sdk/client/operations.ts'
import type { Holdings } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'

export function Start({ holdings }: { readonly holdings: readonly Holdings[] }) {
  const funding = useRead('funding', fundingGet, {})
  const first = holdings[0]?.account
  const mayFund = funding.data?.data.may_fund === true
  return (
    <Card title="Welcome. Three steps to your first payment">
      <ol className="grid gap-4 sm:grid-cols-3">
        <Step number={1} title="Open an account">
          {first
            ? `You have “${first.name}”. With a second one you have somewhere to send to.`
            : 'Open your first account.'}
          <Link to="/accounts" className={buttonStyle({ look: 'plain', size: 'small' })}>
            {first ? 'Open another' : 'Open an account'}
          </Link>
        </Step>
        <Step number={2} title="Add funds">
          {mayFund
            ? 'Here you can deposit any amount to try things out.'
            : 'Money arrives by transfer from others or from another bank.'}
          {first && (
            <Link
              to="/accounts/$id"
              params={{ id: first.uuid }}
              search={{ open: 'deposit' }}
              className={buttonStyle({ size: 'small' })}
            >
              {mayFund ? 'Deposit' : 'Receive payments'}
            </Link>
          )}
        </Step>
        <Step number={3} title="Send a payment">
          To another account of yours, or to any e-mail address. You see what it does first.
          <Link to="/send" className={buttonStyle({ look: 'plain', size: 'small' })}>
            Send money
          </Link>
        </Step>
      </ol>
    </Card>
  )
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number
  readonly title: string
  readonly children: React.ReactNode
}) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-bg text-sm font-semibold text-accent"
      >
        {number}
      </span>
      <div className="grid content-start justify-items-start gap-2 text-sm text-soft">
        <h3 className="pt-0.5 text-base font-medium text-ink">{title}</h3>
        {children}
      </div>
    </li>
  )
}
