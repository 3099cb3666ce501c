// Relations between records. They are loaded for all records of one answer together, through an operation that answers
// for many keys at once; so a page costs the same number of SQL statements whatever its length, and the rights of the
// caller are checked by the code that checks them in REST.
import DataLoader from 'dataloader'
import { GraphQLInt, getNullableType } from 'graphql'
import { Invalid } from '../../operation/error.ts'
import { itemsOf, toSchema } from '../../kernel/json-schema.ts'
import type { GraphContext } from './context.ts'
import type { Resolve } from './fields.ts'
import type { PlacedRelation } from './placement.ts'
import type { Fields, Types } from './types.ts'

/** No operation takes more keys at once. */
const KEYS_MAX = 100

interface RelationOptions {
  readonly resolve: Resolve
  readonly relations: readonly PlacedRelation[]
}

export const toRelationFields = (options: RelationOptions, type: string, types: Types): Fields =>
  Object.fromEntries(
    options.relations
      .filter((relation) => relation.types.includes(type))
      .map((relation) => [relation.field, toField(type, relation, options, types)]),
  )

function toField(
  owner: string,
  relation: PlacedRelation,
  options: RelationOptions,
  types: Types,
): Fields[string] {
  const { first, op } = relation
  const row = itemsOf(toSchema(op.output).properties?.data ?? {}) ?? {}
  const shown = relation.show === undefined ? row : (row.properties?.[relation.show] ?? {})
  const type = types.output(shown, `${owner}_${relation.field}`)
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
      return loaderOf(relation, limit, context as GraphContext, options.resolve).load(key)
    },
  }
}

function readFirst(first: number, most: number): number {
  if (first >= 1 && first <= most) return first
  throw Invalid({ errors: { first: [`The first field must be 1 to ${most} here.`] } })
}

function loaderOf(
  relation: PlacedRelation,
  limit: number | undefined,
  context: GraphContext,
  resolve: Resolve,
): DataLoader<string, unknown> {
  const name = `${relation.op.name} ${relation.show ?? ''} ${limit ?? ''}`
  const known = context.loaders.get(name)
  if (known) return known
  const [input, keyOf] = relation.keys
  const load = async (keys: readonly string[]): Promise<unknown[]> => {
    const asked = { [input]: keys, ...(limit !== undefined && { limit }) }
    const { data } = (await resolve(relation.op, asked, context, relation.field)) as {
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
