// A payment whose answer did not arrive: the bank may have it or not. The same payment under the same key is never made
// twice, so it may be sent again; a changed one is another payment.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { ApiError } from '../../../../sdk/client/errors.ts'
import { Money } from '../../design/money.tsx'
import type { Draft } from './draft-form.tsx'

const TriangleAlert = icon('triangle-alert')

export interface Lost {
  readonly draft: Draft
  /** The idempotency key that it was sent with. */
  readonly key: string
}

export const UNKNOWN =
  'It is not known whether the payment went, because the bank’s answer did not arrive. Check your connection and press “Send now” again. That is safe: the same payment is never made twice.'

/** A refusal says that nothing went; a proxy before the bank, or a first try that still runs, does not. */
export const isUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === 'REQUEST_IN_PROGRESS'

const textOf = ({ kind, from, to, amount, asset, reference }: Draft): string =>
  JSON.stringify([kind, from.account.uuid, to, amount, asset, reference])

export const isSame = (one: Draft, other: Draft): boolean => textOf(one) === textOf(other)

export function LostNotice({ draft }: { readonly draft: Draft }) {
  const { amount, asset, toName } = draft
  return (
    <div role="note" className="mb-4 flex gap-3 rounded-lg bg-gold-bg px-4 py-3 text-gold">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <p className="min-w-0 break-words">
        It is not known whether the payment of <Money amount={amount} code={asset} /> to {toName}{' '}
        went. Look at{' '}
        <Link to="/history" target="_blank" className="font-medium underline underline-offset-2">
          History<span className="sr-only"> (in a new tab)</span>
        </Link>{' '}
        before you send a changed payment.
      </p>
    </div>
  )
}
