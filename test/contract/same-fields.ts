// Whether two answers of an operation have the same fields, whatever is in them.
import type { JsonSchema } from '../../src/operation/shape.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of fields that one of them has and the other has not. Lists are compared by a first row. */
export function differingFields(
  schema: JsonSchema | undefined,
  one: unknown,
  other: unknown,
  at = '',
): string[] {
  if (schema?.anyOf) {
    const branches = schema.anyOf.filter((branch) => branch.type !== 'null')
    return branches.length === 1 ? differingFields(branches[0], one, other, at) : []
  }
  if (Array.isArray(one) && Array.isArray(other))
    return differingFields(schema?.items, one[0], other[0], `${at}[]`)
  // Only declared fields: whatever else is there is named by the caller.
  if (!schema?.properties || !isObject(one) || !isObject(other)) return []
  return Object.entries(schema.properties).flatMap(([name, inner]) =>
    Object.hasOwn(one, name) === Object.hasOwn(other, name)
      ? differingFields(inner, one[name], other[name], `${at}.${name}`)
      : [`${at}.${name}`],
  )
}
