// Writes statements and notifications entry by entry, so that a million entries need no more memory than one.
import { Invalid } from '../../../operation/error.ts'
import { complete, completeEntry } from './codec/completion.ts'
import type { List, Nodes } from './codec/layout.ts'
import type { Writable } from './message.ts'
import { layouts } from './messages/index.ts'
import { LIST_PLACEHOLDER, Writer } from './codec/writer.ts'

type Header<Type extends 'camt.053' | 'camt.054'> = Omit<
  Writable<Type>,
  'entries' | 'statements' | 'notifications'
>
export type StatementHeader = Header<'camt.053'>
export type NotificationHeader = Header<'camt.054'>
export type WritableEntry = NonNullable<Writable<'camt.053'>['entries']>[number]

/** A camt.053 with one statement. Throws Invalid with the field before anything is written, or at a wrong entry. */
export const writeStatement = (
  header: StatementHeader,
  entries: AsyncIterable<WritableEntry>,
): AsyncIterable<string> => writeReport('camt.053', header, entries)

/** A camt.054 with one notification. */
export const writeNotification = (
  header: NotificationHeader,
  entries: AsyncIterable<WritableEntry>,
): AsyncIterable<string> => writeReport('camt.054', header, entries)

async function* writeReport(
  type: 'camt.053' | 'camt.054',
  header: Readonly<Record<string, unknown>>,
  entries: AsyncIterable<WritableEntry>,
): AsyncGenerator<string> {
  const layout = layouts[type]
  const list = findEntries(layout.nodes)
  const { record, errors } = complete(type, { ...header, entries: [] })
  const around = new Writer('entries')
  const [before = '', after = ''] = around
    .document(layout, layout.versions[0], record)
    .split(LIST_PLACEHOLDER)
  refuse({ ...around.errors, ...errors })
  yield before
  const writer = new Writer()
  let number = 0
  for await (const entry of entries) {
    yield writer.item(list, completeEntry({ ...entry }, header.currency), `entries.${number++}.`)
    refuse(writer.errors)
  }
  yield after
}

function refuse(errors: Record<string, string[]>): void {
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
}

function findEntries(nodes: Nodes): List {
  const lists = nodes.flatMap((node) => (node.node === 'list' ? [node] : []))
  const found = lists.find(({ field }) => field === 'entries')
  return found ?? findEntries(lists[0]!.nodes)
}
