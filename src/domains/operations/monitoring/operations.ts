// The live dashboard: event throughput, errors, and how far each reader of the event log lags behind. Operators
// see figures of the whole bank; customers see figures of their own events and calls only.
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
      'All figures of the live dashboard at once. Operators see the whole bank; customers see their own figures, and null for the process and its error rate.',
    auth: reader,
    input,
    output: schema.LiveMetrics,
    errors: [],
    rest: [{ route: `GET ${base}/metrics`, envelope: 'data' }],
    graphql: { field: 'metrics' },
    handler: (_input, ctx) => service.describeAll(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.domain_health',
    kind: 'query',
    summary: 'Events and failed calls of each domain; customers see their own events and calls.',
    auth: reader,
    input,
    output: schema.DomainHealthMap,
    errors: [],
    rest: [{ route: `GET ${base}/domain-health`, envelope: 'data' }],
    graphql: { field: 'domainHealth' },
    handler: (_input, ctx) => service.describeDomains(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.event_throughput',
    kind: 'query',
    summary: 'The number of events in the last hour and the last day; customers see their own.',
    auth: reader,
    input,
    output: schema.EventThroughput,
    errors: [],
    rest: [{ route: `GET ${base}/event-throughput`, envelope: 'data' }],
    graphql: { field: 'eventThroughput' },
    handler: (_input, ctx) => service.describeThroughput(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.stream_status',
    kind: 'query',
    summary:
      'Each group of events as a stream: its length, and how many events each of its readers has not read yet; customers see their own events and live streams.',
    auth: reader,
    input,
    output: schema.StreamStatusMap,
    errors: [],
    rest: [{ route: `GET ${base}/stream-status`, envelope: 'data' }],
    graphql: { field: 'streamStatus' },
    handler: (_input, ctx) => service.describeStreams(ctx, options),
  }),
  defineOperation({
    name: 'dashboard.projector_lag',
    kind: 'query',
    summary:
      'How far each reader of the event log lags behind its end; customers see how many of their own events are unread.',
    auth: reader,
    input,
    output: schema.ProjectorLag,
    errors: [],
    rest: [{ route: `GET ${base}/projector-lag`, envelope: 'data' }],
    graphql: { field: 'projectorLag' },
    handler: (_input, ctx) => service.describeLag(ctx, options),
  }),
]
