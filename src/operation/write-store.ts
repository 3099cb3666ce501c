// SQL that ends a write: audit records, the events that are left, replies and the notices to other nodes are written by
// one statement, because the write may hold locks that others wait for.
import { column } from '../platform/binary-arrays.ts'
import { type Db, runFixed } from '../platform/database.ts'
import {
  type Audited,
  auditsPart,
  type CausedEvent,
  eventsPart,
  type Invalidation,
  type NewReply,
  NODES_CHANNEL,
  type Parameter,
  type Part,
  repliesPart,
  sealedRepliesPart,
  type Slot,
  toAuditColumns,
  toEventColumns,
  toNoticeColumns,
  toReplyColumns,
  toSlotColumns,
} from './store.ts'

export interface NewSealedReply {
  readonly slot: Slot
  readonly inputHash: Buffer
  readonly reply: Buffer
  readonly now: Date
}

/** Everything that a transaction writes besides the rows of its domain. */
export interface Owed {
  readonly audits: Audited[]
  readonly events: CausedEvent[]
  readonly replies: NewReply[]
  readonly sealed: NewSealedReply[]
  readonly notices: readonly Invalidation[]
}

const toSealedColumns = (rows: readonly NewSealedReply[]): Parameter[] => [
  ...toSlotColumns(rows.map(({ slot }) => slot)),
  column('bytea', rows, ({ inputHash }) => inputHash),
  column('timestamptz', rows, ({ now }) => now.getTime()),
  column('bytea', rows, ({ reply }) => reply),
]

interface NamedPart {
  readonly name: string
  readonly part: Part
  readonly values: readonly unknown[]
}

export async function endWrite(tx: Db, owed: Owed): Promise<void> {
  const parts = listParts(owed)
  const messages = toNoticeColumns(owed.notices)
  if (parts.length === 0 && messages.length === 0) return
  const values = parts.flatMap((part) => part.values)
  if (messages.length > 0) values.push(messages)
  await runFixed(tx, textOf(parts, messages.length > 0), values)
}

function listParts({ audits, events, replies, sealed }: Owed): NamedPart[] {
  const parts: NamedPart[] = []
  if (audits.length > 0)
    parts.push({ name: 'audits', part: auditsPart, values: toAuditColumns(audits) })
  if (events.length > 0)
    parts.push({ name: 'events', part: eventsPart, values: toEventColumns(events) })
  if (replies.length > 0)
    parts.push({ name: 'replies', part: repliesPart, values: toReplyColumns(replies) })
  if (sealed.length > 0)
    parts.push({ name: 'sealed', part: sealedRepliesPart, values: toSealedColumns(sealed) })
  return parts
}

/** One SQL text per combination of parts, so that each is prepared once. */
const texts = new Map<string, string>()

function textOf(parts: readonly NamedPart[], hasNotices: boolean): string {
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
  const text = common.length > 0 ? `with ${common.join(',\n')} ${last}` : last
  texts.set(key, text)
  return text
}
