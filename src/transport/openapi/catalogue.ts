// The catalogue of errors: every code with its status, its meaning, and what to do about it. The advice is declared
// with the code; a code without advice gets that of its status.
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

/** The fallback by status, true of every error that has it. */
const USUAL: Readonly<Record<number, string>> = {
  400: 'Correct the request as the message says; the same request fails again.',
  401: 'Send a valid credential: sign in again, refresh the token, or use another key.',
  402: 'Pay as the response says, and send the request again with the proof of payment.',
  403: 'Use a credential that has the right to do this, or ask the owner or an operator to grant it; a retry does not help.',
  404: 'Check the id, and that the record belongs to the caller, the tenant and the environment of the credential.',
  405: 'Use one of the methods in the Allow header.',
  408: 'Send the request again, on a faster connection or in smaller parts.',
  409: 'Read the current state, then decide whether the request is still needed.',
  413: 'Send less in one request.',
  415: 'Send the media type that the operation accepts.',
  422: 'Correct the fields that the message and `errors` name; the same request fails again.',
  429: 'Wait as long as the Retry-After header says, then retry.',
  431: 'Send fewer or shorter headers.',
  500: 'Retry a write only with the same Idempotency-Key; if the error persists, report the request_id to the bank.',
  502: 'An external service failed. Retry with exponential backoff, a write with the same Idempotency-Key.',
  503: 'Retry with exponential backoff, a write with the same Idempotency-Key.',
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
      advice: adviceOf(def),
      pipeline: ofPipeline.has(def.code),
      transport: ofTransport.has(def.code),
      operations: registry.operations
        .filter((op) => op.errors.some(({ code }) => code === def.code))
        .map((op) => op.name)
        .toSorted(),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

function adviceOf({ advice, code, status }: AnyErrorDef): string {
  const text = advice ?? USUAL[status]
  if (text === undefined)
    throw new Error(`The error "${code}" needs an advice: the status ${status} has no usual one.`)
  return text
}

const codesOf = (errors: readonly AnyErrorDef[]): ReadonlySet<string> =>
  new Set(errors.map((def) => def.code))
