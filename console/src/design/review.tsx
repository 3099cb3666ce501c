// Asks before access ends, something is deleted or a part of the bank is switched: what it is, when it was last used, and
// what follows.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Facts } from './facts.tsx'
import { Form, type Values } from './form.tsx'
import { toast } from './toast.tsx'

type Fact = readonly [name: string, value: ReactNode]

interface ReviewFormProps {
  readonly facts: readonly Fact[]
  /** What then no longer works. */
  readonly effect: ReactNode
  /** Fields that have to be filled in, such as a reason. */
  readonly children?: ReactNode
  readonly submit: string
  readonly look?: 'danger' | 'main'
  /** For leaving everything as it is. */
  readonly keep?: string
  /** Said when it is done. */
  readonly done: string
  readonly onConfirm: (values: Values) => Promise<unknown>
  readonly onClose: () => void
}

export function ReviewForm({
  facts,
  effect,
  children,
  submit,
  look = 'danger',
  keep = 'Cancel',
  done,
  onConfirm,
  onClose,
}: ReviewFormProps) {
  return (
    <Form
      submit={submit}
      look={look}
      other={
        <Button look="plain" onClick={onClose}>
          {keep}
        </Button>
      }
      onSubmit={async (values) => {
        await onConfirm(values)
        toast(done)
        onClose()
      }}
    >
      <Facts rows={facts} />
      <p className="text-soft">{effect}</p>
      {children}
    </Form>
  )
}

interface ReviewProps<Ended> extends Omit<ReviewFormProps, 'facts' | 'onConfirm'> {
  readonly title: string
  /** What ends; undefined while the dialog is closed. */
  readonly of: Ended | undefined
  readonly facts: (ended: Ended) => readonly Fact[]
  readonly onConfirm: (ended: Ended, values: Values) => Promise<unknown>
}

export function Review<Ended>({ title, of, facts, onConfirm, ...rest }: ReviewProps<Ended>) {
  return (
    <Dialog title={title} isOpen={of !== undefined} onClose={rest.onClose}>
      {of !== undefined && (
        <ReviewForm {...rest} facts={facts(of)} onConfirm={(values) => onConfirm(of, values)} />
      )}
    </Dialog>
  )
}
