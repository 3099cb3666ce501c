// The second step: what the payment would do.
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Form } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { useClaimDays } from '../../claim-days.ts'
import type { Draft } from './draft-form.tsx'

/** What is known before the payment is sent. */
export interface Tried {
  readonly fee?: { readonly amount: string; readonly code: string }
  /** The balance that would be left. */
  readonly left?: string
}

interface PreviewProps {
  readonly draft: Draft
  readonly tried: Tried
  readonly onBack: () => void
  readonly onConfirm: () => Promise<void>
}

export function Preview({ draft, tried, onBack, onConfirm }: PreviewProps) {
  const { amount, asset, from, toName, reference } = draft
  const days = useClaimDays()
  return (
    <Card title="Review payment">
      <div className="mb-2">
        <Money amount={amount} code={asset} isLarge />
      </div>
      <Facts
        rows={[
          ['To', toName],
          ['From', from.account.name],
          ...(reference === '' ? [] : [['Message', reference] as const]),
          ...(tried.fee ? [['Fee', <Money key="fee" {...tried.fee} />] as const] : []),
          ...(tried.left === undefined
            ? []
            : [['Balance left', <Money key="left" amount={tried.left} code={asset} />] as const]),
        ]}
      />
      {draft.kind === 'email' && (
        <p className="mt-3 text-sm text-soft">
          The bank checks the recipient when the payment is sent. The money waits to be collected
          {days !== undefined && ` for ${days}`}; you can cancel the payment until then.
        </p>
      )}
      <Form
        className="mt-5"
        submit="Send now"
        onSubmit={onConfirm}
        other={
          <Button look="plain" onClick={onBack}>
            Change something
          </Button>
        }
      />
    </Card>
  )
}
