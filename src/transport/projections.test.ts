// The files for reviewers, from a bank of two operations.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { declare } from '../../test/harness/describe.ts'
import { defineError, NotFound } from '../operation/error.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { makeRegistry } from '../operation/registry.ts'
import { defineTool } from '../operation/tool.ts'
import { projectAll } from './projections.ts'

const Bike = Type.Object({ frame_no: Type.String() }, { $id: 'Bike' })
const BikeStolen = defineError('BIKE_STOLEN', 409, () => 'The bike was stolen.', {
  advice: 'Choose another bike.',
})
const base = { auth: 'public', input: Type.Object({ id: Type.String() }), output: Bike } as const

const getBike = defineOperation({
  ...base,
  name: 'bike.get',
  kind: 'query',
  summary: 'One bike.',
  errors: [NotFound],
  rest: [{ route: 'GET /api/bikes/:id', envelope: 'data' }],
  handler: () => ({ frame_no: 'x' }),
})
const rentBike = defineOperation({
  ...base,
  name: 'bike.rent',
  kind: 'command',
  summary: 'Rent a bike.',
  errors: [NotFound, BikeStolen],
  rest: [{ route: 'POST /api/bikes/:id/rent', envelope: 'data' }],
  handler: () => ({ frame_no: 'x' }),
})
const bikeRented = (version: number) =>
  defineEvent({
    type: 'bike.rented',
    version,
    summary: 'A bike was rented.',
    data: Type.Object({ bike: Bike }),
  })

const seeBike = defineTool({
  name: 'bike.get',
  title: 'See a bike',
  summary: 'One bike.',
  scope: null,
  writes: false,
  input: Type.Object({ id: Type.String() }),
  output: Bike,
  call: () => Promise.resolve({ frame_no: 'x' }),
})

const bikes = declare({
  name: 'bikes',
  summary: 'Bikes for rent.',
  operations: [rentBike, getBike],
  tools: [seeBike],
  events: [bikeRented(2), bikeRented(1)],
})
const files = projectAll(makeRegistry([bikes]))
const read = (name: string): unknown => JSON.parse(files[name] ?? '')

describe('the projections', () => {
  it('are files that end as text files do', () => {
    expect(Object.keys(files)).toEqual([
      'openapi.json',
      'schema.graphql',
      'graphql/test.graphql',
      'mcp.json',
      'errors.json',
      'exceptions.json',
      'events.json',
    ])
    for (const content of Object.values(files)) expect(content).toMatch(/[^\n]\n$/)
    expect(projectAll(makeRegistry([bikes]))).toEqual(files)
  })

  it('describe REST without the address of any one server', () => {
    expect(read('openapi.json')).toMatchObject({ openapi: '3.0.0', servers: [{ url: '/' }] })
  })

  it('show the GraphQL fields by the schema that the domain names', () => {
    expect(files['graphql/test.graphql']).toContain('bike(id: ID!): Bike')
    expect(files['graphql/test.graphql']).toContain('rentBike(id: ID!): Bike!')
  })

  it('list what reviewers look at twice', () => {
    const ride = { ...rentBike, name: 'bike.ride' as const, rest: [], exempt: { guards: 'Free.' } }
    const watched = projectAll(makeRegistry([declare({ name: 'bikes', operations: [ride] })]))
    expect(JSON.parse(watched['exceptions.json'] ?? '')).toEqual({
      public: ['bike.ride'],
      spending: [],
      spending_jobs: {},
      heavy: [],
      exempt: { 'bike.ride': { guards: 'Free.' } },
    })
  })

  it('list the tools', () => {
    expect(read('mcp.json')).toMatchObject({ tools: [{ name: 'bike.get' }] })
  })

  it('list every code with its meaning, what to do, and who may raise it', () => {
    const errors = read('errors.json')
    const said = { meaning: expect.any(String), advice: expect.any(String) }
    expect(errors).toContainEqual({
      ...said,
      code: 'BIKE_STOLEN',
      status: 409,
      pipeline: false,
      transport: false,
      operations: ['bike.rent'],
    })
    expect(errors).toContainEqual({
      ...said,
      code: 'NOT_FOUND',
      status: 404,
      meaning: 'There is no {what} {id}.',
      pipeline: false,
      transport: true,
      operations: ['bike.get', 'bike.rent'],
    })
    expect(errors).toContainEqual({
      ...said,
      code: 'IDEMPOTENCY_CONFLICT',
      status: 409,
      pipeline: true,
      transport: false,
      operations: [],
    })
  })

  it('list the events by type and version, with their schema', () => {
    const bike = {
      title: 'Bike',
      type: 'object',
      required: ['frame_no'],
      properties: { frame_no: { type: 'string' } },
    }
    const data = { type: 'object', required: ['bike'], properties: { bike } }
    const summary = 'A bike was rented.'
    expect(read('events.json')).toEqual([
      { type: 'bike.rented', version: 1, summary, data },
      { type: 'bike.rented', version: 2, summary, data },
    ])
  })

  it('work for a bank that has nothing yet', () => {
    const empty = projectAll(makeRegistry([]))
    expect(empty['schema.graphql']).toBe('# No operation has a GraphQL field.\n')
    expect(JSON.parse(empty['mcp.json'] ?? '')).toEqual({ tools: [] })
    expect(JSON.parse(empty['events.json'] ?? '')).toEqual([])
  })
})
