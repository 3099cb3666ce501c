// The Global Currency Unit: what it is worth, what it consists of, trading it, and voting on it.
import { PageHead } from '../../design/page.tsx'
import { refreshAfter } from '../../live.ts'
import { CompositionCard } from './composition.tsx'
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
