// Tools as the protocol lists them. A write always takes an idempotency key: a program that does not
// know whether its call arrived must be able to ask again.
import type { AnyTool } from '../../operation/tool.ts'
import { type Fields, itemsOf, requiredOf, type Schema, toSchema } from '../json-schema.ts'

export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

const IDEMPOTENCY_KEY = 'idempotency_key'

const idempotencyKey: Schema = {
  type: 'string',
  format: 'uuid',
  maxLength: 128,
  description: 'A UUID, new for each thing to be done; the same one again when retrying it.',
}

export function toMcpTool(tool: AnyTool): McpTool {
  const { name, title, summary, writes, isFinal = false } = tool
  return {
    name,
    title,
    description: summary,
    inputSchema: toInputSchema(tool),
    outputSchema: toPlainSchema(toSchema(tool.output)),
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: isFinal,
      // With its key a write may be repeated without a second effect; a read has none at all.
      idempotentHint: true,
      openWorldHint: true,
    },
  }
}

function toInputSchema({ name, writes, input: declared }: AnyTool): Schema {
  const input = toPlainSchema(toSchema(declared))
  if (!writes) return input
  const { properties = {} } = input
  if (IDEMPOTENCY_KEY in properties)
    throw new Error(`${name}: the field ${IDEMPOTENCY_KEY} belongs to the door`)
  return {
    ...input,
    required: [...requiredOf(input), IDEMPOTENCY_KEY],
    properties: { ...properties, [IDEMPOTENCY_KEY]: idempotencyKey },
  }
}

/**
 * A schema for readers outside: its $id is only our name for it, and two schemas with one $id upset
 * the validators of clients, so it becomes the title.
 */
export function toPlainSchema(schema: Schema): Schema {
  const { $id, properties, patternProperties, anyOf, allOf, ...rest } = schema
  return {
    ...($id === undefined ? {} : { title: $id }),
    ...rest,
    ...(rest.required ? { required: requiredOf(schema) } : {}),
    ...(properties ? { properties: mapFields(properties) } : {}),
    ...(patternProperties ? { patternProperties: mapFields(patternProperties) } : {}),
    ...(rest.items ? { items: toPlainSchema(itemsOf(schema) ?? {}) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(toPlainSchema) } : {}),
    ...(allOf ? { allOf: allOf.map(toPlainSchema) } : {}),
  }
}

const mapFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toPlainSchema(field)]))
