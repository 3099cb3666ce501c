// Operations asked through graphql-js itself, against a schema made from their declarations.
import { graphql, printSchema, validateSchema } from 'graphql'
import { type TObject, type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { type AnyOperation, defineOperation } from '../../operation/operation.ts'
import { toGraphqlSchema } from './schema.ts'

const Colour = Type.Enum(['red', 'green'], { $id: 'Colour' })
const Wheel = Type.Object(
  { size_cm: Type.Integer({ minimum: 1, maximum: 100 }), worn_out: Type.Optional(Type.Boolean()) },
  { $id: 'Wheel', description: 'One of two.' },
)
const Bike = Type.Object(
  {
    id: Type.String(),
    colour: Colour,
    wheels: Type.Array(Wheel),
    spare_wheel: Type.Union([Wheel, Type.Null()]),
    price_cents: Type.Integer({ description: 'In cents.' }),
    range_mm: Type.Integer({ minimum: 0, maximum: 2 ** 31 }),
    '24h_change': Type.Number(),
    kind_of: Type.Enum(['bike']),
    needs: Type.Enum(['bikes:read', 'bikes:write']),
    extra_facts: Type.Record(Type.String(), Type.Unknown()),
    sold_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  },
  { $id: 'Bike' },
)
const bike = {
  id: 'b1',
  colour: 'red',
  wheels: [{ size_cm: 70 }, { size_cm: 71, worn_out: true }],
  spare_wheel: null,
  price_cents: 9_000_000_000,
  range_mm: 2 ** 31,
  '24h_change': 0.5,
  kind_of: 'bike',
  needs: 'bikes:read',
  extra_facts: { snake_key: { deep_key: 1 } },
  sold_at: null,
}

const define = (
  kind: 'query' | 'command' | 'posting',
  field: string,
  input: TObject,
  output: TSchema,
): AnyOperation =>
  defineOperation({
    name: `bike.${field}`,
    kind,
    summary: 'About bikes.',
    auth: 'public',
    input,
    output,
    errors: [],
    rest: [],
    graphql: { field, domain: 'bike' },
    handler: () => undefined,
  })

const getBike = define(
  'query',
  'bike',
  Type.Object({
    id: Type.String(),
    in_colour: Type.Optional(Colour),
    page_size: Type.Integer({ default: 20, minimum: 1, maximum: 100 }),
  }),
  Type.Union([Bike, Type.Null()]),
)
const buildBike = define(
  'posting',
  'buildBike',
  Type.Object({
    wheel_list: Type.Array(Wheel),
    spare_wheel: Type.Union([Wheel, Type.Null()]),
    extra_facts: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  Bike,
)

interface Asked {
  readonly op: string
  readonly input: object
  readonly context: unknown
}
function ask(source: string, variableValues: Record<string, unknown> = {}, answer: unknown = bike) {
  const asked: Asked[] = []
  const schema = toGraphqlSchema([getBike, buildBike], async (op, input, context) => {
    asked.push({ op: op.name, input, context })
    return answer
  })
  const result = graphql({ schema, source, variableValues, contextValue: 'the request' })
  return result.then(({ data, errors }) => ({
    asked,
    errors,
    data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
  }))
}

describe('a GraphQL schema from operations', () => {
  it('is valid, and says what the declarations say', () => {
    const schema = toGraphqlSchema([getBike, buildBike], () => bike)
    expect(validateSchema(schema)).toEqual([])
    expect(printSchema(schema)).toMatchInlineSnapshot(`
      "type Query {
        """About bikes. [bike]"""
        bike(id: ID!, inColour: Colour, pageSize: Int! = 20): Bike
      }

      type Bike {
        id: ID!
        colour: Colour!
        wheels: [Wheel!]!
        spareWheel: Wheel

        """In cents."""
        priceCents: Float!
        rangeMm: Float!
        _24hChange: Float!
        kindOf: String!
        needs: String!
        extraFacts: JSON!
        soldAt: String
      }

      enum Colour {
        red
        green
      }

      """One of two."""
      type Wheel {
        sizeCm: Int!
        wornOut: Boolean
      }

      """Any JSON value."""
      scalar JSON

      type Mutation {
        """About bikes. [bike]"""
        buildBike(wheelList: [WheelInput!]!, spareWheel: WheelInput, extraFacts: JSON): Bike!
      }

      """One of two."""
      input WheelInput {
        sizeCm: Int!
        wornOut: Boolean
      }"
    `)
  })

  it('reads records under their own names', async () => {
    const { data, errors, asked } = await ask(
      `{ bike(id: "b1", inColour: green) {
        id colour wheels { sizeCm wornOut } spareWheel { sizeCm } priceCents rangeMm _24hChange
        kindOf needs extraFacts soldAt
      } }`,
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      bike: {
        id: 'b1',
        colour: 'red',
        wheels: [
          { sizeCm: 70, wornOut: null },
          { sizeCm: 71, wornOut: true },
        ],
        spareWheel: null,
        priceCents: 9_000_000_000,
        rangeMm: 2 ** 31,
        _24hChange: 0.5,
        kindOf: 'bike',
        needs: 'bikes:read',
        extraFacts: { snake_key: { deep_key: 1 } },
        soldAt: null,
      },
    })
    expect(asked).toEqual([
      {
        op: 'bike.bike',
        input: { id: 'b1', in_colour: 'green', page_size: 20 },
        context: 'the request',
      },
    ])
  })

  it('hands arguments on under the names of the input, free-form data as it is', async () => {
    const { asked, errors } = await ask(
      `mutation ($wheel: WheelInput!, $facts: JSON) {
        buildBike(wheelList: [$wheel, { sizeCm: 5 }], spareWheel: $wheel, extraFacts: $facts) { id }
      }`,
      { wheel: { sizeCm: 7, wornOut: false }, facts: { someKey: { other_key: [1] } } },
    )
    expect(errors).toBeUndefined()
    expect(asked[0]?.input).toEqual({
      wheel_list: [{ size_cm: 7, worn_out: false }, { size_cm: 5 }],
      spare_wheel: { size_cm: 7, worn_out: false },
      extra_facts: { someKey: { other_key: [1] } },
    })
  })

  it('answers null where the operation may', async () => {
    const { data, errors } = await ask('{ bike(id: "none") { id } }', {}, null)
    expect(errors).toBeUndefined()
    expect(data).toEqual({ bike: null })
  })

  it('knows only operations with a field', () => {
    const { graphql: _, ...silent } = getBike
    const schema = toGraphqlSchema([silent, buildBike], () => bike)
    expect(schema.getQueryType()).toBeUndefined()
    expect(Object.keys(schema.getMutationType()!.getFields())).toEqual(['buildBike'])
  })
})

const nothing = Type.Object({})
const build = (input: TObject, output: TSchema) => () =>
  toGraphqlSchema([define('query', 'odd', input, output)], () => null)

describe('a schema that GraphQL cannot show', () => {
  it('stops the build, which names the operation', () => {
    const anonymous = Type.Object({ some_field: Type.String() })
    expect(build(nothing, anonymous)).toThrow(
      'bike.odd: GraphQL needs a $id on the schema of some_field',
    )
    expect(build(Type.Object({ inner: anonymous }), Bike)).toThrow('bike.odd')
    expect(build(Type.Object({ state: Type.Enum(['on', 'off']) }), Bike)).toThrow(
      'bike.odd: GraphQL needs a $id on the schema of on, off',
    )
    const deep = Type.Object({ list: Type.Array(anonymous) }, { $id: 'Deep' })
    expect(build(nothing, deep)).toThrow('bike.odd')
    expect(build(nothing, Type.Union([Bike, Wheel]))).toThrow('bike.odd: GraphQL cannot show')
  })

  it('may not share its name with another', () => {
    const other = Type.Object({ size: Type.String() }, { $id: 'Wheel' })
    expect(build(Type.Object({}), Type.Object({ a: Wheel, b: other }, { $id: 'Pair' }))).toThrow(
      'bike.odd: two different schemas would be the GraphQL type "Wheel"',
    )
    const clash = Type.Object({ a_b: Type.String(), aB: Type.String() }, { $id: 'Clash' })
    expect(build(nothing, clash)).toThrow('bike.odd: two fields would be "aB" in GraphQL')
  })
})
