// The catalogue of errors: every code with its status, its meaning, and what to do about it.
import type { AnyErrorDef } from '../../operation/error.ts'
import { pipelineErrors, type Registry } from '../../operation/registry.ts'
import { transportErrors } from '../rest/errors.ts'
import { meaningOf } from './errors.ts'

export interface CatalogueEntry {
  readonly code: string
  readonly status: number
  readonly meaning: string
  readonly advice: string
  /** Raised before or around any operation, so no operation lists it. */
  readonly pipeline: boolean
  readonly transport: boolean
  /** The operations that declare it. */
  readonly operations: readonly string[]
}

export function listCatalogue(registry: Registry): CatalogueEntry[] {
  const ofPipeline = codesOf(registry.operations.flatMap(pipelineErrors))
  const ofTransport = codesOf(transportErrors)
  const byCode = new Map<string, AnyErrorDef>()
  for (const def of [...registry.errors, ...transportErrors]) {
    if ((byCode.get(def.code) ?? def).status !== def.status)
      throw new Error(`The error "${def.code}" has two statuses.`)
    byCode.set(def.code, def)
  }
  return [...byCode.values()]
    .map((def) => ({
      code: def.code,
      status: def.status,
      meaning: meaningOf(def),
      advice: def.advice,
      pipeline: ofPipeline.has(def.code),
      transport: ofTransport.has(def.code),
      operations: registry.operations
        .filter((op) => op.errors.some(({ code }) => code === def.code))
        .map((op) => op.name)
        .toSorted(),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

const codesOf = (errors: readonly AnyErrorDef[]): ReadonlySet<string> =>
  new Set(errors.map((def) => def.code))
