// Live updates: subscriptions of the bank as root fields of GraphQL. Each answer comes from one event; its id is sent
// beside the data, and a client that was cut off names it in `after` to miss nothing.
import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import type { AnyOperation } from '../../operation/operation.ts'
import { type JsonObject, toSchema } from '../json-schema.ts'
import type { Resolve, RootField } from './fields.ts'
import type { Types } from './types.ts'

export interface Live {
  readonly field: string
  readonly operation: string
  /** The argument that says what to follow, and the name that the operation has for it. */
  readonly by: readonly [argument: string, input: string, type: 'ID' | 'String']
  /** Whether nothing more can follow. */
  readonly isLast?: (data: unknown) => boolean
}

const isClosed = (data: unknown): boolean =>
  (data as { readonly status?: unknown } | null)?.status === 'closed'

export const live: readonly Live[] = [
  {
    field: 'accountUpdated',
    operation: 'account.updates',
    by: ['id', 'uuid', 'ID'],
    isLast: isClosed,
  },
  {
    field: 'transactionCreated',
    operation: 'transaction.arrivals',
    by: ['accountId', 'uuid', 'ID'],
  },
  {
    field: 'transferCompleted',
    operation: 'transfer.completion',
    by: ['id', 'uuid', 'ID'],
    isLast: () => true,
  },
  { field: 'orderMatched', operation: 'order.matches', by: ['pair', 'pair', 'String'] },
]

/** One answer of a live operation; undefined is a heartbeat. */
export interface LiveItem {
  readonly event_id: string | null
  readonly data: unknown
}

interface LiveOptions {
  readonly operations: readonly AnyOperation[]
  readonly resolve: Resolve
  readonly live: readonly Live[]
}

export const toLiveFields = (options: LiveOptions, types: Types): Record<string, RootField> =>
  Object.fromEntries(
    options.live.flatMap((one) => {
      const op = options.operations.find(({ name }) => name === one.operation)
      return op ? [[one.field, toField(one, op, options, types)]] : []
    }),
  )

function toField(
  { field, by: [argument, name, kind] }: Live,
  op: AnyOperation,
  options: LiveOptions,
  types: Types,
): RootField {
  const data = toSchema(op.output).properties?.data ?? {}
  const args: GraphQLFieldConfigArgumentMap = {
    [argument]: { type: new GraphQLNonNull(kind === 'ID' ? GraphQLID : GraphQLString) },
    after: {
      type: GraphQLString,
      description: 'Continue after this event, whose id came beside an earlier answer.',
    },
  }
  return {
    description: op.summary,
    type: types.output(data, `${field}Payload`),
    args,
    subscribe: (_source, sent: JsonObject, context) => {
      const after = sent.after ?? undefined
      const input = { [name]: sent[argument], ...(after !== undefined && { after }) }
      return options.resolve(op, input, context, field)
    },
    resolve: (item) => (item as LiveItem).data,
  }
}
