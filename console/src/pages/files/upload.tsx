// Takes a file from the disk or the clipboard, sends it to the endpoint of its kind, and shows the outcome.
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { ApiError } from '../../../../sdk/client/errors.ts'
import {
  achFileParse,
  achReturnProcess,
  paymentFileExecute,
} from '../../../../sdk/client/operations.ts'
import type {
  AchParsedFile,
  AchProcessedReturns,
  ExecutedPaymentFile,
} from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Form, TextArea } from '../../design/form.tsx'
import { Money } from '../../design/money.tsx'
import { Review } from '../../design/review.tsx'
import { Segments } from '../../design/segments.tsx'
import { describeFile, type FileFacts } from './facts.ts'
import { PaymentList } from './payments.tsx'
import { Refusals } from './refusals.tsx'

const Upload = icon('upload')

const KINDS = {
  iso: 'ISO 20022: execute',
  returns: 'NACHA: process returns',
  nacha: 'NACHA: only read',
} as const
type Kind = keyof typeof KINDS

type Outcome =
  | { readonly is: 'iso'; readonly file: ExecutedPaymentFile }
  | { readonly is: 'nacha'; readonly file: AchParsedFile }
  | { readonly is: 'returns'; readonly file: AchProcessedReturns }

export function UploadCard() {
  const [kind, setKind] = useState<Kind>('iso')
  const [content, setContent] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const [refused, setRefused] = useState<ApiError>()
  const [reviewed, setReviewed] = useState<FileFacts>()
  const execute = useWrite(paymentFileExecute, ['payment-files', 'balances', 'transactions'])
  const parse = useWrite(achFileParse)
  const process = useWrite(achReturnProcess, ['ach-files'])

  /** Unlike a field, it must not lose spaces at the ends of lines. */
  const send = async (): Promise<Outcome> => {
    if (kind === 'iso')
      return { is: kind, file: (await execute.mutateAsync({ xml: content })).data }
    if (kind === 'nacha') return { is: kind, file: (await parse.mutateAsync({ content })).data }
    return { is: kind, file: (await process.mutateAsync({ content })).data }
  }
  const choose = (chosen: Kind): void => {
    setKind(chosen)
    setOutcome(undefined)
    setRefused(undefined)
  }
  return (
    <Card
      title="Send a file"
      action={<Segments label="Kind of file" choices={KINDS} chosen={kind} onChoose={choose} />}
    >
      <Form
        submit={
          <>
            <Upload aria-hidden />
            {kind === 'nacha' ? 'Read the file' : 'Send the file'}
          </>
        }
        onSubmit={async () => {
          setOutcome(undefined)
          setRefused(undefined)
          try {
            if (kind === 'nacha') setOutcome(await send())
            else setReviewed(await describeFile(kind, content))
          } catch (error) {
            if (error instanceof ApiError) setRefused(error)
            throw error
          }
        }}
      >
        <label className="grid justify-items-start gap-1.5 text-sm font-medium">
          File
          <input
            type="file"
            accept={kind === 'iso' ? '.xml' : '.ach,.txt'}
            className="max-w-full text-soft file:mr-3 file:rounded-lg file:border file:border-line file:bg-card file:px-3 file:py-1.5 file:font-medium file:text-ink"
            onChange={(event) => void event.target.files?.[0]?.text().then(setContent)}
          />
        </label>
        <TextArea
          label="Content"
          name="content"
          rows={8}
          required
          spellCheck={false}
          value={content}
          onChange={(event) => setContent(event.target.value)}
          className="font-mono text-xs"
          hint="Filled from the file; it can also be pasted."
        />
      </Form>
      <Review
        title={kind === 'iso' ? 'Execute the file' : 'Process the returns'}
        of={reviewed}
        look="main"
        facts={(facts) => facts}
        effect={
          kind === 'iso'
            ? 'Each payment is made or rejected on its own. A file that was sent before pays nothing twice.'
            : 'Each returned payment is given back to its sender.'
        }
        submit={kind === 'iso' ? 'Execute' : 'Process'}
        done="The file is done; see the outcome."
        onConfirm={async () => {
          try {
            setOutcome(await send())
          } catch (error) {
            if (error instanceof ApiError) setRefused(error)
            throw error
          }
        }}
        onClose={() => setReviewed(undefined)}
      />
      <div aria-live="polite">
        {refused && <Refusals error={refused} />}
        {outcome && <OutcomeView outcome={outcome} />}
      </div>
    </Card>
  )
}

function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  return (
    <section className="rise mt-5 border-t border-line pt-4">
      <h3 className="mb-2 font-medium">Outcome</h3>
      {outcome.is === 'iso' && <IsoOutcome file={outcome.file} />}
      {outcome.is === 'nacha' && <NachaOutcome file={outcome.file} />}
      {outcome.is === 'returns' && <ReturnsOutcome file={outcome.file} />}
    </section>
  )
}

function IsoOutcome({ file }: { readonly file: ExecutedPaymentFile }) {
  return (
    <>
      <p>
        {file.message_id}: {file.settled} settled, {file.sent} in transit, {file.scheduled}{' '}
        scheduled,{' '}
        <span className={file.rejected > 0 ? 'text-bad' : ''}>{file.rejected} rejected</span>.
        {file.replayed && ' It had been sent before; nothing was paid twice.'}
      </p>
      <PaymentList payments={file.payments} />
    </>
  )
}

const countOf = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

function NachaOutcome({ file }: { readonly file: AchParsedFile }) {
  const entries = file.batches.flatMap((batch) => batch.entries)
  return (
    <>
      <p>
        The file is sound: {countOf(file.batches.length, 'batch', 'batches')} with{' '}
        {countOf(entries.length, 'entry', 'entries')}.
      </p>
      <ul aria-label="Entries" className="mt-2 grid">
        {entries.slice(0, 100).map((entry) => (
          <li
            key={`${entry.line} ${entry.trace_number}`}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0"
          >
            <span>
              {entry.name ?? entry.account_number}{' '}
              <span className="text-sm text-soft">line {entry.line}</span>
            </span>
            <Money amount={entry.amount} code="USD" />
          </li>
        ))}
      </ul>
      {file.warnings.map(({ line, reason }) => (
        <p key={`${line} ${reason}`} className="text-sm text-gold">
          Line {line}: {reason}
        </p>
      ))}
    </>
  )
}

function ReturnsOutcome({ file }: { readonly file: AchProcessedReturns }) {
  return (
    <>
      <p>
        {file.returned} returned, {file.noted} noted, {file.ignored} ignored.
      </p>
      <ul className="mt-2 grid gap-1 text-sm">
        {file.results.map(({ trace_number, code, result, reason }) => (
          <li key={`${trace_number} ${code}`}>
            <span className="font-mono">{trace_number}</span> {code}: {result}. {reason}
          </li>
        ))}
      </ul>
    </>
  )
}
