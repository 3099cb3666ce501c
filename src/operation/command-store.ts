// SQL that ends a command: its audit record, the events it has left, its reply and the notices to other nodes are
// written by one statement, because the command may hold locks that others wait for.
import { column } from '../platform/binary-arrays.ts'
import { type Db, runFixed } from '../platform/database.ts'
import {
  type Audited,
  auditsPart,
  type CausedEvent,
  eventsPart,
  type Invalidation,
  NODES_CHANNEL,
  type Parameter,
  type Part,
  sealedRepliesPart,
  type Slot,
  toAuditColumns,
  toEventColumns,
  toNoticeColumns,
  toSlotColumns,
} from './store.ts'

export interface SealedReply {
  readonly slot: Slot
  readonly inputHash: Buffer
  readonly reply: Buffer
  readonly now: Date
}

export interface CommandEnd {
  readonly audit: Audited
  readonly events: readonly CausedEvent[]
  readonly reply?: SealedReply | undefined
  readonly notices: readonly Invalidation[]
}

const toReplyColumns = (rows: readonly SealedReply[]): Parameter[] => [
  ...toSlotColumns(rows.map(({ slot }) => slot)),
  column('bytea', rows, ({ inputHash }) => inputHash),
  column('timestamptz', rows, ({ now }) => now.getTime()),
  column('bytea', rows, ({ reply }) => reply),
]

export async function insertReply(tx: Db, reply: SealedReply): Promise<void> {
  await runFixed(tx, sealedRepliesPart.sql(1), toReplyColumns([reply]))
}

/** One SQL text per combination of parts, so that each is prepared once. */
const texts = new Map<string, string>()

export async function endCommand(tx: Db, end: CommandEnd): Promise<void> {
  const { audit, events, reply, notices } = end
  const parts = [
    { name: 'audit', part: auditsPart, values: toAuditColumns([audit]) },
    ...(events.length > 0
      ? [{ name: 'events', part: eventsPart, values: toEventColumns(events) }]
      : []),
    ...(reply ? [{ name: 'reply', part: sealedRepliesPart, values: toReplyColumns([reply]) }] : []),
  ]
  const messages = toNoticeColumns(notices)
  const values: unknown[] = parts.flatMap((part) => part.values)
  if (messages.length > 0) values.push(messages)
  await runFixed(tx, textOf(parts, messages.length > 0), values)
}

function textOf(
  parts: readonly { readonly name: string; readonly part: Part }[],
  hasNotices: boolean,
): string {
  const key = `${parts.map(({ name }) => name).join(' ')} ${hasNotices}`
  const known = texts.get(key)
  if (known !== undefined) return known
  let first = 1
  const common = parts.map(({ name, part }) => {
    const text = `${name} as (${part.sql(first)})`
    first += part.parameters
    return text
  })
  const last = hasNotices
    ? `select pg_notify('${NODES_CHANNEL}', m) from unnest($${first}::text[]) as m`
    : 'select 1'
  const text = `with ${common.join(',\n')} ${last}`
  texts.set(key, text)
  return text
}
