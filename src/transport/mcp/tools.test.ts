// Operations as agents see them in a list of tools.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineOperation } from '../../operation/operation.ts'
import { toMcpTool } from './tools.ts'

const Wheel = Type.Object({ size_cm: Type.Integer() }, { $id: 'Wheel' })
const base = {
  summary: 'About bikes.',
  auth: 'public',
  output: Type.Object(
    { wheels: Type.Array(Wheel), spare: Type.Union([Wheel, Type.Null()]) },
    { $id: 'Bike' },
  ),
  errors: [],
  rest: [],
  handler: () => ({ wheels: [], spare: null }),
} as const
const getBike = defineOperation({
  ...base,
  name: 'bike.get',
  kind: 'query',
  input: Type.Object({ id: Type.String(), limit: Type.Integer({ default: 20 }) }),
  mcp: { tool: 'bike.read' },
})
const rentBike = defineOperation({
  ...base,
  name: 'bike.rent',
  kind: 'command',
  input: Type.Object({ id: Type.String() }),
  mcp: { tool: 'bike.rent' },
})

describe('a tool', () => {
  it('that only reads takes the input as it is; what has a default need not be sent', () => {
    expect(toMcpTool(getBike)).toEqual({
      name: 'bike.read',
      description: 'About bikes.',
      inputSchema: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, limit: { type: 'integer', default: 20 } },
      },
      outputSchema: {
        title: 'Bike',
        type: 'object',
        required: ['wheels', 'spare'],
        properties: {
          wheels: { type: 'array', items: wheel },
          spare: { anyOf: [wheel, { type: 'null' }] },
        },
      },
      annotations: { readOnlyHint: true, idempotentHint: true },
    })
  })

  it('that writes wants an idempotency key', () => {
    const { inputSchema, annotations } = toMcpTool(rentBike)
    expect(inputSchema.required).toEqual(['id', 'idempotency_key'])
    expect(inputSchema.properties?.idempotency_key).toMatchObject({
      type: 'string',
      maxLength: 128,
    })
    expect(annotations).toEqual({ readOnlyHint: false, idempotentHint: true })
  })

  it('is refused when the protocol could not carry it', () => {
    const { mcp: _, ...silent } = getBike
    expect(() => toMcpTool(silent)).toThrow('bike.get: no MCP tool')
    expect(() => toMcpTool({ ...getBike, output: Type.Array(Wheel) })).toThrow(
      'bike.get: a tool must answer with an object',
    )
    const taken = { ...rentBike, input: Type.Object({ idempotency_key: Type.String() }) }
    expect(() => toMcpTool(taken)).toThrow('bike.rent: the field idempotency_key')
  })
})

const wheel = {
  title: 'Wheel',
  type: 'object',
  required: ['size_cm'],
  properties: { size_cm: { type: 'integer' } },
}
