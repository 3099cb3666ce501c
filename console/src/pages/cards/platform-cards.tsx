// The cards that an outside platform issued to the viewer, and the plan that they subscribed to in an app.
import { cardList, subscriptionGet } from '../../../../sdk/client/operations.ts'
import type { Card as IssuedCard, SubscriptionProjection } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Facts } from '../../design/facts.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

export function PlatformCards() {
  const cards = useRead('cards', cardList, { per_page: 50 })
  const plan = useRead('plan', subscriptionGet, {})
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card title="Cards of the card platform">
        <Show read={cards}>
          {({ data }) =>
            data.length === 0 ? (
              <p className="text-soft">
                You have none. They are issued in the app of the card platform, and appear here when
                it notifies the bank.
              </p>
            ) : (
              <ul className="grid gap-4 sm:grid-cols-2">
                {data.map((card) => (
                  <CardItem key={card.uuid} card={card} />
                ))}
              </ul>
            )
          }
        </Show>
      </Card>
      <Card title="Your plan">
        <Show read={plan}>{(data) => <Plan plan={data} />}</Show>
      </Card>
    </div>
  )
}

function CardItem({ card }: { readonly card: IssuedCard }) {
  return (
    <li className="grid aspect-[1.586] content-between rounded-2xl bg-[#16263a] p-5 text-white shadow-md">
      <div className="flex items-start justify-between">
        <span className="brand">
          Florin<span>.</span>
        </span>
        <Badge word={card.status} />
      </div>
      <div>
        <p className="figures text-lg tracking-widest">•••• {card.last4 ?? '••••'}</p>
        <p className="flex justify-between text-sm text-white/80">
          <span className="capitalize">{card.network ?? 'card'}</span>
          {card.currency !== null && (
            <span className="figures">{`${(card.balance / 100).toFixed(2)} ${card.currency}`}</span>
          )}
        </p>
      </div>
    </li>
  )
}

const PLANS = { monthly_pro: 'Pro, monthly', annual_pro: 'Pro, yearly' } as const
const STORES = { apple_iap: 'App Store', google_play: 'Google Play' } as const

function Plan({ plan }: { readonly plan: SubscriptionProjection }) {
  if (plan.tier === 'free' && plan.status === null)
    return (
      <>
        <p className="text-lg font-semibold">Free</p>
        <p className="mt-1 text-soft">
          Everything on these pages is included. Pro is bought in the app.
        </p>
      </>
    )
  return (
    <Facts
      rows={[
        ['Plan', plan.plan === null ? plan.tier : PLANS[plan.plan]],
        ['Status', plan.status === null ? 'none' : <Badge key="status" word={plan.status} />],
        ['Bought in', plan.source === null ? 'none' : STORES[plan.source]],
        [
          plan.cancelledAtPeriodEnd ? 'Ends' : 'Renews',
          <When key="end" at={plan.currentPeriodEnd} isDay />,
        ],
      ]}
    />
  )
}
