// Standing orders: what the bank pays for the viewer on fixed days, when next, and what became of each payment.
import { useState } from 'react'
import {
  standingOrderCancel,
  standingOrderList,
  standingOrderPause,
  standingOrderResume,
} from '../../../../sdk/client/operations.ts'
import type { StandingOrder } from '../../../../sdk/client/types.ts'
import { nameOfAccount, shorten, useAccounts, useHoldings } from '../../accounts.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { icon } from '../../design/icons.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Review } from '../../design/review.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { toast } from '../../design/toast.tsx'
import { refreshAfter } from '../../live.ts'
import { ChangeForm } from './change-form.tsx'
import { Day, FREQUENCIES } from './frequency.tsx'
import { NewOrder } from './new-order.tsx'
import { Payments } from './payments.tsx'

const Plus = icon('plus')
const Repeat = icon('repeat')

refreshAfter('standing_order', ['standing-orders'])

const PER_PAGE = 20

export function Page() {
  const [isNew, setNew] = useState(false)
  const [page, setPage] = useState(1)
  const read = useRead('standing-orders', standingOrderList, { page, per_page: PER_PAGE })
  const holdings = useHoldings()
  return (
    <>
      <PageHead
        title="Standing orders"
        hint="The bank pays a fixed amount for you on fixed days, until you cancel the order."
        reference="operations/standing_order.create"
        action={
          <Button onClick={() => setNew(true)} disabled={(holdings.data ?? []).length === 0}>
            <Plus aria-hidden />
            New standing order
          </Button>
        }
      />
      <Card isFlush>
        <Show read={read}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty icon={Repeat} title="No standing orders">
                For a rent, an allowance or savings: choose whom to pay, how much and how often.
              </Empty>
            ) : (
              <>
                <Orders rows={data} />
                <Pager meta={meta} onPage={setPage} />
              </>
            )
          }
        </Show>
      </Card>
      <Dialog title="New standing order" isOpen={isNew} onClose={() => setNew(false)}>
        {isNew && holdings.data && (
          <NewOrder holdings={holdings.data} onDone={() => setNew(false)} />
        )}
      </Dialog>
    </>
  )
}

const recipientOf = ({ recipient_name, to_account }: StandingOrder): string =>
  recipient_name ?? shorten(to_account)

function Orders({ rows }: { readonly rows: readonly StandingOrder[] }) {
  const accounts = useAccounts()
  const pause = useWrite(standingOrderPause, ['standing-orders'])
  const resume = useWrite(standingOrderResume, ['standing-orders'])
  const cancel = useWrite(standingOrderCancel, ['standing-orders'])
  const [cancelled, setCancelled] = useState<StandingOrder>()
  const [changed, setChanged] = useState<StandingOrder>()
  const [shown, setShown] = useState<StandingOrder>()
  const columns: readonly Column<StandingOrder>[] = [
    {
      name: 'To',
      isSilent: true,
      show: (order) => (
        <button
          type="button"
          className="min-w-0 text-left hover:underline"
          onClick={() => setShown(order)}
        >
          <span className="block font-medium">{recipientOf(order)}</span>
          <span className="block text-sm text-soft">
            {[order.reference, `from ${nameOfAccount(accounts.data, order.from_account)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </button>
      ),
    },
    {
      name: 'Amount',
      isRight: true,
      show: ({ amount, asset_code }) => <Money amount={amount} code={asset_code} />,
    },
    { name: 'How often', show: ({ frequency }) => <span>{FREQUENCIES[frequency]}</span> },
    {
      name: 'Next payment',
      show: ({ next_on }) => (next_on === null ? <span>none</span> : <Day day={next_on} />),
    },
    { name: 'Status', show: ({ status }) => <Badge word={status} /> },
    {
      name: 'Change',
      isRight: true,
      isSilent: true,
      show: (order) =>
        (order.status === 'active' || order.status === 'paused') && (
          <span className="inline-flex flex-wrap justify-end gap-2">
            <Button look="plain" size="small" onClick={() => setChanged(order)}>
              Change<span className="sr-only"> {recipientOf(order)}</span>
            </Button>
            {order.status === 'active' ? (
              <Button
                look="plain"
                size="small"
                isWaiting={pause.isPending}
                onClick={() => pause.mutate({ uuid: order.uuid })}
              >
                Pause<span className="sr-only"> {recipientOf(order)}</span>
              </Button>
            ) : (
              <Button
                look="plain"
                size="small"
                isWaiting={resume.isPending}
                onClick={() =>
                  resume.mutate(
                    { uuid: order.uuid },
                    { onSuccess: () => toast('The standing order pays again.') },
                  )
                }
              >
                Resume<span className="sr-only"> {recipientOf(order)}</span>
              </Button>
            )}
            <Button look="danger" size="small" onClick={() => setCancelled(order)}>
              Cancel<span className="sr-only"> {recipientOf(order)}</span>
            </Button>
          </span>
        ),
    },
  ]
  return (
    <>
      <Table label="Standing orders" rows={rows} keyOf={({ uuid }) => uuid} columns={columns} />
      <Dialog
        title={`Payments to ${shown ? recipientOf(shown) : ''}`}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        {shown && <Payments order={shown} />}
      </Dialog>
      <Dialog
        title="Change the standing order"
        isOpen={changed !== undefined}
        onClose={() => setChanged(undefined)}
      >
        {changed && <ChangeForm order={changed} onDone={() => setChanged(undefined)} />}
      </Dialog>
      <Review
        title="Cancel a standing order"
        of={cancelled}
        facts={(order) => [
          ['To', recipientOf(order)],
          ['Amount', <Money key="amount" amount={order.amount} code={order.asset_code} />],
          [
            'Next payment',
            order.next_on === null ? 'none' : <Day key="next" day={order.next_on} />,
          ],
        ]}
        effect="Nothing is paid by it any more. To pay again, set up a new one."
        submit="Cancel the standing order"
        keep="Keep it"
        done="The standing order is cancelled."
        onConfirm={({ uuid }) => cancel.mutateAsync({ uuid })}
        onClose={() => setCancelled(undefined)}
      />
    </>
  )
}
