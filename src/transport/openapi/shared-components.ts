// Shares the request bodies and answers of operations with several routes as components. An operation with one
// route has them in place.
import { canonicalJson } from '../../kernel/json.ts'
import type { AnyOperation } from '../../operation/operation.ts'
import type { JsonObject } from '../../kernel/json-schema.ts'
import { sortedByKey } from './schemas.ts'

export interface SharedComponents {
  /** A reference to the part under this name, or the part itself when the operation has only one route. */
  put(name: string, op: AnyOperation, part: JsonObject): JsonObject
  named(): Readonly<Record<string, JsonObject>>
}

export function makeSharedComponents(place: 'requestBodies' | 'responses'): SharedComponents {
  const byName: Record<string, JsonObject> = {}
  return {
    put(name, op, part) {
      const known = byName[name]
      const isOther = known !== undefined && canonicalJson(known) !== canonicalJson(part)
      if (op.rest.length === 1 || isOther) return part
      byName[name] = part
      return { $ref: `#/components/${place}/${name}` }
    },
    named: () => sortedByKey(byName),
  }
}
