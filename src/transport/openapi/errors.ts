// Which refusals a route may answer, and how OpenAPI shows them: by status, each with all its codes.
// Equal sets of codes share one response, so that a new error is one changed line in the document.
import { Type } from 'typebox'
import { type AnyErrorDef, Invalid, RateLimited, Unavailable } from '../../operation/error.ts'
import type { AnyOperation, Method } from '../../operation/operation.ts'
import { pipelineErrors } from '../../operation/registry.ts'
import { doorErrors, MethodNotAllowed, RouteNotFound } from '../rest/errors.ts'
import { responseHeaders } from './headers.ts'
import type { Schema, Schemas } from './schemas.ts'

const bodyFields = {
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({ description: 'What went wrong, for programs. Codes never change.' }),
    message: Type.String({ description: 'What went wrong, for people.' }),
    details: Type.Optional(Type.Object({}, { description: 'Facts that belong to the code.' })),
  }),
  message: Type.String({ description: 'The same message as in error.message.' }),
}
const FieldErrors = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Each wrong field with what is wrong with it.',
})
const request_id = Type.String({ description: 'The X-Request-ID of this response.' })

const ErrorBody = Type.Object(
  { ...bodyFields, errors: Type.Optional(FieldErrors), request_id },
  { $id: 'Error' },
)
const ValidationErrorBody = Type.Object(
  { ...bodyFields, errors: FieldErrors, request_id },
  { $id: 'ValidationError' },
)

/** Everything that a caller of this route may be refused with, by code. */
export function routeErrors(op: AnyOperation, method: Method): AnyErrorDef[] {
  const all = [...op.errors, ...pipelineErrors(op), ...doorErrorsOf(method)]
  const byCode = new Map(all.map((def) => [def.code, def]))
  return [...byCode.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
}

/** The route exists and has the method; without a body there is nothing wrong with one. */
function doorErrorsOf(method: Method): AnyErrorDef[] {
  const elsewhere: AnyErrorDef[] = [RouteNotFound, MethodNotAllowed]
  const ofBody = (def: AnyErrorDef) =>
    def === Invalid || def.status === 413 || def.status === 415
  return doorErrors.filter(
    (def) => !elsewhere.includes(def) && !(method === 'GET' && ofBody(def)),
  )
}

export interface ErrorResponses {
  /** Status → reference to the response that shows these errors. */
  refer(errors: readonly AnyErrorDef[]): Readonly<Record<string, Schema>>
  /** Every response referred to so far, by name. */
  named(): Readonly<Record<string, Schema>>
}

export function makeErrorResponses(schemas: Schemas): ErrorResponses {
  const byName: Record<string, Schema> = {}
  return {
    refer(errors) {
      const byStatus = Object.groupBy(errors, (def) => String(def.status))
      const references: Record<string, Schema> = {}
      for (const [status, defs = []] of Object.entries(byStatus)) {
        const name = [status, ...defs.map((def) => def.code)].join('.')
        byName[name] ??= toResponse(defs, schemas)
        references[status] = { $ref: `#/components/responses/${name}` }
      }
      return references
    },
    named: () => byName,
  }
}

function toResponse(defs: readonly AnyErrorDef[], schemas: Schemas): Schema {
  const body = defs.every((def) => def === Invalid) ? ValidationErrorBody : ErrorBody
  const hasWait = defs.some((def) => def === RateLimited || def === Unavailable)
  const details = defs.flatMap((def) => (def.details ? [schemas.convert(def.details as Schema)] : []))
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: defs.map((def) => def.code) },
      ...(details.length > 0 ? { details: details.length === 1 ? details[0] : { anyOf: details } } : {}),
    },
  }
  const narrowed = { type: 'object', properties: { error } }
  const schema = { allOf: [schemas.convert(body as Schema), narrowed] }
  return {
    description: defs.map((def) => `${def.code}: ${meaningOf(def)}`).join('\n\n'),
    headers: responseHeaders(hasWait ? ['Retry-After'] : []),
    content: { 'application/json': { schema } },
  }
}

/** The public wording, with {names} where it repeats details; the code in words where it is all details. */
function meaningOf(def: AnyErrorDef): string {
  const { message } = def as AnyErrorDef & { message?: (details: object) => string }
  const placeholders = new Proxy({}, { get: (_target, name) => `{${String(name)}}` })
  const plain = say(message, {})
  if (plain !== undefined && !/undefined|NaN/.test(plain)) return plain
  const filled = say(message, placeholders)
  if (filled?.includes(' ')) return filled
  const words = def.code.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

function say(
  message: ((details: object) => string) | undefined,
  details: object,
): string | undefined {
  try {
    return message?.(details)
  } catch {
    // The wording reads more of the details than a stand-in has.
    return undefined
  }
}
