// Tools as clients see them in a list.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineTool } from '../../operation/tool.ts'
import { toMcpTool } from './tools.ts'

const Wheel = Type.Object({ size_cm: Type.Integer() }, { $id: 'Wheel' })
const base = {
  title: 'Bikes',
  summary: 'About bikes.',
  scope: 'bikes:read',
  output: Type.Object(
    { wheels: Type.Array(Wheel), spare: Type.Union([Wheel, Type.Null()]) },
    { $id: 'Bike' },
  ),
  call: () => Promise.resolve({ wheels: [], spare: null }),
} as const

const getBike = defineTool({
  ...base,
  name: 'bike.get',
  writes: false,
  input: Type.Object({ id: Type.String(), limit: Type.Integer({ default: 20 }) }),
})
const rentBike = defineTool({
  ...base,
  name: 'bike.rent',
  writes: true,
  isFinal: true,
  input: Type.Object({ id: Type.String() }),
})

describe('a tool', () => {
  it('that only reads takes the input as it is; what has a default need not be sent', () => {
    const wheel = {
      title: 'Wheel',
      type: 'object',
      required: ['size_cm'],
      properties: { size_cm: { type: 'integer' } },
    }
    expect(toMcpTool(getBike)).toEqual({
      name: 'bike.get',
      title: 'Bikes',
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
      annotations: {
        title: 'Bikes',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    })
  })

  it('that writes needs an idempotency key', () => {
    const { inputSchema, annotations } = toMcpTool(rentBike)
    expect(inputSchema.required).toEqual(['id', 'idempotency_key'])
    expect(inputSchema.properties!.idempotency_key).toMatchObject({
      type: 'string',
      format: 'uuid',
      maxLength: 128,
    })
    expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('may not have a field of that name itself', () => {
    const input = Type.Object({ idempotency_key: Type.String() })
    expect(() => toMcpTool({ ...rentBike, input })).toThrow('bike.rent')
  })
})
