// An event is declared once and written in the transaction that caused it; webhooks, streams and
// other domains read it from the log. Append-only: a changed shape is a new version.
import type { Static, TObject } from 'typebox'

export interface EventDef<Data extends TObject = TObject> {
  readonly type: `${string}.${string}` // past tense: 'user.registered'
  readonly version: number
  readonly summary: string
  readonly data: Data
}

export const defineEvent = <Data extends TObject>(def: EventDef<Data>): EventDef<Data> =>
  Object.freeze(def)

/** Whom an event is about: who may see it, and within what it keeps its order. */
export interface Audience {
  readonly user_uuid?: string | undefined
  readonly account_uuid?: string | undefined
}

export type Emit = <Data extends TObject>(
  event: EventDef<Data>,
  data: Static<Data>,
  audience?: Audience,
) => void
