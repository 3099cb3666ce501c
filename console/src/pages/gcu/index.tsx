// The Global Currency Unit: what it is worth, what it consists of, trading it, and voting on it.
import { Card } from '../../design/card.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Shares } from '../../design/shares.tsx'
import { Show } from '../../design/state.tsx'
import { gcuComposition } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { refreshAfter } from '../../live.ts'
import { Proposals } from './proposals.tsx'
import { TradeCard } from './trade.tsx'
import { ValueCard } from './value.tsx'
import { VotesCard } from './votes.tsx'

refreshAfter('gcu', ['gcu'])

export function Page() {
  return (
    <>
      <PageHead
        title="GCU"
        hint="The Global Currency Unit: a basket of currencies and gold whose holders vote on its weights."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <ValueCard />
          <CompositionCard />
        </div>
        <TradeCard />
      </div>
      <Proposals />
      <VotesCard />
    </>
  )
}

function CompositionCard() {
  const read = useRead('gcu', gcuComposition, {})
  return (
    <Card title="What one GCU consists of">
      <Show read={read}>
        {({ data }) => (
          <Shares
            label="Composition"
            shares={data.composition.map((part) => ({
              name: part.asset_code,
              about: part.asset_name,
              share: part.percentage_of_basket / 100,
              value: (
                <span className="max-sm:hidden">
                  <Money
                    amount={part.value_contribution_usd.toFixed(4)}
                    isExact
                    code="USD"
                    className="text-soft"
                  />
                </span>
              ),
            }))}
          />
        )}
      </Show>
    </Card>
  )
}
