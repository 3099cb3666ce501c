// The disputes of all customers: those that operators have to decide, the most urgent first, and those that ended.
import { useState } from 'react'
import { disputeQueue } from '../../../../sdk/client/operations.ts'
import type { Dispute } from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Segments } from '../../design/segments.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { DisputeTable } from '../disputes/list.tsx'
import { DISPUTES } from '../disputes/words.ts'

const Gavel = icon('gavel')

const CHOICES = {
  undecided: 'To decide',
  awaiting_payer: 'Awaiting payer',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const
type Choice = keyof typeof CHOICES

const statusOf = (choice: Choice): { readonly status?: Dispute['status'] } =>
  choice === 'undecided' ? {} : { status: choice }

export function Page() {
  const [choice, setChoice] = useState<Choice>('undecided')
  const [page, setPage] = useState(1)
  const read = useRead(DISPUTES, disputeQueue, { page, per_page: 20, ...statusOf(choice) })
  return (
    <>
      <PageHead
        title="Dispute queue"
        reference="domains/disputes"
        hint="Payments that customers object to; the most urgent first."
      />
      <div className="mb-4">
        <Segments
          label="Disputes to show"
          choices={CHOICES}
          chosen={choice}
          onChoose={(chosen) => {
            setChoice(chosen)
            setPage(1)
          }}
        />
      </div>
      <Card isFlush>
        <Show read={read}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty
                icon={Gavel}
                title={choice === 'undecided' ? 'Nothing to decide' : 'No disputes in this state'}
              />
            ) : (
              <>
                <DisputeTable label="Disputes" disputes={data} />
                <Pager meta={meta} onPage={setPage} />
              </>
            )
          }
        </Show>
      </Card>
    </>
  )
}
