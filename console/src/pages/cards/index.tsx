// The viewer's cards: those ordered at the bank with what they paid, those of an outside platform, and the plan.
import { useState } from 'react'
import { issuedCardList } from '../../../../sdk/client/operations.ts'
import { useHoldings } from '../../accounts.ts'
import { useRead } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { refreshAfter } from '../../live.ts'
import { Face } from './face.tsx'
import { OrderForm } from './order-form.tsx'
import { OrderedCard } from './ordered-card.tsx'
import { PlatformCards } from './platform-cards.tsx'

const CreditCard = icon('credit-card')
const Plus = icon('plus')

refreshAfter('issued_card', ['issued-cards'])
refreshAfter('card_payment', ['issued-cards', 'balances', 'transactions'])

const PER_PAGE = 12

export function Page() {
  const [isOrdering, setOrdering] = useState(false)
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string>()
  const read = useRead('issued-cards', issuedCardList, { page, per_page: PER_PAGE })
  const holdings = useHoldings()
  return (
    <>
      <PageHead
        title="Cards and plan"
        hint="A card pays from one of your accounts, within the limits that you set."
        reference="operations/issued_card.create"
        action={
          <Button onClick={() => setOrdering(true)} disabled={(holdings.data ?? []).length === 0}>
            <Plus aria-hidden />
            Order a card
          </Button>
        }
      />
      <div className="grid gap-5">
        <Show read={read}>
          {({ data, meta }) => {
            const shown =
              data.find(({ id }) => id === chosen) ??
              data.find(({ status }) => status !== 'cancelled') ??
              data[0]
            return shown === undefined ? (
              <Card>
                <Empty icon={CreditCard} title="You have no card of the bank">
                  Order one: choose the account that it pays from. It can be frozen at any time.
                </Empty>
              </Card>
            ) : (
              <>
                <ul aria-label="Your cards" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
                  {data.map((card) => (
                    <li key={card.id}>
                      <Face
                        card={card}
                        isChosen={card.id === shown.id}
                        onChoose={() => setChosen(card.id)}
                      />
                    </li>
                  ))}
                </ul>
                <Pager meta={meta} onPage={setPage} />
                <OrderedCard key={shown.id} card={shown} />
              </>
            )
          }}
        </Show>
        <PlatformCards />
      </div>
      <Dialog title="Order a card" isOpen={isOrdering} onClose={() => setOrdering(false)}>
        {isOrdering && holdings.data && (
          <OrderForm
            holdings={holdings.data}
            onDone={(id) => {
              setChosen(id)
              setPage(1)
              setOrdering(false)
            }}
          />
        )}
      </Dialog>
    </>
  )
}
