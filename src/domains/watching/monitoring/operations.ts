// The live dashboard: how much happens, how well, and how far each reader of the log is behind. Operators see
// the bank; a customer sees the same of their own, and nothing that others do changes it.
import { Type } from 'typebox'
import { defineOperation } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { MonitoringOptions } from './service.ts'

const input = Type.Object({})
const base = '/api/v1/live-dashboard'

export const makeOperations = (options: MonitoringOptions) => [
  defineOperation({
    name: 'dashboard.metrics',
    kind: 'query',
    summary:
      'Everything the live dashboard shows, at once: of the bank for operators, of their own for customers, to whom the process and its errors are null.',
    auth: reader,
    input,
    output: schema.LiveMetrics,
    errors: [],
    rest: [{ route: `GET ${base}/metrics`, envelope: 'data' }],
    handler: (_input, ctx) => service.describeAll(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.domain_health',
    kind: 'query',
    summary:
      'How much happened in each domain, and how many calls failed; customers see their own events and calls.',
    auth: reader,
    input,
    output: schema.DomainHealthMap,
    errors: [],
    rest: [{ route: `GET ${base}/domain-health`, envelope: 'data' }],
    handler: (_input, ctx) => service.describeDomains(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.event_throughput',
    kind: 'query',
    summary:
      'How many events there were in the last hour and the last day; customers see their own.',
    auth: reader,
    input,
    output: schema.EventThroughput,
    errors: [],
    rest: [{ route: `GET ${base}/event-throughput`, envelope: 'data' }],
    handler: (_input, ctx) => service.describeThroughput(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.stream_status',
    kind: 'query',
    summary:
      'Each group of events as a stream: how long it is, and who has not read it all; customers see their own events and live streams.',
    auth: reader,
    input,
    output: schema.StreamStatusMap,
    errors: [],
    rest: [{ route: `GET ${base}/stream-status`, envelope: 'data' }],
    handler: (_input, ctx) => service.describeStreams(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.projector_lag',
    kind: 'query',
    summary:
      'How far each reader of the log is behind its end; customers see how many of their own events wait.',
    auth: reader,
    input,
    output: schema.ProjectorLag,
    errors: [],
    rest: [{ route: `GET ${base}/projector-lag`, envelope: 'data' }],
    handler: (_input, ctx) => service.describeLag(ctx, options),
  }),
]
