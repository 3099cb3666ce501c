// Makes REST routes from operations. Fastify validates nothing here; only the pipeline does, so that all
// transports have the same rules and a body is never coerced.
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isStorableText } from '../../kernel/json.ts'
import { type Page, pageLinks } from '../../kernel/page.ts'
import type {
  AnyOperation,
  Context,
  Envelope,
  FileFormat,
  RenderedFile,
  Route,
  Wanted,
} from '../../operation/operation.ts'
import { answersSecret, isWrite, parseRoute } from '../../operation/operation.ts'
import { documentBodyOf, headerOf, isRawBody, octetBytesOf } from '../../operation/input-source.ts'
import type { Caller } from '../../operation/caller.ts'
import type { Exchange } from '../../operation/finished-call.ts'
import type { Reply } from '../../operation/idempotency.ts'
import type { Run } from '../../operation/pipeline.ts'
import { type JsonSchema, readText } from '../../operation/shape.ts'
import { answerSeen, readSeen } from '../position-header.ts'
import { isAlwaysAnswered } from './admission.ts'
import { BadRequest } from './errors.ts'
import { readHeader, type RestReply, type RestRequest } from './request.ts'
import type { Answer } from './fast-path.ts'
import { readLastEventId, sendStream } from './stream.ts'

export interface RouteOptions {
  readonly run: Run
  readonly baseUrl: () => string
  /** Authenticates the caller of a request again while its answer is streamed. */
  readonly recognizeAgain: (request: RestRequest) => Promise<Caller | undefined>
  /** Called after every successful call; errors are reported where they are sent. */
  readonly onAnswered: (request: RestRequest, reply: RestReply, answer: Exchange['answer']) => void
}

export function addRoutes(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  options: RouteOptions,
): void {
  for (const op of operations) for (const route of op.rest) addRoute(app, op, route, options)
}

function addRoute(
  app: FastifyInstance,
  op: AnyOperation,
  route: Route,
  options: RouteOptions,
): void {
  const { method, path } = parseRoute(route.route)
  const answer = makeAnswer(op, route, path, options)
  app.route({
    method,
    url: path,
    config: {
      op,
      plainNotFound: route.plainNotFound ?? false,
      alwaysAnswered: isAlwaysAnswered(op),
      rawBody: takesRawBody(op),
      isStream: route.envelope === 'stream',
      documentBody: bodyFieldOf(op, documentBodyOf),
      octetBody: bodyFieldOf(op, (schema) => {
        const bytesMax = octetBytesOf(schema)
        return bytesMax === undefined ? undefined : { bytesMax }
      }),
      ...(isPlain(op, route) && { shortWay: answer }),
    },
    ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
    handler: (request, reply) =>
      route.envelope === 'stream'
        ? answer(request, reply).then((items) => sendStream(reply, items as AsyncGenerator))
        : answer(request, reply),
  })
}

/** Runs the operation and returns the body of its answer, or the items of a stream. */
function makeAnswer(
  op: AnyOperation,
  route: Route,
  path: string,
  { run, baseUrl, onAnswered, recognizeAgain }: RouteOptions,
): Answer {
  const status = route.status ?? (route.envelope === 'none' ? 204 : 200)
  const collect = collector(op)
  const files = filesOf(op, route)
  return async (request, reply) => {
    request.operation = op.name
    request.pattern = path
    // Apps of merchants send the second name.
    const idempotencyKey =
      readHeader(request, 'idempotency-key') ?? readHeader(request, 'x-idempotency-key')
    const input = readLastEventId(op, request, collect(request))
    const file = files.get(chooseFile(route, input, request))
    const seen = readSeen(request.headers)
    const running = run(file?.op ?? op, {
      caller: request.caller,
      input,
      requestId: request.id,
      idempotencyKey,
      attachment: request.attachment,
      traceParent: readHeader(request, 'traceparent'),
      traced: request,
      recognizeAgain: op.kind === 'subscription' ? () => recognizeAgain(request) : undefined,
      seen,
    })
    const done = await (seen ? running.finally(() => answerSeen(reply, seen)) : running)
    // A caller who signs in is still anonymous, and the answer holds their token.
    if (answersSecret(op)) reply.header('Cache-Control', 'no-store')
    if (idempotencyKey !== undefined && isWrite(op)) {
      reply.header('X-Idempotency-Key', idempotencyKey)
      reply.header('X-Idempotency-Replayed', String(done.replayed))
    }
    // A dry run creates nothing, so it is never answered with 201.
    reply.code(isSimulated(done) ? 200 : status)
    const body = file
      ? toFileBody(file.content_type, file.toFile(done.output), reply)
      : isText(route, done)
        ? toTextBody(done.text, reply)
        : wrap(route.envelope, moveToHeaders(route, done.output, reply), request, baseUrl)
    onAnswered(request, reply, file || route.envelope === 'stream' ? undefined : { body })
    return body
  }
}

/** Only JSON objects go in and out, so nothing of the framework is needed to answer. */
const isPlain = (op: AnyOperation, { envelope, files, bodyBytesMax }: Route): boolean =>
  envelope !== 'none' &&
  envelope !== 'stream' &&
  files === undefined &&
  bodyBytesMax === undefined &&
  !takesRawBody(op) &&
  (envelope !== 'bare' || (op.output as JsonSchema).type === 'object')

const AnyFile = Type.Object({ name: Type.Optional(Type.String()), body: Type.Unknown() })

/** How each file form is answered: by which operation, and how its output becomes the file. */
const filesOf = (op: AnyOperation, { files = {} }: Route) =>
  new Map(Object.entries(files).map(([name, file]) => [name, answerWith(op, file)]))

function answerWith(op: AnyOperation, file: FileFormat) {
  const { content_type } = file
  if ('fromOutput' in file)
    return { content_type, op, toFile: (output: unknown) => file.fromOutput(output as never) }
  const handler = (input: unknown, ctx: Context) => file.render(input as never, ctx)
  const asFile: AnyOperation = { ...op, output: AnyFile, handler }
  return { content_type, op: asFile, toFile: (output: unknown) => output as RenderedFile }
}

/** The input is not validated yet; the pipeline handles any value that is not a file format. */
function chooseFile(route: Route, input: unknown, request: RestRequest): string {
  if (!route.files || typeof input !== 'object' || input === null) return ''
  const fields = input as Readonly<Record<string, unknown>>
  if (route.chooseFile) return route.chooseFile(fields, wantedOf(request))
  return typeof fields.format === 'string' ? fields.format : ''
}

function wantedOf(request: RestRequest): Wanted {
  const accept = readHeader(request, 'accept') ?? ''
  return {
    json: /\bjson\b/i.test(accept) && !/\bxml\b/i.test(accept),
    sentXml: request.sentXml,
    sentOctets: request.sentOctets,
    attached: request.attachment !== undefined,
  }
}

function toFileBody(contentType: string, { name, body }: RenderedFile, reply: RestReply) {
  reply.header('Content-Type', contentType)
  if (name !== undefined) reply.header('Content-Disposition', `attachment; filename="${name}"`)
  return body
}

/** The output of a reply that came as text is read only if it may matter. */
const isSimulated = (reply: Reply): boolean =>
  (reply.text === undefined || reply.text.includes('"simulated"')) &&
  (reply.output as { data?: { simulated?: unknown } } | null)?.data?.simulated === true

/** An output that was already serialized is sent unchanged. */
const isText = (route: Route, reply: Reply): reply is Reply & { readonly text: string } =>
  reply.text !== undefined && route.envelope === 'bare' && route.headers === undefined

function toTextBody(text: string, reply: RestReply): string {
  reply.header('Content-Type', 'application/json; charset=utf-8')
  return text
}

/** Moves the fields that are sent as headers out of the body. */
function moveToHeaders({ headers }: Route, output: unknown, reply: RestReply): unknown {
  if (!headers) return output
  const left: Record<string, unknown> = { ...(output as object) }
  for (const [field, name] of Object.entries(headers)) {
    if (typeof left[field] === 'string') reply.header(name, left[field])
    delete left[field]
  }
  return left
}

/** The field that a body of another type than JSON goes to, and how. */
function bodyFieldOf<How extends object>(
  op: AnyOperation,
  howOf: (schema: object) => How | undefined,
): (How & { readonly field: string }) | undefined {
  for (const [field, schema] of Object.entries((op.input as JsonSchema).properties ?? {})) {
    const how = howOf(schema)
    if (how) return { ...how, field }
  }
  return undefined
}

const takesRawBody = (op: AnyOperation): boolean =>
  Object.values((op.input as JsonSchema).properties ?? {}).some(isRawBody)

/** Reads the body first, then the query, then the path, so that no body can replace the id in the path. */
function collector(op: AnyOperation): (request: RestRequest) => unknown {
  const fields = (op.input as JsonSchema).properties ?? {}
  const readAll = (into: Record<string, unknown>, source: Record<string, string | string[]>) => {
    for (const name of Object.keys(source)) {
      const text = source[name]
      if (text === undefined || !Object.hasOwn(fields, name)) continue
      if (![text].flat().every(isStorableText))
        throw BadRequest({
          reason: `The value of ${name} in the URL holds NUL or half a surrogate pair, which cannot be stored; remove it.`,
        })
      into[name] = readText(fields[name], text)
    }
  }
  const takesNothing = Object.keys(fields).length === 0
  const inHeaders = Object.entries(fields).flatMap(([field, schema]) => {
    const header = headerOf(schema)
    return header === undefined ? [] : [{ field, header: header.toLowerCase() }]
  })
  const raw = Object.entries(fields).find(([, schema]) => isRawBody(schema))?.[0]
  return (request) => {
    const body = raw === undefined ? request.body : { [raw]: request.body ?? '' }
    // A body that is not an object is passed on unchanged, so that validation reports it.
    if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
      return body
    if (takesNothing) return {}
    const input: Record<string, unknown> = { ...body }
    readAll(input, request.query as Record<string, string | string[]>)
    readAll(input, request.params as Record<string, string>)
    for (const { field, header } of inHeaders) input[field] = readHeader(request, header)
    return input
  }
}

function wrap(
  envelope: Envelope,
  output: unknown,
  request: RestRequest,
  baseUrl: () => string,
): unknown {
  switch (envelope) {
    case 'data':
      return { data: output }
    case 'success':
      return { success: true, data: output }
    case 'page':
      return withLinks(output as Page<unknown>, request, baseUrl)
    case 'success_page':
      return { success: true, ...withLinks(output as Page<unknown>, request, baseUrl) }
    case 'bare':
      return output
    case 'stream':
      return output
    case 'none':
      return undefined
  }
}

function withLinks(page: Page<unknown>, request: RestRequest, baseUrl: () => string) {
  const [path = '', query] = request.url.split('?')
  return { ...page, links: pageLinks(page.meta, baseUrl() + path, new URLSearchParams(query)) }
}
