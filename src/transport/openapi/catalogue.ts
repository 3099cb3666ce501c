// The catalogue of errors: every code with its status, its meaning, and what to do about it. The advice of a code is
// said where the code is declared; a code without any has that of its status.
import type { AnyErrorDef } from '../../operation/error.ts'
import { pipelineErrors, type Registry } from '../../operation/registry.ts'
import { transportErrors } from '../rest/errors.ts'
import { meaningOf } from './errors.ts'

export interface CatalogueEntry {
  readonly code: string
  readonly status: number
  readonly meaning: string
  readonly advice: string
  /** Raised before or around any operation, so that it is on no list of an operation. */
  readonly pipeline: boolean
  readonly transport: boolean
  /** The operations that declare it. */
  readonly operations: readonly string[]
}

/** By status: true of every error that has it. */
const USUAL: Readonly<Record<number, string>> = {
  400: 'Change the request as the message says; the same request is refused again.',
  401: 'Send a valid credential: sign in again, refresh the token, or use another key.',
  402: 'Pay as the answer says, and send the request again with the proof of payment.',
  403: 'Use a credential that may do this, or ask whoever grants it; a retry does not help.',
  404: 'Check the id, and that it belongs to the caller, the tenant and the environment of the credential.',
  405: 'Use one of the methods in the Allow header.',
  408: 'Send the request again, on a faster connection or in smaller parts.',
  409: 'Read the current state first; then decide whether the request still makes sense.',
  413: 'Send less in one request.',
  415: 'Send the content type that the operation takes.',
  422: 'Change what the message and `errors` name; the same request is refused again.',
  429: 'Wait as long as the Retry-After header says, then send it again.',
  431: 'Send fewer or shorter headers.',
  500: 'Retry a write only with the same Idempotency-Key; if it goes on, tell the bank the request_id.',
  502: 'Somebody outside the bank failed. Retry a little later, a write with the same Idempotency-Key.',
  503: 'Retry a little later with growing pauses, a write with the same Idempotency-Key.',
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
  const said = advice ?? USUAL[status]
  if (said === undefined)
    throw new Error(`The error "${code}" needs an advice: the status ${status} has no usual one.`)
  return said
}

const codesOf = (errors: readonly AnyErrorDef[]): ReadonlySet<string> =>
  new Set(errors.map((def) => def.code))
