// The frame of a conversation: the topic and the filters of the last question, to which the next one may refer.
import { Type } from 'typebox'
import { accountTypes, type Filters, sorts } from '../../queries/index.ts'

/** Topics that the bank answers by reading. */
export const readTopics = [
  'balance',
  'transactions',
  'spending',
  'accounts',
  'rate',
  'transfers',
] as const
export type ReadTopic = (typeof readTopics)[number]

/** All topics; the others are answered without reading, or are about a transfer. */
export type Topic =
  | ReadTopic
  | 'transfer'
  | 'confirm'
  | 'assent'
  | 'cancel'
  | 'greeting'
  | 'help'
  | 'unsupported'
  | 'unknown'

/** One asset in another; the amount is decimal text. */
export interface Pair {
  readonly from: string
  readonly to: string
  readonly amount?: string
}

export interface Frame {
  readonly topic: ReadTopic
  readonly filters: Filters
  readonly pair?: Pair
  /** The asset in which a sum is also stated, at the current rate. */
  readonly shown_in?: string
}

const Day = Type.String({ format: 'date' })
const Amount = Type.String({ pattern: '^\\d{1,15}(\\.\\d{1,18})?$' })
export const Code = Type.String({ pattern: '^[A-Z]{3,10}$' })
const Words = Type.Array(Type.String({ maxLength: 120 }), { maxItems: 20 })
const closed = { additionalProperties: false }

export const PairSchema = Type.Object(
  { from: Code, to: Code, amount: Type.Optional(Amount) },
  closed,
)

/** How a message was understood: shown to users, and the schema of a model's answer. */
export const FilterSchema = Type.Object(
  {
    date_from: Type.Optional(Day),
    date_to: Type.Optional(Day),
    amount_min: Type.Optional(Amount),
    amount_max: Type.Optional(Amount),
    category: Type.Optional(Type.String({ maxLength: 50 })),
    asset_code: Type.Optional(Code),
    account_type: Type.Optional(Type.Enum([...accountTypes])),
    recipient: Type.Optional(Type.String({ maxLength: 120 })),
    direction: Type.Optional(Type.Enum(['debit', 'credit'])),
    category_not: Type.Optional(Words),
    recipient_not: Type.Optional(Words),
    asset_not: Type.Optional(Words),
    sort: Type.Optional(Type.Enum([...sorts])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    payments_only: Type.Optional(Type.Literal(true)),
    compare_from: Type.Optional(Day),
    compare_to: Type.Optional(Day),
  },
  closed,
)
