// The disputes of the viewer: those they opened, and those of received payments that the bank told them of.
import { useState } from 'react'
import { disputeList } from '../../../../sdk/client/operations.ts'
import { useRead } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { icon } from '../../design/icons.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { Pager } from '../../design/table.tsx'
import { DisputeTable } from './list.tsx'
import { DISPUTES } from './words.ts'

const Gavel = icon('gavel')

export { Detail } from './detail.tsx'

export function Page() {
  const [page, setPage] = useState(1)
  const read = useRead(DISPUTES, disputeList, { page, per_page: 20 })
  return (
    <>
      <PageHead
        title="Disputes"
        reference="domains/disputes"
        hint="Payments that you object to, and what the bank decided."
      />
      <Card isFlush>
        <Show read={read}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <Empty icon={Gavel} title="No disputes">
                To dispute a payment to another customer, open it in the history and choose
                “Dispute”.
              </Empty>
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
