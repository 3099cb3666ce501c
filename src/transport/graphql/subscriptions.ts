// Subscriptions of the bank as root fields of GraphQL. Each answer comes from one event; its id is sent beside the data,
// and a client that lost its connection names it in `after` and misses nothing.
import {
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql'
import { type JsonObject, toSchema } from '../../kernel/json-schema.ts'
import type { Resolve, RootField } from './fields.ts'
import type { PlacedSubscription } from './placement.ts'
import type { Types } from './types.ts'

/** One answer of a subscription; undefined is a heartbeat. */
export interface SubscriptionItem {
  readonly event_id: string | null
  readonly data: unknown
}

export function toSubscriptionField(
  { op, options: { field, argument } }: PlacedSubscription,
  types: Types,
  resolve: Resolve,
): RootField {
  const data = toSchema(op.output).properties?.data ?? {}
  const args: GraphQLFieldConfigArgumentMap = {
    [argument.name]: {
      type: new GraphQLNonNull(argument.type === 'ID' ? GraphQLID : GraphQLString),
    },
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
      const input = { [argument.input]: sent[argument.name], ...(after !== undefined && { after }) }
      return resolve(op, input, context, field)
    },
    resolve: (item) => (item as SubscriptionItem).data,
  }
}
