// One card: what it may and did take, what its owner may do with it, and its payments.
import { useState } from 'react'
import {
  issuedCardCancel,
  issuedCardFreeze,
  issuedCardUnfreeze,
} from '../../../../sdk/client/operations.ts'
import type { IssuedCard } from '../../../../sdk/client/types.ts'
import { nameOfAccount, useAccounts } from '../../accounts.ts'
import { useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { toast } from '../../design/toast.tsx'
import { NETWORKS } from './face.tsx'
import { LimitsForm } from './limits-form.tsx'
import { Payments } from './payments.tsx'
import { TryForm } from './try-form.tsx'

export function OrderedCard({ card }: { readonly card: IssuedCard }) {
  const accounts = useAccounts()
  const account = nameOfAccount(accounts.data, card.account_uuid)
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <Card title={card.label ?? `${NETWORKS[card.network]} ${card.last4}`}>
        <div className="grid gap-4">
          <Spent name="Today" spent={card.spent_today} limit={card.daily_limit} card={card} />
          <Spent
            name="This month"
            spent={card.spent_this_month}
            limit={card.monthly_limit}
            card={card}
          />
          <Facts
            rows={[
              [
                'At most per payment',
                <Money key="most" amount={card.payment_limit} code={card.currency} isExact />,
              ],
              ['Pays from', account],
            ]}
          />
          <Steps card={card} account={account} />
        </div>
      </Card>
      <Card title="Payments by card" isFlush>
        <Payments card={card} />
      </Card>
    </div>
  )
}

interface SpentProps {
  readonly name: string
  readonly spent: string
  readonly limit: string
  readonly card: IssuedCard
}

function Spent({ name, spent, limit, card: { currency } }: SpentProps) {
  // Only the bar is drawn from a float.
  const share = Math.min(100, (Number(spent) / Number(limit)) * 100)
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{name}</span>
        <span>
          <Money amount={spent} code={currency} isExact /> <span className="text-soft">of </span>
          <Money amount={limit} code={currency} isExact />
        </span>
      </p>
      <div aria-hidden className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunk">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}

function Steps({ card, account }: { readonly card: IssuedCard; readonly account: string }) {
  const freeze = useWrite(issuedCardFreeze, ['issued-cards'])
  const unfreeze = useWrite(issuedCardUnfreeze, ['issued-cards'])
  const cancel = useWrite(issuedCardCancel, ['issued-cards'])
  const [open, setOpen] = useState<'try' | 'limits' | 'cancel'>()
  const close = (): void => setOpen(undefined)
  const { id, status } = card
  if (status === 'cancelled')
    return <p className="text-sm text-soft">This card is cancelled, and pays nothing any more.</p>
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {card.simulated && (
          <Button size="small" onClick={() => setOpen('try')}>
            Try a payment
          </Button>
        )}
        {status === 'active' ? (
          <Button
            look="plain"
            size="small"
            isWaiting={freeze.isPending}
            onClick={() =>
              freeze.mutate(
                { id },
                { onSuccess: () => toast('The card is frozen: it pays nothing.') },
              )
            }
          >
            Freeze
          </Button>
        ) : (
          <Button
            look="plain"
            size="small"
            isWaiting={unfreeze.isPending}
            onClick={() =>
              unfreeze.mutate({ id }, { onSuccess: () => toast('The card pays again.') })
            }
          >
            Unfreeze
          </Button>
        )}
        <Button look="plain" size="small" onClick={() => setOpen('limits')}>
          Limits
        </Button>
        <Button look="danger" size="small" onClick={() => setOpen('cancel')}>
          Cancel card
        </Button>
      </div>
      <Dialog title="Try a payment at a shop" isOpen={open === 'try'} onClose={close}>
        <TryForm card={card} onDone={close} />
      </Dialog>
      <Dialog title="Limits of the card" isOpen={open === 'limits'} onClose={close}>
        <LimitsForm card={card} onDone={close} />
      </Dialog>
      <Review
        title="Cancel a card"
        of={open === 'cancel' ? card : undefined}
        facts={() => [
          ['Card', `${NETWORKS[card.network]} ending in ${card.last4}`],
          ['Pays from', account],
        ]}
        effect="It cannot be used again. Payments that are authorized already can still be captured."
        submit="Cancel the card"
        keep="Keep it"
        done="The card is cancelled."
        onConfirm={() => cancel.mutateAsync({ id })}
        onClose={close}
      />
    </>
  )
}
