// An event is declared once and written in the transaction that caused it; webhooks, streams and
// other domains read it from the log. Append-only: a changed shape is a new version.
import type { TObject } from 'typebox'
import type { Value } from '../kernel/value.ts'

export interface EventDef<Data extends TObject = TObject> {
  readonly type: `${string}.${string}` // past tense: 'user.registered'
  readonly version: number
  readonly summary: string
  /** The group it is listed in; the word before the dot by default. */
  readonly category?: string
  readonly data: Data
}

export const categoryOf = ({ type, category }: Pick<EventDef, 'type' | 'category'>): string =>
  category ?? type.split('.')[0]!

export const defineEvent = <Data extends TObject>(def: EventDef<Data>): EventDef<Data> =>
  Object.freeze(def)

/** The users and accounts an event is about: the users may see it, and events of one account keep their order. */
export interface Audience {
  readonly user_uuid?: string | undefined
  readonly account_uuid?: string | undefined
  /** The other account of a transfer; its owner sees the event too. */
  readonly other_account_uuid?: string | undefined
  /** The event is public: every caller may see it. */
  readonly everyone?: true
}

export type Emit = <Data extends TObject>(
  event: EventDef<Data>,
  data: Value<Data>,
  audience?: Audience,
) => void
