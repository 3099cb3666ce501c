// The outcome of a payment to an e-mail address, which changes when the money is collected, cancelled or returned.
import { p2pTransferGet } from '../../../../sdk/client/operations.ts'
import type { P2pTransfer, P2pTransferStatus } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Result } from '../../design/result.tsx'
import { When } from '../../design/time.tsx'
import { WAITING } from './waiting.tsx'

const LOOKS = {
  pending: { state: 'pending', title: 'Waiting to be collected' },
  completed: { state: 'completed', title: 'Collected' },
  cancelled: { state: 'failed', title: 'Cancelled' },
  returned: { state: 'failed', title: 'Not collected' },
} as const satisfies Record<P2pTransferStatus, object>

export function EmailOutcome({ sent }: { readonly sent: P2pTransfer }) {
  const read = useRead(WAITING, p2pTransferGet, { id: sent.transfer_id })
  const { status, amount, currency, to_user, expires_at } = read.data?.data ?? sent
  return (
    <Result {...LOOKS[status]} amount={amount} code={currency}>
      {status === 'pending' && (
        <>
          {to_user} gets a mail and can collect the money until <When at={expires_at} />. After that
          it is returned to you.
        </>
      )}
      {status === 'completed' && `${to_user} has the money.`}
      {status === 'cancelled' && 'The money is back on your account.'}
      {status === 'returned' && `${to_user} did not collect the money. It is back on your account.`}
    </Result>
  )
}
