// The bytes that an answer may still take while it is being made. The cost of a query counts records; this counts what is
// in them, such as long texts, free-form data and long aliases, so that no answer can fill the memory of the bank.
import {
  defaultFieldResolver,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { isRawNumber } from '../../kernel/json.ts'
import type { GraphContext } from './context.ts'

const ANSWER_BYTES_MAX = 8_388_608

/** Quotes, a colon and a comma. */
const PUNCTUATION = 4

export class Budget {
  private left: number

  constructor(bytes = ANSWER_BYTES_MAX) {
    this.left = bytes
  }

  get isExceeded(): boolean {
    return this.left < 0
  }

  /** Counts a field of the answer with its name; false when there is no room for it. */
  take(name: string | number, value: unknown): boolean {
    this.left -= String(name).length + PUNCTUATION + lengthOf(value)
    return this.left >= 0
  }
}

/** About as many characters as the value has in JSON. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return 5
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 1 + lengthOf(item), 2)
  return Object.entries(value).reduce(
    (sum, [key, item]) => sum + key.length + PUNCTUATION + lengthOf(item),
    2,
  )
}

/** Makes every field of the schema count itself. A field that exceeds the budget is null, and is not resolved. */
export function countFields(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  for (const type of types.filter(({ name }) => !name.startsWith('__')))
    for (const field of Object.values(type.getFields())) {
      const { resolve = defaultFieldResolver } = field
      const isLeaf = isLeafType(getNamedType(field.type))
      field.resolve = (record, args, context: GraphContext, info) => {
        const { budget } = context
        if (!budget.take(info.path.key, null)) return null
        const value: unknown = resolve(record, args, context, info)
        // The fields of a record count themselves.
        return !isLeaf || budget.take('', value) ? value : null
      }
    }
  return schema
}

export const tooLong = (wrote: boolean): GraphQLError =>
  new GraphQLError(
    `The answer would have more than ${ANSWER_BYTES_MAX / 1_048_576} MB; ask for fewer fields or smaller pages.${
      wrote ? ' The mutations were executed; read the records by separate queries.' : ''
    }`,
    { extensions: { category: 'query_cost', code: 'ANSWER_TOO_LARGE' } },
  )
