// The whole document, from a few operations of the test.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { PageOf, pageInput } from '../../kernel/page.ts'
import { declare } from '../../../test/harness/describe.ts'
import { olderName } from '../../kernel/schema.ts'
import { onePage } from '../../operation/examples.ts'
import { type AnyErrorDef, defineError, NotFound } from '../../operation/error.ts'
import { defineOperation } from '../../operation/operation.ts'
import { type Declared, makeRegistry, pipelineErrors } from '../../operation/registry.ts'
import { toOpenApi } from './document.ts'
import { meaningOf } from './errors.ts'

const Colour = Type.Enum(['red', 'green'], { $id: 'Colour' })
const Wheel = Type.Object({ size_cm: Type.Integer({ exclusiveMinimum: 0 }) }, { $id: 'Wheel' })
const Bike = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    colour: Colour,
    wheels: Type.Array(Wheel),
    note: Type.Union([Type.String(), Type.Null()]),
    spare: Type.Union([Wheel, Type.Null()]),
    labels: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'Bike' },
)
const bike = {
  id: 'b',
  colour: 'red' as const,
  wheels: [],
  note: null,
  spare: null,
  labels: {},
}

const BikeStolen = defineError<{ since: string }>(
  'BIKE_STOLEN',
  409,
  (d) => `The bike was stolen on ${d.since}.`,
  { advice: 'Choose another bike.', details: Type.Object({ since: Type.String() }) },
)
const BikeBroken = defineError('BIKE_BROKEN', 409, () => 'The bike needs repair first.', {
  advice: 'Choose another bike.',
})

const getBike = defineOperation({
  name: 'bike.get',
  kind: 'query',
  summary: 'One bike.',
  auth: [{ by: 'user', scope: 'read' }],
  input: Type.Object({
    id: Type.String({ format: 'uuid' }),
    with_wheels: Type.Boolean({ default: true, description: 'Whether to list its wheels.' }),
    colour: Type.Optional(Colour),
    since: Type.String({ format: 'date' }),
  }),
  output: Bike,
  errors: [NotFound],
  rest: [
    { route: 'GET /api/bikes/:id', envelope: 'data' },
    { route: 'GET /api/v2/bikes/:id', envelope: 'data' },
  ],
  handler: () => bike,
})
const listBikes = defineOperation({
  name: 'bike.list',
  kind: 'query',
  summary: 'All bikes.',
  auth: 'public',
  input: Type.Object(pageInput),
  output: PageOf(Bike),
  errors: [],
  rest: [{ route: 'GET /api/bikes', envelope: 'page' }],
  handler: () => {
    throw new Error('not run')
  },
})
const rentBike = defineOperation({
  name: 'bike.rent',
  kind: 'command',
  summary: 'Rent a bike.',
  auth: [{ by: 'user', scope: 'write', via: 'login' }, { by: 'agent' }, { by: 'partner' }],
  idempotency: 'required',
  input: Type.Object({
    id: Type.String(),
    hours: Type.Integer(),
    insured: Type.Boolean({ default: false }),
  }),
  output: Bike,
  errors: [NotFound, BikeStolen, BikeBroken],
  rest: [{ route: 'POST /api/bikes/:id/rent', status: 201, envelope: 'success' }],
  handler: () => bike,
})
const scrapBike = defineOperation({
  name: 'bike.scrap',
  kind: 'command',
  summary: 'Scrap a bike.',
  auth: [{ by: 'user' }],
  input: Type.Object({ id: Type.String(), force: Type.Optional(Type.Boolean()) }),
  output: Type.Null(),
  errors: [],
  rest: [{ route: 'DELETE /api/bikes/:id', envelope: 'none' }],
  handler: () => null,
})
const paintBike = defineOperation({
  name: 'bike.paint',
  kind: 'posting',
  summary: 'Paint a bike.',
  auth: 'public',
  input: Type.Object({ colour: Type.Optional(Colour) }, { $id: 'PaintJob' }),
  output: Type.Object({ painted: Type.Boolean() }),
  errors: [],
  rest: [{ route: 'PUT /api/paint', envelope: 'bare' }],
  handler: () => ({ painted: true }),
})

const bikes = (operations: Declared['operations']) =>
  declare({ name: 'bikes', summary: 'Bikes for rent.', operations })
const all = [getBike, listBikes, rentBike, scrapBike, paintBike]
const registry = makeRegistry([
  bikes(all),
  declare({ name: 'quiet', summary: 'Says nothing.', operations: [] }),
])
const document = toOpenApi(registry, 'https://bank.test')

// Read as a client would read it: as JSON, following references.
interface Json {
  readonly [key: string]: Json
}
const doc: Json = JSON.parse(JSON.stringify(document))

function resolve(node: Json | undefined): Json {
  const ref: unknown = node?.$ref
  if (typeof ref !== 'string') return node ?? {}
  let found: Json | undefined = doc
  for (const key of ref.slice(2).split('/')) found = found?.[key]
  if (!found) throw new Error(`${ref} leads nowhere`)
  return resolve(found)
}

/** Every object of the document, at any depth. */
function everyObject(node: Json): Json[] {
  if (typeof node !== 'object' || node === null) return []
  return [node, ...Object.values(node).flatMap(everyObject)]
}

const operationAt = (path: string, method: string): Json => doc.paths![path]![method]!
const operationsOf = (name: string): Json[] =>
  Object.values(doc.paths!)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => JSON.stringify(operationId).startsWith(`"${name}`))
const statusesOf = (path: string, method: string): string[] =>
  Object.keys(operationAt(path, method).responses!)
const bodyOf = (path: string, method: string, status: string): unknown =>
  resolve(
    resolve(operationAt(path, method).responses![status]).content!['application/json']!.schema,
  )
const resolveAll = (list: Json | undefined): Json[] => Object.values(list ?? {}).map(resolve)
const describeOne = (...operations: Declared['operations']) =>
  toOpenApi(makeRegistry([bikes(operations)]), '/')

describe('the OpenAPI document', () => {
  it('says which version of what it is', () => {
    expect(document.openapi).toBe('3.0.0')
    expect(document.info).toMatchObject({ title: 'Florin', version: '7.16.0' })
    expect(document.servers).toEqual([{ url: 'https://bank.test' }])
    expect(document.tags).toEqual([{ name: 'bikes', description: 'Bikes for rent.' }])
  })

  it('holds nothing that OpenAPI 3.0 does not know, and every reference leads somewhere', () => {
    for (const object of everyObject(doc)) {
      expect(object).not.toHaveProperty('$id')
      expect(object).not.toHaveProperty('const')
      expect(object).not.toHaveProperty('patternProperties')
      expect(object.type).not.toBe('null')
      expect(Array.isArray(object.type)).toBe(false)
      expect(typeof object.exclusiveMinimum).not.toBe('number')
      expect(typeof object.exclusiveMaximum).not.toBe('number')
      if (Array.isArray(object.enum)) expect(object).toHaveProperty('type')
      resolve(object)
    }
    expect(Object.keys(document.components.schemas)).toEqual([
      'Bike',
      'BikeGetResponse',
      'BikeListResponse',
      'BikePaintResponse',
      'BikeRentRequest',
      'BikeRentResponse',
      'BikeStolenDetails',
      'Colour',
      'Error',
      'InsufficientScopeDetails',
      'PageLinks',
      'PageMeta',
      'PaintJob',
      'RateLimitExceededDetails',
      'ValidationError',
      'Wheel',
    ])
  })

  it('lists a success and every error of every operation', () => {
    for (const op of all) {
      expect(operationsOf(op.name)).toHaveLength(op.rest.length)
      for (const { responses } of operationsOf(op.name)) {
        expect(Object.keys(responses!).filter((status) => status.startsWith('2'))).toHaveLength(1)
        for (const { code, status } of [...op.errors, ...pipelineErrors(op)]) {
          const response = resolve(responses![status] ?? responses!.default)
          expect(response.description).toContain(`${code}: `)
          expect(JSON.stringify(response.content)).toContain(`"${code}"`)
        }
      }
    }
  })

  it('is the same text every time', () => {
    expect(JSON.stringify(toOpenApi(registry, 'https://bank.test'))).toBe(JSON.stringify(document))
    expect(Object.keys(document.paths)).toEqual(Object.keys(document.paths).toSorted())
  })
})

describe('a route', () => {
  it('has the name of its operation, and an alias one of its own', () => {
    const newest = operationAt('/api/v2/bikes/{id}', 'get')
    expect(newest.operationId).toBe('bike.get')
    expect(newest).not.toHaveProperty('x-alias-of')
    expect(operationAt('/api/bikes/{id}', 'get')).toMatchObject({
      operationId: 'bike.get.get_api_bikes_id',
      'x-alias-of': 'bike.get',
      description: expect.stringMatching(/^An alias of `GET \/api\/v2\/bikes\/\{id\}`\./),
    })
  })

  it('takes path and query parameters; what has a default need not be sent', () => {
    expect(resolveAll(operationAt('/api/bikes/{id}', 'get').parameters)).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      {
        name: 'with_wheels',
        in: 'query',
        required: false,
        description: 'Whether to list its wheels.',
        schema: { type: 'boolean', default: true },
      },
      {
        name: 'colour',
        in: 'query',
        required: false,
        schema: { $ref: '#/components/schemas/Colour' },
      },
      { name: 'since', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
    ])
    expect(operationAt('/api/bikes/{id}', 'get')).not.toHaveProperty('requestBody')
  })

  it('takes a body without the fields of the path, and an Idempotency-Key', () => {
    const { parameters, requestBody } = operationAt('/api/bikes/{id}/rent', 'post')
    expect(resolveAll(parameters)).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'Idempotency-Key', in: 'header', required: true, schema: { maxLength: 255 } },
    ])
    const { required, content } = requestBody!
    expect(required).toBe(true)
    expect(content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/BikeRentRequest' } },
    })
    expect(resolve(content!['application/json']!.schema)).toEqual({
      type: 'object',
      required: ['hours'],
      properties: {
        hours: { type: 'integer' },
        insured: { type: 'boolean', default: false },
      },
    })
    expect(resolveAll(operationAt('/api/bikes/{id}', 'delete').parameters)).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'force', in: 'query' },
      { name: 'Idempotency-Key', in: 'header', required: false },
    ])
    expect(operationAt('/api/paint', 'put').requestBody).toEqual({
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/PaintJob' } } },
    })
  })

  it('asks for all its credentials together', () => {
    expect(operationAt('/api/bikes/{id}/rent', 'post')).toMatchObject({
      security: [{ bearer: [], agentSession: [], partnerKey: [] }],
      description: 'Needs the permission `write`. Needs a login; an API key is not enough.',
    })
    expect(operationAt('/api/bikes', 'get').security).toEqual([])
    expect(doc.components!.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      agentSession: { type: 'apiKey', in: 'header', name: 'X-Agent-Session' },
      partnerKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' },
    })
  })

  it('answers in its envelope', () => {
    const Ref = { $ref: '#/components/schemas/Bike' }
    expect(bodyOf('/api/bikes/{id}', 'get', '200')).toEqual({
      type: 'object',
      required: ['data'],
      properties: { data: Ref },
    })
    expect(bodyOf('/api/bikes/{id}/rent', 'post', '201')).toEqual({
      type: 'object',
      required: ['success', 'data'],
      properties: { success: { type: 'boolean', enum: [true] }, data: Ref },
    })
    expect(bodyOf('/api/bikes', 'get', '200')).toEqual({
      type: 'object',
      required: ['data', 'meta', 'links'],
      properties: {
        data: { type: 'array', items: Ref, maxItems: 100 },
        meta: { $ref: '#/components/schemas/PageMeta' },
        links: { $ref: '#/components/schemas/PageLinks' },
      },
    })
    expect(bodyOf('/api/paint', 'put', '200')).toMatchObject({ required: ['painted'] })
    expect(operationAt('/api/bikes/{id}', 'delete').responses!['204']).not.toHaveProperty('content')
  })

  it('lists the files that a route can answer with', () => {
    const render = async () => ({ name: 'x', body: Buffer.from('') })
    const csv = { content_type: 'text/csv; charset=utf-8', render }
    const exported = { ...listBikes, rest: [{ ...listBikes.rest[0]!, files: { csv } }] }
    const { paths } = toOpenApi(makeRegistry([bikes([exported])]), '/')
    const { content } = paths['/api/bikes']!.get!.responses['200']!
    expect(Object.keys(content as object)).toEqual(['application/json', 'text/csv'])
  })

  it('has the common headers on every response', () => {
    const common = ['Limit', 'Remaining', 'Reset'].map((name) => `X-RateLimit-${name}`)
    for (const response of Object.values(operationAt('/api/bikes/{id}/rent', 'post').responses!))
      expect(Object.keys(resolve(response).headers!)).toEqual(
        expect.arrayContaining([...common, 'X-Request-ID']),
      )
    const { responses } = operationAt('/api/bikes', 'get')
    expect(resolve(responses!['429']).headers).toHaveProperty('Retry-After')
  })
})

describe('the example of an operation', () => {
  const examples = {
    'bike.get': { input: { id: 'b', since: '2026-03-01' }, output: bike },
    'bike.rent': { input: { id: 'b', hours: 2 }, output: bike },
    'bike.list': { output: onePage(bike) },
  }
  const shown = toOpenApi(
    makeRegistry([declare({ name: 'bikes', summary: 'Bikes.', operations: all, examples })]),
    '/',
  )
  const read: Json = JSON.parse(JSON.stringify(shown))

  it('shows the body of the request without the fields of the path', () => {
    const { content } = read.paths!['/api/bikes/{id}/rent']!.post!.requestBody!
    expect(content!['application/json']!.example).toEqual({ hours: 2 })
  })

  it('shows the answer in the envelope of the route', () => {
    const rented = read.paths!['/api/bikes/{id}/rent']!.post!.responses!['201']!
    expect(rented.content!['application/json']!.example).toEqual({ success: true, data: bike })
    const listed = read.paths!['/api/bikes']!.get!.responses!['200']!
    expect(listed.content!['application/json']!.example).toMatchObject({
      data: [bike],
      meta: { total: 1 },
      links: { first: '/api/bikes?page=1', next: null },
    })
  })

  it('is said once for all addresses of the operation', () => {
    const answer = { $ref: '#/components/responses/BikeGetAnswer' }
    expect(read.paths!['/api/bikes/{id}']!.get!.responses!['200']).toEqual(answer)
    expect(read.paths!['/api/v2/bikes/{id}']!.get!.responses!['200']).toEqual(answer)
    const { content } = read.components!.responses!.BikeGetAnswer!
    expect(content!['application/json']!.example).toEqual({ data: bike })
  })
})

describe('a parameter', () => {
  it('is described once, under the name of its domain, if several routes have it', () => {
    const { parameters } = operationAt('/api/bikes/{id}/rent', 'post')
    expect(Object.values(parameters!)[0]).toEqual({ $ref: '#/components/parameters/BikesId2' })
    expect(doc.components!.parameters!.BikesId2).toMatchObject({ name: 'id', in: 'path' })
  })

  it('that is another’s older name says so', () => {
    const renamed = {
      ...listBikes,
      input: Type.Object({ limit: Type.Optional(olderName('per_page', Type.Integer())) }),
    }
    const [limit] = describeOne(renamed).paths['/api/bikes']!.get!.parameters!
    expect(limit).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      deprecated: true,
      description: 'Older name of `per_page`.',
      schema: { type: 'integer' },
    })
  })
})

describe('the errors of a route', () => {
  it('are grouped when they have one status', () => {
    const conflict = resolve(operationAt('/api/bikes/{id}/rent', 'post').responses!['409'])
    expect(conflict.description).toBe(
      [
        'BIKE_BROKEN: The bike needs repair first.',
        'BIKE_STOLEN: The bike was stolen on {since}.',
        'IDEMPOTENCY_CONFLICT: This Idempotency-Key was already used with a different request or by a credential with other rights; use a new key.',
        'REQUEST_IN_PROGRESS: A request with this Idempotency-Key is still running; retry in a moment.',
      ].join('\n\n'),
    )
    expect(bodyOf('/api/bikes/{id}/rent', 'post', '409')).toEqual({
      allOf: [
        { $ref: '#/components/schemas/Error' },
        {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              properties: {
                code: {
                  type: 'string',
                  enum: [
                    'BIKE_BROKEN',
                    'BIKE_STOLEN',
                    'IDEMPOTENCY_CONFLICT',
                    'REQUEST_IN_PROGRESS',
                  ],
                },
                details: { $ref: '#/components/schemas/BikeStolenDetails' },
              },
            },
          },
        },
      ],
    })
  })

  it('are those that it can give: none about a body it does not take', () => {
    expect(statusesOf('/api/bikes', 'get')).toEqual(['200', '422', '429', 'default'])
    expect(statusesOf('/api/paint', 'put')).toEqual(['200', '409', '422', '429', 'default'])
    const { description } = resolve(operationAt('/api/paint', 'put').responses!.default)
    for (const code of ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'SERVICE_UNAVAILABLE'])
      expect(description).toContain(`${code}: `)
    expect(bodyOf('/api/paint', 'put', '422')).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/ValidationError' }, {}],
    })
  })

  it('are worded as they are declared, with names for details', () => {
    const { responses } = operationAt('/api/bikes/{id}', 'get')
    expect(resolve(responses!['403']).description).toContain('FORBIDDEN: The credential is valid')
    expect(resolve(responses!['404']).description).toBe('NOT_FOUND: There is no {what} {id}.')
  })

  it.each<[string, (details: never) => string]>([
    ['Too many: {wheels}.', (d: { wheels: string[] }) => `Too many: ${d.wheels.join(', ')}.`],
    [
      'The wheel {wheels.0.size} is flat.',
      (d: { wheels: { size: string }[] }) => `The wheel ${d.wheels[0]!.size} is flat.`,
    ],
    ['No such bike.', (d: { bikes: Record<string, string> }) => known(d.bikes) ?? 'No such bike.'],
    // What is computed from a detail has no name, and a message that is only a detail says nothing.
    [
      'It is {state}.',
      (d: { state: string; cents: number }) => `It is ${d.state}. ${d.cents / 100}`,
    ],
    ['Bike odd.', (d: { sentence: string }) => d.sentence],
    ['Bike odd.', (d: { kind: 'a' }) => ({ a: 'One.' })[d.kind]],
  ])('mean "%s"', (meaning, message) => {
    const odd: AnyErrorDef = defineError('BIKE_ODD', 409, message, {
      advice: 'Look at it.',
    })
    expect(meaningOf(odd)).toBe(meaning)
  })
})

const known = (record: Record<string, string>): string | undefined => Object.values(record)[0]

describe('a declaration that cannot be described', () => {
  it('names the operation', () => {
    const twice = {
      ...paintBike,
      input: Type.Object({ colour: Wheel, more: { ...Wheel, title: 'x' } }),
    }
    expect(() => describeOne(twice)).toThrow(
      'bike.paint: two different schemas have the $id "Wheel"',
    )
  })

  it('may not have a path parameter that the input does not know', () => {
    const lost = {
      ...paintBike,
      rest: [{ route: 'PUT /api/paint/:id', envelope: 'bare' }] as const,
    }
    expect(() => describeOne(lost)).toThrow('bike.paint: the path has ":id"')
  })

  it('may not name the parameters of one path in two ways', () => {
    const other = {
      ...scrapBike,
      input: Type.Object({ uuid: Type.String() }),
      rest: [{ route: 'DELETE /api/bikes/:uuid', envelope: 'none' }] as const,
    }
    expect(() => describeOne(getBike, other)).toThrow('use the same parameter names')
  })
})
