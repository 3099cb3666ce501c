// The request and response schemas of workflows.
import { Type } from 'typebox'
import { PageOf } from '../../../kernel/page.ts'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import type { Value } from '../../../kernel/value.ts'

const Free = Type.Record(Type.String(), Type.Unknown())
const Milliseconds = Nullable(Type.Integer({ description: 'Milliseconds.' }))

export const statuses = [
  'created',
  'pending',
  'running',
  'waiting',
  'completed',
  'failed',
  'compensating',
  'compensated',
] as const
export type WorkflowStatus = (typeof statuses)[number]

export const Status = Type.Enum([...statuses], {
  $id: 'WorkflowStatus',
  description:
    'A transfer is running, completed or failed; a failed transfer has released the money that it reserved.',
})

export const Step = Type.Object(
  {
    name: Type.String(),
    status: Type.Enum(['pending', 'running', 'completed', 'failed', 'compensated'], {
      $id: 'WorkflowStepStatus',
    }),
    started_at: Nullable(DateTime),
    completed_at: Nullable(DateTime),
    error: Nullable(Type.String()),
  },
  { $id: 'WorkflowStep' },
)

export const WorkflowExecution = Type.Object(
  {
    id: Type.String(),
    workflow_name: Type.String(),
    status: Status,
    input_data: Free,
    output_data: Nullable(Free),
    error: Nullable(Type.String()),
    started_at: DateTime,
    completed_at: Nullable(DateTime),
    duration_ms: Milliseconds,
    steps: Type.Array(Step, { maxItems: 20 }),
  },
  { $id: 'WorkflowExecution' },
)
export type Workflow = Value<typeof WorkflowExecution>

const Exception = Type.Object(
  { class: Type.String(), message: Type.String(), timestamp: DateTime },
  { $id: 'WorkflowException' },
)

const CompensationLog = Type.Object(
  { step: Type.String(), action: Type.String(), timestamp: DateTime },
  { $id: 'WorkflowCompensationLog' },
)

export const WorkflowDetail = Type.Object(
  {
    workflow: WorkflowExecution,
    exceptions: Type.Array(Exception, { maxItems: 10 }),
    compensation_info: Type.Object(
      {
        has_compensation: Type.Boolean(),
        compensation_logs: Type.Array(CompensationLog, { maxItems: 20 }),
        compensation_count: Type.Integer(),
      },
      { $id: 'WorkflowCompensationInfo' },
    ),
    execution_timeline: Type.Array(
      Type.Object(
        {
          timestamp: DateTime,
          index: Type.Integer(),
          class: Type.String(),
          result: Type.String(),
        },
        { $id: 'WorkflowTimelineItem' },
      ),
      { maxItems: 50 },
    ),
  },
  { $id: 'WorkflowDetail' },
)
export type Detail = Value<typeof WorkflowDetail>

const counts = Object.fromEntries(statuses.map((status) => [status, Type.Integer()])) as Record<
  WorkflowStatus,
  ReturnType<typeof Type.Integer>
>

export const WorkflowStats = Type.Object(
  {
    total_workflows: Type.Integer(),
    by_status: Type.Object(counts, { $id: 'WorkflowsByStatus' }),
    recent_executions: Type.Integer({ description: 'Started within the last hour.' }),
    avg_execution_time: Nullable(
      Type.Integer({
        description:
          'The average over all ended workflows, in milliseconds; null when none has ended.',
      }),
    ),
  },
  { $id: 'WorkflowStats' },
)

export const WorkflowPage = PageOf(WorkflowExecution)

export const CompensationPage = PageOf(
  Type.Object(
    {
      ...WorkflowExecution.properties,
      compensation_logs: Type.Array(CompensationLog, { maxItems: 20 }),
      compensation_count: Type.Integer(),
    },
    { $id: 'CompensatedWorkflow' },
  ),
)

export const WorkflowList = Type.Object(
  { ...WorkflowPage.properties, stats: WorkflowStats },
  { $id: 'WorkflowList' },
)

const ExecutionMetrics = Type.Object(
  {
    total_executions: Type.Integer(),
    successful: Type.Integer(),
    failed: Type.Integer(),
    average_duration: Milliseconds,
  },
  { $id: 'WorkflowExecutionMetrics' },
)

export const WorkflowMetrics = Type.Object(
  {
    execution_metrics: Type.Object(
      { last_24_hours: ExecutionMetrics, last_7_days: ExecutionMetrics },
      { $id: 'WorkflowExecutionPeriods' },
    ),
    workflow_types: Type.Array(
      Type.Object(
        {
          class: Type.String(),
          total_executions: Type.Integer(),
          running: Type.Integer(),
          successful: Type.Integer(),
          failed: Type.Integer(),
        },
        { $id: 'WorkflowTypeMetrics' },
      ),
      { maxItems: 20, description: 'The last 7 days, by name of workflow.' },
    ),
    performance_metrics: Type.Object(
      {
        median_duration: Milliseconds,
        p95_duration: Milliseconds,
        p99_duration: Milliseconds,
        max_duration: Milliseconds,
        success_rate: Nullable(
          Type.Number({ description: 'Percent of the ended workflows; null when none has ended.' }),
        ),
      },
      { $id: 'WorkflowPerformance', description: 'The last 7 days.' },
    ),
  },
  { $id: 'WorkflowMetrics' },
)
