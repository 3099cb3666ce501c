// Emits the events of this domain, once to each user concerned.
import type { TObject } from 'typebox'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'

/** Members whom only the organiser knows have no uuid; the organiser gets the event for them. */
export function emitToRecipients<Data extends TObject>(
  ctx: Context,
  event: EventDef<Data>,
  data: Value<Data>,
  users: readonly (string | null | undefined)[],
): void {
  const known = users.filter((id): id is string => typeof id === 'string' && isUuid(id))
  for (const user_uuid of new Set(known)) ctx.emit(event, data, { user_uuid })
}
