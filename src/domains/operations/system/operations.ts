// Operations that report on the service itself: health, status and the index of addresses.
import { Type } from 'typebox'
import type { RateLimits } from '../../../operation/bank.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { checkDatabase } from './service.ts'

export interface SystemFacts {
  readonly version: string
  readonly mode: string
  readonly startedAt: Date
  readonly baseUrl: () => string
  readonly currentLimits: () => RateLimits
}

const Component = Type.Object(
  { name: Type.String(), status: Type.Enum(['operational', 'outage']), latency_ms: Type.Number() },
  { $id: 'Component' },
)

export const makeOperations = (facts: SystemFacts) => [
  defineOperation({
    name: 'system.health',
    kind: 'query',
    summary: 'Answers as long as the process runs; does not check the database.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object(
      {
        status: Type.Enum(['ok']),
        version: Type.String(),
        mode: Type.String(),
        timestamp: Type.String({ format: 'date-time' }),
      },
      { $id: 'Health' },
    ),
    errors: [],
    rest: [{ route: 'GET /api/health', envelope: 'bare', alwaysAnswered: true }],
    handler: (_input, ctx) => ({
      status: 'ok' as const,
      version: facts.version,
      mode: facts.mode,
      timestamp: ctx.now.toISOString(),
    }),
  }),
  defineOperation({
    name: 'system.status',
    kind: 'query',
    summary: 'The components of the service and whether each of them works now.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object(
      {
        status: Type.Enum(['operational', 'partial_outage']),
        version: Type.String(),
        uptime_seconds: Type.Integer(),
        components: Type.Array(Component, { maxItems: 20 }),
      },
      { $id: 'Status' },
    ),
    errors: [],
    rest: [
      { route: 'GET /api/status', envelope: 'data' },
      { route: 'GET /api/v2/status', envelope: 'data' },
    ],
    handler: async (_input, ctx) => {
      const components = [await checkDatabase(ctx.tx)]
      const isOperational = components.every((component) => component.status === 'operational')
      return {
        status: isOperational ? ('operational' as const) : ('partial_outage' as const),
        version: facts.version,
        uptime_seconds: Math.floor((ctx.now.getTime() - facts.startedAt.getTime()) / 1000),
        components,
      }
    },
  }),
  defineOperation({
    name: 'system.index',
    kind: 'query',
    summary:
      'The addresses of the documentation, the OpenAPI document, registration and the status page.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object(
      {
        name: Type.String(),
        version: Type.String(),
        mode: Type.String(),
        base_url: Type.String(),
        endpoints: Type.Record(Type.String(), Type.String()),
        rate_limits: Type.Object({ per_minute: Type.Integer(), per_hour: Type.Integer() }),
      },
      { $id: 'Index' },
    ),
    errors: [],
    rest: [
      { route: 'GET /api', envelope: 'bare' },
      { route: 'GET /api/v2', envelope: 'bare' },
    ],
    handler: () => {
      const base = facts.baseUrl()
      return {
        name: 'Florin',
        version: facts.version,
        mode: facts.mode,
        base_url: `${base}/api/v2`,
        endpoints: {
          documentation: `${base}/api/docs`,
          openapi: `${base}/api/openapi.json`,
          register: `${base}/api/auth/register`,
          status: `${base}/api/status`,
        },
        rate_limits: facts.currentLimits(),
      }
    },
  }),
]
