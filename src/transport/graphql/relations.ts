// Relations between records, listed by hand. The related records of one answer are loaded together, through an
// operation that takes many keys at once; so a page costs the same number of SQL statements whatever its length, and
// the rights of the caller are checked by the code that checks them in REST.
import DataLoader from 'dataloader'
import { GraphQLInt, getNullableType } from 'graphql'
import { Invalid } from '../../operation/error.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import { itemsOf, toSchema } from '../json-schema.ts'
import type { GraphContext } from './context.ts'
import type { Resolve } from './fields.ts'
import type { Fields, Types } from './types.ts'

export interface Relation {
  /** The type that has the field. */
  readonly type: string
  readonly field: string
  readonly description: string
  /** The field of the record that says which rows belong to it. */
  readonly by: string
  /** Answers `{data: rows}` for a list of keys. */
  readonly operation: string
  /** The input of the operation that takes the keys, and the field of a row that has the key. */
  readonly keys: readonly [input: string, row: string]
  /** The field of the row to show; the row itself by default. */
  readonly show?: string
  /** How many rows of each record are shown, by default and at most. */
  readonly first?: { readonly usual: number; readonly most: number }
}

/** No operation takes more keys at once. */
const KEYS_MAX = 100

export const relations: readonly Relation[] = [
  {
    type: 'Account',
    field: 'balances',
    description: 'The balances of the account, one for each asset.',
    by: 'uuid',
    operation: 'account.balances_of_many',
    keys: ['uuids', 'account_uuid'],
    show: 'balances',
  },
  {
    type: 'Account',
    field: 'transactions',
    description: 'The newest transactions of the account.',
    by: 'uuid',
    operation: 'account.transactions_of_many',
    keys: ['uuids', 'account_uuid'],
    show: 'transactions',
    first: { usual: 5, most: 20 },
  },
  {
    type: 'Transaction',
    field: 'account',
    description: 'The account, if the caller may see it.',
    by: 'account_uuid',
    operation: 'account.get_many',
    keys: ['uuids', 'uuid'],
  },
  ...['Transfer', 'ListedTransfer', 'CreatedTransfer'].flatMap((type) =>
    ['from', 'to'].map(
      (side): Relation => ({
        type,
        field: side,
        description: `The account that the money ${side === 'from' ? 'leaves' : 'reaches'}, if the caller may see it.`,
        by: `${side}_account`,
        operation: 'account.get_many',
        keys: ['uuids', 'uuid'],
      }),
    ),
  ),
  {
    type: 'Agent',
    field: 'escrows',
    description:
      'The newest escrows in which the agent takes part, of those that the caller may see.',
    by: 'did',
    operation: 'escrow.list_of_many',
    keys: ['dids', 'did'],
    show: 'escrows',
    first: { usual: 5, most: 20 },
  },
]

interface RelationOptions {
  readonly operations: readonly AnyOperation[]
  readonly resolve: Resolve
  readonly relations: readonly Relation[]
}

export const toRelationFields = (options: RelationOptions, type: string, types: Types): Fields =>
  Object.fromEntries(
    options.relations
      .filter((relation) => relation.type === type)
      .map((relation) => [relation.field, toField(relation, options, types)]),
  )

function toField(relation: Relation, options: RelationOptions, types: Types): Fields[string] {
  const { first } = relation
  const op = options.operations.find(({ name }) => name === relation.operation)
  if (!op) throw new Error(`There is no operation ${relation.operation} for ${relation.field}.`)
  const row = itemsOf(toSchema(op.output).properties?.data ?? {}) ?? {}
  const shown = relation.show === undefined ? row : (row.properties?.[relation.show] ?? {})
  const type = types.output(shown, `${relation.type}_${relation.field}`)
  return {
    description: relation.description,
    type: getNullableType(type),
    ...(first && {
      args: {
        first: {
          type: GraphQLInt,
          defaultValue: first.usual,
          description: `At most ${first.most}.`,
        },
      },
    }),
    resolve(record, args: { readonly first?: number | null }, context) {
      const key = record[relation.by]
      if (typeof key !== 'string') return null
      const limit = first && readFirst(args.first ?? first.usual, first.most)
      return loaderOf(relation, op, limit, context as GraphContext, options.resolve).load(key)
    },
  }
}

function readFirst(first: number, most: number): number {
  if (first >= 1 && first <= most) return first
  throw Invalid({ errors: { first: [`The first field must be 1 to ${most} here.`] } })
}

function loaderOf(
  relation: Relation,
  op: AnyOperation,
  limit: number | undefined,
  context: GraphContext,
  resolve: Resolve,
): DataLoader<string, unknown> {
  const name = `${relation.operation} ${relation.show ?? ''} ${limit ?? ''}`
  const known = context.loaders.get(name)
  if (known) return known
  const [input, keyOf] = relation.keys
  const load = async (keys: readonly string[]): Promise<unknown[]> => {
    const asked = { [input]: keys, ...(limit !== undefined && { limit }) }
    const { data } = (await resolve(op, asked, context, relation.field)) as {
      readonly data: readonly Readonly<Record<string, unknown>>[]
    }
    const rows = new Map(data.map((row) => [row[keyOf], row]))
    return keys.map((key) => {
      const row = rows.get(key)
      return (relation.show === undefined ? row : row?.[relation.show]) ?? null
    })
  }
  const loader = new DataLoader(load, { maxBatchSize: KEYS_MAX })
  context.loaders.set(name, loader)
  return loader
}
