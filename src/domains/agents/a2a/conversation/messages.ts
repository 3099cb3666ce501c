// Messages about a task, in the form in which they are stored: that of version 0.3 of the protocol.
import type { TaskRow } from '../store.ts'

export type Part = (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
) & { readonly metadata?: Readonly<Record<string, unknown>> }

export interface TaskMessage {
  readonly messageId: string
  readonly role: 'user' | 'agent'
  readonly parts: readonly Part[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** What the bank has to say about the state of a task: what is missing, or why the task failed. */
export function sayAbout({
  id,
  round,
  error,
}: Pick<TaskRow, 'id' | 'round' | 'error'>): TaskMessage | undefined {
  if (error === null) return undefined
  return {
    // The same each time that the task is shown.
    messageId: `${id}:${round}`,
    role: 'agent',
    parts: [
      { kind: 'text', text: error.message },
      { kind: 'data', data: { ...error } },
    ],
  }
}
