// Operations as tools for agents. A write always takes an idempotency key: an agent that does not
// know whether its call arrived must be able to ask again.
import { type AnyOperation, isWrite } from '../../operation/operation.ts'
import { type Fields, itemsOf, requiredOf, type Schema, toSchema } from '../json-schema.ts'

export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint: boolean }
}

const IDEMPOTENCY_KEY = 'idempotency_key'

/** A UUID is advised; anything as fit for a log line, up to 128 characters, is taken. */
const idempotencyKey: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 128,
  pattern: '^[\\w.:-]+$',
  description: 'A UUID, new for each thing to be done; the same one again when retrying it.',
}

export function toMcpTool(op: AnyOperation): McpTool {
  if (!op.mcp) throw new Error(`${op.name}: no MCP tool is declared`)
  return {
    name: op.mcp.tool,
    description: op.summary,
    inputSchema: toInputSchema(op),
    outputSchema: toOutputSchema(op),
    // With its key a write may be repeated without a second effect; a query has none at all.
    annotations: { readOnlyHint: !isWrite(op), idempotentHint: true },
  }
}

function toInputSchema(op: AnyOperation): Schema {
  const input = toPlainSchema(toSchema(op.input))
  if (!isWrite(op)) return input
  const { properties = {} } = input
  if (IDEMPOTENCY_KEY in properties)
    throw new Error(`${op.name}: the field ${IDEMPOTENCY_KEY} belongs to the door`)
  return {
    ...input,
    required: [...requiredOf(input), IDEMPOTENCY_KEY],
    properties: { ...properties, [IDEMPOTENCY_KEY]: idempotencyKey },
  }
}

/** The protocol carries structured answers as objects only. */
function toOutputSchema(op: AnyOperation): Schema {
  const output = toPlainSchema(toSchema(op.output))
  if (output.type !== 'object') throw new Error(`${op.name}: a tool must answer with an object`)
  return output
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
