// An event is declared once and written in the transaction that caused it; webhooks, streams and
// other domains read it from the log. Append-only: a changed shape is a new version.
import type { Static, TObject } from 'typebox'

export interface EventDef<Data extends TObject = TObject> {
  readonly type: `${string}.${string}` // past tense: 'user.registered'
  readonly version: number
  readonly summary: string
  /** The group it is listed in; the word before the dot unless said otherwise. */
  readonly category?: string
  readonly data: Data
}

export const categoryOf = ({ type, category }: Pick<EventDef, 'type' | 'category'>): string =>
  category ?? type.split('.')[0]!

export const defineEvent = <Data extends TObject>(def: EventDef<Data>): EventDef<Data> =>
  Object.freeze(def)

/** Whom an event is about: who may see it, and within what it keeps its order. */
export interface Audience {
  readonly user_uuid?: string | undefined
  readonly account_uuid?: string | undefined
  /** The other side of a transfer: its owner is told too. */
  readonly other_account_uuid?: string | undefined
  /** About nobody in particular: told to whoever asks for it. */
  readonly everyone?: true
}

export type Emit = <Data extends TObject>(
  event: EventDef<Data>,
  data: Static<Data>,
  audience?: Audience,
) => void
