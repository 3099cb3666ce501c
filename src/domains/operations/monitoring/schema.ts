// Wire shapes of the live dashboard.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'

const Count = Type.Integer({ minimum: 0 })

const DomainHealth = Type.Object(
  {
    total_records: Type.Integer({ description: 'Total number of events of this domain.' }),
    last_hour: Count,
    recent_errors: Type.Integer({
      description: 'Calls of this domain that this node answered with 5xx in the last hour.',
    }),
    status: Type.Enum(['healthy', 'degraded', 'unavailable'], { $id: 'DomainHealthStatus' }),
  },
  { $id: 'DomainHealth' },
)
export const DomainHealthMap = Type.Record(Type.String(), DomainHealth)

export const EventThroughput = Type.Object(
  {
    last_hour: Count,
    last_24h: Count,
    avg_per_minute: Type.Number({ description: 'Over the last hour, two decimals.' }),
    events_per_second: Type.Number({ description: 'Over the last hour, four decimals.' }),
    per_domain: Type.Record(Type.String(), Count, { description: 'In the last hour.' }),
    status: Type.Enum(['active', 'idle', 'unavailable'], { $id: 'ThroughputStatus' }),
  },
  { $id: 'EventThroughput' },
)

const Health = Type.Enum(['healthy', 'warning', 'critical'], { $id: 'StreamHealth' })

const ConsumerGroup = Type.Object(
  {
    name: Type.String(),
    consumers: Type.Integer({
      description:
        'The number of nodes that share the work, or of open live streams; customers see the number of their own streams.',
    }),
    pending: Type.Integer({
      description: 'Events that this group has not read yet; at most 10,000 are counted.',
    }),
    last_delivered_id: Nullable(Type.String()),
    status: Health,
  },
  { $id: 'ConsumerGroup' },
)

const StreamStatus = Type.Object(
  {
    stream_key: Type.String(),
    length: Count,
    pending: Count,
    last_event_id: Nullable(Type.String()),
    status: Type.Enum(['active', 'empty'], { $id: 'StreamStatusName' }),
    health: Health,
    consumer_groups: Type.Array(ConsumerGroup, { maxItems: 20 }),
  },
  { $id: 'StreamStatus' },
)
export const StreamStatusMap = Type.Record(Type.String(), StreamStatus)

const Projector = Type.Object(
  {
    name: Type.String(),
    domain: Type.String(),
    status: Type.Enum(['healthy', 'stale', 'failed', 'unknown'], { $id: 'ProjectorStatus' }),
    last_processed_at: Nullable(DateTime),
    lag: Type.Integer({
      description: 'An upper bound for the number of log rows that it has not processed yet.',
    }),
  },
  { $id: 'Projector' },
)

export const ProjectorLag = Type.Object(
  {
    total_events: Count,
    last_event_id: Nullable(Type.String()),
    estimated_lag: Type.Integer({
      description: 'The lag of the slowest projector; for customers, counted in their own events.',
    }),
    status: Type.Enum(['healthy', 'degraded', 'unavailable'], { $id: 'ProjectorLagStatus' }),
    projectors: Type.Array(Projector, { maxItems: 50, description: 'Empty for customers.' }),
  },
  { $id: 'ProjectorLag' },
)

const SystemHealth = Type.Object(
  {
    memory_usage_mb: Nullable(Type.Number()),
    memory_peak_mb: Nullable(Type.Number()),
    uptime_seconds: Nullable(Type.Integer()),
    runtime_version: Nullable(Type.String()),
    queue_connection: Nullable(Type.String({ description: 'Where jobs are stored.' })),
    cache_driver: Nullable(Type.String({ description: 'Where rate limits are counted.' })),
    nodes: Nullable(Type.Integer({ description: 'Processes of the bank on this database.' })),
    open_streams: Type.Integer({
      description:
        'The number of live streams on this node; customers see the number of their own.',
    }),
  },
  {
    $id: 'SystemHealth',
    description:
      'The process that answered this request; all fields except open_streams are null for customers.',
  },
)

export const LiveMetrics = Type.Object(
  {
    timestamp: DateTime,
    domain_health: DomainHealthMap,
    event_throughput: EventThroughput,
    stream_status: StreamStatusMap,
    system_health: SystemHealth,
    error_rate: Nullable(
      Type.Number({
        description:
          'The share of 5xx answers among all answers of this node in the last hour; null for customers.',
      }),
    ),
    events_processed: Count,
  },
  { $id: 'LiveMetrics' },
)
