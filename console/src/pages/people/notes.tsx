// What operators noted about a user for each other: newest first, with corrections and what was there before them.
import { useState } from 'react'
import {
  customerNoteCorrect,
  customerNoteCreate,
  customerNoteList,
} from '../../../../sdk/client/operations.ts'
import type { CustomerNote } from '../../../../sdk/client/types.ts'
import { useRead, useWrite } from '../../bank.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Form, TextArea } from '../../design/form.tsx'
import { beforeOf, Older, usePlace } from '../../design/older.tsx'
import { Show } from '../../design/state.tsx'
import { When } from '../../design/time.tsx'

const LENGTH_MAX = 4000
const KEYS = ['notes', 'audit']

export function Notes({ user }: { readonly user: string }) {
  const place = usePlace()
  const read = useRead('notes', customerNoteList, { uuid: user, ...beforeOf(place), limit: 5 })
  const [corrected, setCorrected] = useState<CustomerNote>()
  const close = (): void => setCorrected(undefined)
  return (
    <Card title="Notes" hint="For operators. The customer never sees them." isFlush>
      <div className="px-5 pb-2">
        <NewNote user={user} onDone={() => place.go([])} />
      </div>
      <Show read={read}>
        {({ data, next }) => (
          <>
            <ul aria-label="Notes" className="divide-y divide-line">
              {data.map((note) => (
                <NoteItem key={note.id} note={note} onCorrect={() => setCorrected(note)} />
              ))}
            </ul>
            <Older place={place} next={next} />
          </>
        )}
      </Show>
      <Dialog title="Correct the note" isOpen={corrected !== undefined} onClose={close}>
        {corrected && <CorrectionForm user={user} note={corrected} onDone={close} />}
      </Dialog>
    </Card>
  )
}

function NewNote({ user, onDone }: { readonly user: string; readonly onDone: () => void }) {
  const create = useWrite(customerNoteCreate, KEYS)
  // The field is emptied by replacing it with a new one.
  const [written, setWritten] = useState(0)
  return (
    <Form
      submit="Add note"
      onSubmit={async ({ text = '' }) => {
        await create.mutateAsync({ uuid: user, text })
        setWritten(written + 1)
        onDone()
      }}
    >
      <TextArea
        key={written}
        label="New note"
        name="text"
        rows={2}
        required
        maxLength={LENGTH_MAX}
        placeholder="What happened, and what was agreed"
      />
    </Form>
  )
}

function NoteItem({
  note,
  onCorrect,
}: {
  readonly note: CustomerNote
  readonly onCorrect: () => void
}) {
  const { text, author_name, created_at, corrected_at, earlier } = note
  return (
    <li className="grid gap-1 px-5 py-3">
      <p className="break-words whitespace-pre-wrap">{text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-sm break-words text-soft">
          {author_name}, <When at={created_at} />
          {corrected_at !== null && (
            <>
              , corrected <When at={corrected_at} />
            </>
          )}
        </span>
        <Button look="quiet" size="small" onClick={onCorrect}>
          Correct
          <span className="sr-only"> the note of {author_name}</span>
        </Button>
      </div>
      {earlier.length > 0 && (
        <details className="text-sm">
          <summary className="cursor-pointer text-soft">
            {earlier.length === 1 ? 'Earlier text' : `${earlier.length} earlier texts`}
          </summary>
          <ul className="mt-2 grid gap-2">
            {earlier.map((version) => (
              <li key={version.version} className="rounded-lg bg-sunk px-3 py-2">
                <p className="break-words whitespace-pre-wrap">{version.text}</p>
                <p className="text-soft">
                  {version.author_name}, <When at={version.created_at} />
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function CorrectionForm({
  user,
  note,
  onDone,
}: {
  readonly user: string
  readonly note: CustomerNote
  readonly onDone: () => void
}) {
  const correct = useWrite(customerNoteCorrect, KEYS)
  return (
    <Form
      submit="Correct it"
      onSubmit={async ({ text = '' }) => {
        await correct.mutateAsync({ uuid: user, id: note.id, text, version: note.version })
        onDone()
      }}
    >
      <TextArea
        label="Note"
        name="text"
        rows={5}
        required
        maxLength={LENGTH_MAX}
        defaultValue={note.text}
        hint="The earlier text stays in the history of the note."
        autoFocus
      />
    </Form>
  )
}
