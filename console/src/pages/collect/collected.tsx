// The outcome: the amount, its sender, and the sender's note, which is not in the mail.
import { Link } from '@tanstack/react-router'
import type { ClaimedP2pTransfer } from '../../../../sdk/client/types.ts'
import { buttonStyle } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Result } from '../../design/result.tsx'

export function Collected({ transfer }: { readonly transfer: ClaimedP2pTransfer }) {
  const { amount, currency, from_name, note } = transfer
  return (
    <Card>
      <div aria-live="polite">
        <Result state="completed" title="Collected" amount={amount} code={currency}>
          From {from_name}
          {note !== null && `: “${note}”`}. The money is on your account.
        </Result>
      </div>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Link to="/history" className={buttonStyle({ look: 'plain' })}>
          See the history
        </Link>
        <Link to="/" className={buttonStyle()}>
          Go to the overview
        </Link>
      </div>
    </Card>
  )
}
