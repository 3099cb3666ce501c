// The operations behind the payment tools, the log of tool calls, and the switch for each tool. Read tools.ts first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { programsOnly } from '../../../operation/spending.ts'
import type { AnyTool } from '../../../operation/tool.ts'
import { operator } from '../../../operation/auth.ts'
import { transferErrors, type TransferOptions } from '../../core/transfers/index.ts'
import { paymentStatusShape, paymentTransferShape } from './schema.ts'
import { listOwnCalls } from './call-log.ts'
import { findPayment, transferNow } from './service.ts'
import { listTools, setEnabled } from './tool-switches.ts'

const Call = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    tool: Type.String(),
    client_id: Type.String(),
    client_name: Type.String(),
    grant_id: Nullable(Type.String({ format: 'uuid' })),
    result: Type.Enum(['success', 'replayed', 'error', 'refused'], { $id: 'ToolCallResult' }),
    error_code: Nullable(Type.String()),
    idempotency_key: Nullable(Type.String()),
    spent_minor: Nullable(
      Type.Integer({ description: 'The amount counted against the daily limit, in cents.' }),
    ),
    request_id: Type.String(),
    ip_address: Type.String(),
    user_agent: Nullable(Type.String()),
    duration_ms: Type.Number(),
    created_at: DateTime,
  },
  { $id: 'ToolCall' },
)

const ToolState = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    scope: Nullable(Type.String()),
    enabled: Type.Boolean(),
  },
  { $id: 'ToolState' },
)

export const makeOperations = (tools: () => readonly AnyTool[], options: TransferOptions) => [
  defineOperation({
    name: 'agent_tool.transfer',
    kind: 'command',
    summary: 'Complete a transfer in this call, for a client that the caller has connected.',
    auth: [{ by: 'user', scope: 'write' }],
    spends: programsOnly,
    ...paymentTransferShape,
    errors: [...transferErrors],
    rest: [],
    handler: (input, ctx) => transferNow(input, ctx, options),
  }),
  defineOperation({
    name: 'agent_tool.payment_status',
    kind: 'query',
    summary: 'The status of a transfer or a transaction.',
    auth: [{ by: 'user', scope: 'read' }],
    ...paymentStatusShape,
    errors: [NotFound],
    rest: [],
    handler: (input, ctx) => findPayment(input, ctx, options.assets),
  }),
  defineOperation({
    name: 'tool_call.list',
    kind: 'query',
    summary: 'The tool calls that connected clients made for the caller, newest first.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(Call),
    errors: [],
    rest: [{ route: 'GET /api/v1/mcp/calls', envelope: 'page' }],
    handler: (input, ctx) => listOwnCalls(input, ctx),
  }),
  defineOperation({
    name: 'tool.list',
    kind: 'query',
    summary: 'All tools, and whether each is switched on.',
    auth: operator,
    input: Type.Object({}),
    output: Type.Array(ToolState, { maxItems: 100 }),
    errors: [],
    rest: [{ route: 'GET /api/v1/mcp/tools', envelope: 'data' }],
    exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
    handler: (_input, ctx) => listTools(tools(), ctx),
  }),
  defineOperation({
    name: 'tool.set_enabled',
    kind: 'command',
    summary: 'Switch a tool off or on; takes effect at once for all clients.',
    auth: operator,
    subject: 'tool.list',
    input: Type.Object({
      tool: Type.String({ maxLength: 100, description: 'The name of the tool.' }),
      enabled: Type.Boolean({ description: 'Whether clients may use the tool.' }),
      reason: Type.Optional(
        Type.String({
          ...plainText(255),
          description: 'Why the tool is switched off, for the record.',
        }),
      ),
    }),
    output: ToolState,
    errors: [NotFound, Invalid],
    rest: [{ route: 'PUT /api/v1/mcp/tools/:tool', envelope: 'data' }],
    handler: (input, ctx) => setEnabled(input, tools(), ctx),
  }),
]
