// Questions about transactions as tools for models.
import { type TSchema, Type } from 'typebox'
import type { ByName } from '../../../operation/operation-index.ts'
import { defineTool } from '../../../operation/tool.ts'
import { AssetCode, Found, MaybeText, Text, Uuid } from '../../../operation/tool-schema.ts'
import type { makeOperations } from './operations.ts'

/** An optional field that a model may also send as null. */
const orNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

type Operations = ByName<ReturnType<typeof makeOperations>>

export const makeTools = (operations: Operations) => [
  defineTool({
    name: 'transactions.query',
    title: 'Query transaction history',
    summary:
      'Find transactions of the user by a sentence ("coffee last month over 5 dollars") or by fields, with sums.',
    scope: 'transactions:read',
    writes: false,
    input: Type.Object({
      query: orNull(Type.String({ maxLength: 500 })),
      account_uuid: orNull(Uuid),
      date_from: orNull(Type.String({ format: 'date' })),
      date_to: orNull(Type.String({ format: 'date' })),
      amount_min: orNull(Type.Number({ minimum: 0 })),
      amount_max: orNull(Type.Number({ minimum: 0 })),
      category: orNull(Type.String({ maxLength: 50 })),
      asset_code: orNull(AssetCode),
      limit: orNull(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      transactions: Type.Array(Found),
      summary: Found,
      explanation: MaybeText,
      nl_summary: Text,
      total_count: Type.Integer(),
      filters_used: Found,
    }),
    async call(input, perform) {
      const { query_parsed, ...found } = await perform(operations['transaction.query'], input)
      return { ...found, explanation: query_parsed?.explanation ?? null }
    },
  }),
  defineTool({
    name: 'spending.analysis',
    title: 'Spending analysis by category',
    summary: 'What the user spent in a period: by category, day and counterparty, and the trend.',
    scope: 'transactions:read',
    writes: false,
    input: Type.Object({
      query: orNull(Type.String({ maxLength: 500 })),
      account_uuid: orNull(Uuid),
      date_from: orNull(Type.String({ format: 'date' })),
      date_to: orNull(Type.String({ format: 'date' })),
      category: orNull(Type.String({ maxLength: 50 })),
      asset_code: orNull(AssetCode),
    }),
    output: Type.Object({
      period: Found,
      currency: Type.Unknown(),
      total_spent: Type.Number(),
      total_earned: Type.Number(),
      by_category: Found,
      by_day: Found,
      top_merchants: Type.Array(Found),
      trends: Found,
      insights: Type.Array(Text),
    }),
    call: (input, perform) => perform(operations['spending.analysis'], input),
  }),
]
