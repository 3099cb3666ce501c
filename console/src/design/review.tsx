// Asks before access ends or something is deleted: what it is, when it was last used, and what then no longer works.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Facts } from './facts.tsx'
import { Form } from './form.tsx'
import { toast } from './toast.tsx'

type Fact = readonly [name: string, value: ReactNode]

interface ReviewFormProps {
  readonly facts: readonly Fact[]
  /** What then no longer works. */
  readonly effect: ReactNode
  readonly submit: string
  /** For leaving everything as it is. */
  readonly keep?: string
  /** Said when it is done. */
  readonly done: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function ReviewForm({
  facts,
  effect,
  submit,
  keep = 'Cancel',
  done,
  onConfirm,
  onClose,
}: ReviewFormProps) {
  return (
    <Form
      submit={submit}
      look="danger"
      other={
        <Button look="plain" onClick={onClose}>
          {keep}
        </Button>
      }
      onSubmit={async () => {
        await onConfirm()
        toast(done)
        onClose()
      }}
    >
      <Facts rows={facts} />
      <p className="text-soft">{effect}</p>
    </Form>
  )
}

interface ReviewProps<Ended> extends Omit<ReviewFormProps, 'facts' | 'onConfirm'> {
  readonly title: string
  /** What ends; undefined while the dialog is closed. */
  readonly of: Ended | undefined
  readonly facts: (ended: Ended) => readonly Fact[]
  readonly onConfirm: (ended: Ended) => Promise<unknown>
}

export function Review<Ended>({ title, of, facts, onConfirm, ...rest }: ReviewProps<Ended>) {
  return (
    <Dialog title={title} isOpen={of !== undefined} onClose={rest.onClose}>
      {of !== undefined && (
        <ReviewForm {...rest} facts={facts(of)} onConfirm={() => onConfirm(of)} />
      )}
    </Dialog>
  )
}
