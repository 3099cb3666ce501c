// Describes the errors of a route for OpenAPI: by status, each with all its codes. Equal sets of codes share one
// response, so that a new error is one changed line in the document.
import { Type } from 'typebox'
import {
  type AnyErrorDef,
  Invalid,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../operation/error.ts'
import type { AnyOperation, Method } from '../../operation/operation.ts'
import { pipelineErrors } from '../../operation/registry.ts'
import { type JsonObject, toSchema } from '../../kernel/json-schema.ts'
import { transportErrors, MethodNotAllowed } from '../rest/errors.ts'
import { responseHeaders } from './headers.ts'
import { toTypeName } from './names.ts'
import { oneOf, type Schemas } from './schemas.ts'

const bodyFields = {
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({ description: 'The code of the error, for clients. Codes never change.' }),
    message: Type.String({ description: 'What happened, in words for users.' }),
    details: Type.Optional(Type.Object({}, { description: 'Values that belong to the code.' })),
  }),
  message: Type.String({ description: 'The same message as in error.message.' }),
}
const FieldErrors = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'The invalid fields, each with its messages.',
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

/** All errors that this route may answer, sorted by code. */
export function routeErrors(op: AnyOperation, method: Method): AnyErrorDef[] {
  const all = [...op.errors, ...pipelineErrors(op), ...transportErrorsOf(method)]
  const byCode = new Map(all.map((def) => [def.code, def]))
  return [...byCode.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** Errors that an existing route cannot answer: its path and its method were found. */
const elsewhere: readonly AnyErrorDef[] = [NotFound, MethodNotAllowed]

const isAboutBody = (def: AnyErrorDef): boolean =>
  def === Invalid || def.status === 413 || def.status === 415

const transportErrorsOf = (method: Method): AnyErrorDef[] =>
  transportErrors.filter(
    (def) => !elsewhere.includes(def) && !(method === 'GET' && isAboutBody(def)),
  )

export interface ErrorResponses {
  /** Maps each status to a reference to its response; `default` is for the errors of every route. */
  refer(errors: readonly AnyErrorDef[]): Readonly<Record<string, JsonObject>>
  /** Every response referred to so far, by name. */
  named(): Readonly<Record<string, JsonObject>>
}

export function makeErrorResponses(schemas: Schemas): ErrorResponses {
  const byName: Record<string, JsonObject> = {}
  return {
    refer(errors) {
      const byStatus = Object.groupBy(errors, (def) => String(def.status))
      const references: Record<string, JsonObject> = {}
      for (const [status, defs = []] of Object.entries(byStatus)) {
        if (defs.every(isOfAnyRoute)) continue
        const name = nameOf(defs)
        byName[name] ??= toResponse(defs, schemas)
        references[status] = { $ref: `#/components/responses/${name}` }
      }
      byName[ANY_ROUTE] ??= toResponse(anyRoute, schemas)
      return { ...references, default: { $ref: `#/components/responses/${ANY_ROUTE}` } }
    },
    named: () => byName,
  }
}

/** Errors that any request may get; described once, as the default response of every route. */
const anyRoute: readonly AnyErrorDef[] = [
  ...transportErrors.filter((def) => !elsewhere.includes(def) && def !== Invalid),
  Unavailable,
].toSorted((a, b) => (a.code < b.code ? -1 : 1))
const isOfAnyRoute = (def: AnyErrorDef): boolean => anyRoute.includes(def)
const ANY_ROUTE = 'AnyRoute'

/** A name fit for generated types, such as 'IdempotencyConflictRequestInProgress'. */
const nameOf = (defs: readonly AnyErrorDef[]): string =>
  defs.map((def) => toTypeName(def.code)).join('')

function toResponse(defs: readonly AnyErrorDef[], schemas: Schemas): JsonObject {
  const body = defs.every((def) => def === Invalid) ? ValidationErrorBody : ErrorBody
  const details = defs.flatMap(({ code, details: facts }) =>
    facts ? [schemas.name(`${toTypeName(code)}Details`, schemas.convert(toSchema(facts)))] : [],
  )
  const error = {
    type: 'object',
    properties: {
      code: { type: 'string', enum: defs.map((def) => def.code) },
      ...(details.length > 0 ? { details: oneOf(details) } : {}),
    },
  }
  const schema = {
    allOf: [schemas.convert(toSchema(body)), { type: 'object', properties: { error } }],
  }
  const canWait = defs.some((def) => def === RateLimited || def === Unavailable)
  return {
    description: defs.map((def) => `${def.code}: ${meaningOf(def)}`).join('\n\n'),
    headers: responseHeaders(['Link', ...(canWait ? (['Retry-After'] as const) : [])]),
    content: { 'application/json': { schema } },
  }
}

type Wording = (details: object) => string

/** The declared meaning; else the message with {names} for details; where that is only a detail, the code in words. */
export function meaningOf(def: AnyErrorDef & { readonly message?: Wording }): string {
  if (def.meaning !== undefined) return def.meaning
  const plain = say(def.message, {})
  if (plain !== undefined && !isHollow(plain)) return plain
  const names = new Proxy({}, { get: (_target, name) => standIn([String(name)]) })
  const filled = say(def.message, names)
  // A sentence that computes with a detail has no name for the result.
  const known = filled?.split(/(?<=[.!?]) /).filter((sentence) => !isHollow(sentence))
  if (known?.join(' ').includes(' ')) return known.join(' ')
  const words = def.code.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

const isHollow = (text: string): boolean => /undefined|NaN/.test(text)

/** A placeholder for a detail and its properties that prints as its {name}; its methods, such as `join`, return it. */
function standIn(path: readonly string[]): object {
  return new Proxy(() => {}, {
    get: (_target, name) =>
      name === Symbol.toPrimitive
        ? () => `{${path.join('.')}}`
        : typeof name === 'symbol'
          ? undefined
          : standIn([...path, name]),
    apply: () => standIn(path.slice(0, -1)),
  })
}

function say(message: Wording | undefined, details: object): string | undefined {
  try {
    const said: unknown = message?.(details)
    // A message that is only a detail returns the placeholder.
    return typeof said === 'string' ? said : undefined
  } catch {
    // The message needs real details, for example to count them.
    return undefined
  }
}
