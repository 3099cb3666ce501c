// Explains a balance by the bank's own proof: the opening balance, the movements and the current balance; every
// sentence can be checked against the entries.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { balanceExplain } from '../../../../sdk/client/operations.ts'
import type {
  Account,
  BalanceExplanation,
  KindSum,
  KindSums,
} from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { isZero } from '../../decimal.ts'
import { Dialog } from '../../design/dialog.tsx'
import { Money } from '../../design/money.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

const CircleCheck = icon('circle-check')
const CircleX = icon('circle-x')

interface StoryProps {
  readonly account: Account
  readonly asset: string | undefined
  readonly onClose: () => void
}

export function StoryDialog({ account, asset, onClose }: StoryProps) {
  return (
    <Dialog
      title={`Where the balance in ${asset ?? ''} comes from`}
      isOpen={asset !== undefined}
      onClose={onClose}
    >
      {asset !== undefined && <Story uuid={account.uuid} asset={asset} />}
    </Dialog>
  )
}

function Story({ uuid, asset }: { readonly uuid: string; readonly asset: string }) {
  const read = useRead('balances', balanceExplain, { uuid, asset, per_page: 5 })
  return <Show read={read}>{({ data }) => <Explanation story={data} />}</Show>
}

const KINDS: Readonly<Record<keyof KindSums, readonly [one: string, many: string]>> = {
  deposits: ['deposit', 'deposits'],
  withdrawals: ['withdrawal', 'withdrawals'],
  transfers_in: ['transfer from others', 'transfers from others'],
  transfers_out: ['transfer to others', 'transfers to others'],
  fees: ['fee', 'fees'],
  conversions: ['exchange of one asset for another', 'exchanges of one asset for another'],
  reversals: ['reversal', 'reversals'],
  interest: ['interest payment', 'interest payments'],
  other: ['other entry', 'other entries'],
}

function Explanation({ story }: { readonly story: BalanceExplanation }) {
  const { asset_code: code, from, to, sums, holds, proof } = story
  const kinds = Object.entries(sums).filter(([, { count }]: [string, KindSum]) => count > 0)
  return (
    <div className="grid gap-4">
      <ol className="grid gap-0">
        <Line>
          On <When at={from.instant} isDay /> the account held{' '}
          <Money amount={from.balance} code={code} className="font-medium" />.
        </Line>
        {kinds.map(([kind, sum]: [string, KindSum]) => {
          const [one, many] = KINDS[kind as keyof KindSums]
          return (
            <Line key={kind} amount={<Money amount={sum.net} code={code} isChange />}>
              {sum.count} {sum.count === 1 ? one : many}
            </Line>
          )
        })}
        <Line amount={<Money amount={to.balance} code={code} className="font-semibold" />}>
          Current balance
        </Line>
        {!isZero(holds.held_now.amount) && (
          <Line amount={<Money amount={holds.held_now.amount} code={code} />}>
            Of that, reserved for {holds.held_now.count} pending payments
          </Line>
        )}
      </ol>
      <p
        className={`flex gap-3 rounded-lg px-4 py-3 ${proof.proven ? 'bg-good-bg text-good' : 'bg-bad-bg text-bad'}`}
      >
        {proof.proven ? (
          <>
            <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden />
            Proven: the bank added up all {proof.entries} entries again, and every balance follows
            from the one before.
          </>
        ) : (
          <>
            <CircleX className="mt-0.5 size-5 shrink-0" aria-hidden />
            The entries do not add up. Please report this to the bank; nothing is lost.
          </>
        )}
      </p>
      <details>
        <summary className="text-sm font-medium text-accent">The last entries</summary>
        <ul className="mt-2">
          {story.entries.data.map((entry) => (
            <Line
              key={entry.sequence}
              amount={<Money amount={entry.change} code={code} isChange />}
            >
              <span className="text-sm text-soft">
                № {entry.sequence},{' '}
                <Link
                  to="/payments/$id"
                  params={{ id: entry.transaction_uuid }}
                  className="text-accent hover:underline"
                >
                  <When at={entry.at} />
                </Link>
                , then <Money amount={entry.balance_after} code={code} />
              </span>
            </Line>
          ))}
        </ul>
      </details>
    </div>
  )
}

function Line({
  amount,
  children,
}: {
  readonly amount?: React.ReactNode
  readonly children: React.ReactNode
}) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0">
      <span className="min-w-0">{children}</span>
      {amount}
    </li>
  )
}
