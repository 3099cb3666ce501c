// Files of the rails: a pain.001 or pacs.008 is executed, a NACHA file read, and the outcome of each payment shown.
import { useMutation } from '@tanstack/react-query'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { achFileList, paymentFileList } from '../../../../sdk/client/operations.ts'
import type { AchFileSummary, PaymentFile } from '../../../../sdk/client/types.ts'
import { download, useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Money } from '../../design/money.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Problem, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { PaymentsOfFile } from './payments.tsx'
import { UploadCard } from './upload.tsx'

const FileText = icon('file-text')

export function Page() {
  return (
    <>
      <PageHead title="Payment files" hint="A file is executed once, however often it is sent." />
      <div className="grid gap-5">
        <UploadCard />
        <IsoCard />
        <AchCard />
      </div>
    </>
  )
}

function IsoCard() {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<PaymentFile>()
  const read = useRead('payment-files', paymentFileList, { page, per_page: 20 })
  return (
    <Card title="ISO 20022" hint="The files that you have sent." isFlush>
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={FileText} title="No file yet">
              Choose one above.
            </Empty>
          ) : (
            <>
              <Table
                label="Payment files"
                rows={data}
                keyOf={({ id }) => id}
                columns={isoColumns(setShown)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Dialog
        title={shown?.message_id ?? ''}
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
      >
        {shown && <PaymentsOfFile file={shown} />}
      </Dialog>
    </Card>
  )
}

const isoColumns = (onShow: (file: PaymentFile) => void): readonly Column<PaymentFile>[] => [
  {
    name: 'File',
    isSilent: true,
    show: (file) => (
      <span>
        <button
          type="button"
          onClick={() => onShow(file)}
          className="text-left font-medium text-accent hover:underline"
        >
          {file.message_id}
        </button>
        <span className="block text-sm text-soft">{file.message_name}</span>
      </span>
    ),
  },
  { name: 'Received', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Payments',
    isRight: true,
    show: (file) => (
      <span className="figures">
        {file.settled + file.sent + file.scheduled} of {file.number_of_transactions} taken
        {file.rejected > 0 && <span className="block text-bad">{file.rejected} rejected</span>}
      </span>
    ),
  },
  { name: 'State', isRight: true, show: ({ status }) => <FileBadge status={status} /> },
]

const FileBadge = ({ status }: { readonly status: PaymentFile['status'] }) => (
  <Badge
    word={status}
    tone={status === 'settled' ? 'good' : status === 'rejected' ? 'bad' : 'gold'}
  />
)

function AchCard() {
  const [page, setPage] = useState(1)
  const read = useRead('ach-files', achFileList, { page, per_page: 20 })
  const save = useMutation({
    mutationFn: ({ batch_id, file_name }: AchFileSummary) =>
      download(`/api/v1/payment-rails/ach/files/${batch_id}?format=ach`, file_name),
  })
  return (
    <Card
      title="ACH"
      hint="The NACHA files that the bank wrote, and the returns that it received."
      isFlush
    >
      {save.error && (
        <div className="px-5 pb-3">
          <Problem error={save.error} />
        </div>
      )}
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={FileText} title="No ACH file yet">
              The bank writes one at each cut-off, from pending payments.
            </Empty>
          ) : (
            <>
              <Table
                label="ACH files"
                rows={data}
                keyOf={({ batch_id }) => batch_id}
                columns={achColumns(save.mutate)}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

const achColumns = (onSave: (file: AchFileSummary) => void): readonly Column<AchFileSummary>[] => [
  {
    name: 'File',
    isSilent: true,
    show: ({ file_name, kind }) => (
      <span>
        <span className="block font-medium break-all">{file_name}</span>
        <span className="block text-sm text-soft">{kind}</span>
      </span>
    ),
  },
  { name: 'Written', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Entries',
    isRight: true,
    show: ({ entry_count }) => <span className="figures">{entry_count}</span>,
  },
  {
    name: 'Credits',
    isRight: true,
    show: ({ total_credit }) => <Money amount={total_credit} code="USD" />,
  },
  {
    name: 'Download',
    isRight: true,
    isSilent: true,
    show: (file) => (
      <Button look="plain" size="small" onClick={() => onSave(file)}>
        Download<span className="sr-only"> {file.file_name}</span>
      </Button>
    ),
  },
]
