// Work over many accounts at once: interest, fees, reconciliation, reports and maintenance, now or at a later time.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { batchCancel, batchList, batchStatus } from '../../../../sdk/client/operations.ts'
import type { BatchOperation, BatchState, BatchSummary } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, toJson } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { BatchForm } from './batch-form.tsx'

const Layers = icon('layers')
const Plus = icon('plus')

const RUNNING = new Set(['pending', 'processing'])
const AGAIN_MS = 1_500
/** The longest polling interval; a timer cannot wait for weeks. */
const AGAIN_MS_MAX = 3_600_000

type Timed = Pick<BatchSummary, 'status' | 'scheduled_for'>

/** Short while a batch runs; if batches are only scheduled, until the first of them is due. */
function againIn(batches: readonly Timed[]): number | false {
  if (batches.some(({ status }) => RUNNING.has(status))) return AGAIN_MS
  const times = batches
    .filter(({ status }) => status === 'scheduled')
    .map(({ scheduled_for }) => new Date(scheduled_for ?? 0).getTime())
  if (times.length === 0) return false
  return Math.min(Math.max(Math.min(...times) - Date.now(), AGAIN_MS), AGAIN_MS_MAX)
}

export function Page() {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string>()
  const read = useRead('batches', batchList, { limit: 50 }, (answer) => againIn(answer?.data ?? []))
  return (
    <>
      <PageHead
        title="Batch operations"
        hint="Operations on many accounts; payments of a failed batch are reversed."
        action={
          <Button onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Start a batch
          </Button>
        }
      />
      <Card isFlush>
        <Show read={read}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={Layers} title="No batch has run yet" />
            ) : (
              <Table
                label="Batches"
                rows={data}
                keyOf={({ batch_id }) => batch_id}
                columns={columns(setShown)}
              />
            )
          }
        </Show>
      </Card>
      <Dialog title="Start a batch" isOpen={isOpen} onClose={() => setOpen(false)}>
        <BatchForm
          onStarted={(id) => {
            setOpen(false)
            setShown(id)
          }}
        />
      </Dialog>
      <Dialog title="Batch" isOpen={shown !== undefined} onClose={() => setShown(undefined)}>
        {shown !== undefined && <BatchView batch_id={shown} />}
      </Dialog>
    </>
  )
}

const columns = (onShow: (id: string) => void): readonly Column<BatchSummary>[] => [
  {
    name: 'Batch',
    isSilent: true,
    show: ({ batch_id, batch_name }) => (
      <button
        type="button"
        onClick={() => onShow(batch_id)}
        className="text-left font-medium text-accent hover:underline"
      >
        {batch_name}
      </button>
    ),
  },
  {
    name: 'Starts',
    show: ({ scheduled_for, started_at, created_at }) => (
      <When at={started_at ?? scheduled_for ?? created_at} />
    ),
  },
  {
    name: 'Done',
    isRight: true,
    show: ({ operations_completed, operations_total, operations_failed }) => (
      <span className="figures">
        {operations_completed} of {operations_total}
        {operations_failed > 0 && <span className="text-bad">, {operations_failed} failed</span>}
      </span>
    ),
  },
  { name: 'State', isRight: true, show: ({ status }) => <Badge word={status} /> },
]

function BatchView({ batch_id }: { readonly batch_id: string }) {
  const read = useRead('batches', batchStatus, { batch_id }, (answer) =>
    answer === undefined ? AGAIN_MS : againIn([answer.data]),
  )
  return <Show read={read}>{({ data }) => <Progress batch={data} />}</Show>
}

function Progress({ batch }: { readonly batch: BatchState }) {
  const cancel = useWrite(batchCancel, ['batches'])
  const { batch_id, status, progress, compensation } = batch
  const canCancel = status === 'scheduled' || RUNNING.has(status)
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-medium">{batch.batch_name}</span>
        <Badge word={status} />
      </p>
      <progress
        aria-label="Progress"
        max={100}
        value={progress}
        className="h-2 w-full accent-accent"
      />
      {batch.error_message !== null && <p className="text-bad">{batch.error_message}</p>}
      <ul className="grid gap-3">
        {batch.operations.map((operation, index) => (
          <OperationItem key={index} operation={operation} />
        ))}
      </ul>
      {compensation.status !== 'none' && (
        <p className="figures text-sm text-soft">
          Reversed: {compensation.reversed} of {compensation.payments}, kept {compensation.kept}.
        </p>
      )}
      {cancel.error && <Problem error={cancel.error} />}
      {canCancel && (
        <Button
          look="danger"
          isWaiting={cancel.isPending}
          onClick={() => cancel.mutate({ batch_id })}
        >
          Cancel the batch
        </Button>
      )}
    </div>
  )
}

function OperationItem({ operation }: { readonly operation: BatchOperation }) {
  const { type, status, records_processed, records_total, error_message, result } = operation
  return (
    <li className="grid min-w-0 gap-1.5 border-t border-line pt-3">
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <span>{type.replaceAll('_', ' ')}</span>
        <span className="flex items-baseline gap-3">
          <span className="figures text-sm text-soft">
            {records_processed} of {records_total}
          </span>
          <Badge word={status} />
        </span>
      </p>
      {error_message !== null && <p className="text-sm text-bad">{error_message}</p>}
      {result !== null && (
        <details>
          <summary className="text-sm">Result</summary>
          <Code label={`Result of ${type}`} text={toJson(result)} canCopy={false} />
        </details>
      )}
    </li>
  )
}
