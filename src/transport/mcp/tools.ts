// Describes tools in the format of the protocol. Every write takes an idempotency key, so that a client that does not
// know whether its call arrived can retry it.
import { accountFieldsOf, type AnyTool } from '../../operation/tool.ts'
import { requiredOf, type Schema, toPlainSchema, toSchema } from '../../kernel/json-schema.ts'

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

/** Not every client shows resources to its model; the error of a call without a known account has the list, too. */
const WHICH_ACCOUNT = 'The user’s accounts are listed in the resource account://profile.'

const idempotencyKey: Schema = {
  type: 'string',
  format: 'uuid',
  maxLength: 128,
  description: 'A new UUID for each write; send the same one again to retry.',
}

export function toMcpTool(tool: AnyTool): McpTool {
  const { name, title, summary, writes, isFinal = false } = tool
  return {
    name,
    title,
    description: accountFieldsOf(tool).length > 0 ? `${summary} ${WHICH_ACCOUNT}` : summary,
    inputSchema: toInputSchema(tool),
    outputSchema: toPlainSchema(toSchema(tool.output)),
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: isFinal,
      // A write repeated with its key has no second effect, and a read has no effect at all.
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
    throw new Error(`${name}: a tool must not declare the field ${IDEMPOTENCY_KEY}, which MCP adds`)
  return {
    ...input,
    required: [...requiredOf(input), IDEMPOTENCY_KEY],
    properties: { ...properties, [IDEMPOTENCY_KEY]: idempotencyKey },
  }
}
