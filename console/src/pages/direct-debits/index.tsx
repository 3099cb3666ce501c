// Direct debits: the mandates that the viewer gave and holds, what is collected next, and what was collected.
import { PageHead } from '../../design/page.tsx'
import { refreshAfter } from '../../live.ts'
import { CollectionsCard } from './collections.tsx'
import { GivenCard, HeldCard } from './mandates.tsx'
import { UpcomingCard } from './upcoming.tsx'

refreshAfter('direct_debit_mandate', ['mandates', 'collections'])
refreshAfter('rail_payment', ['collections'])

export function Page() {
  return (
    <>
      <PageHead
        title="Direct debits"
        hint="Who may collect money from your accounts, and what they collect."
        reference="operations/direct_debit_mandate.list"
      />
      <div className="grid gap-5">
        <GivenCard />
        <UpcomingCard />
        <CollectionsCard />
        <HeldCard />
      </div>
    </>
  )
}
