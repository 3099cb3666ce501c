// Lists, searches and counts the workflows that a caller may see.
import { dayOf } from '../../../kernel/days.ts'
import { HOUR_MS } from '../../../kernel/durations.ts'
import { isOperator } from '../../../operation/caller.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { toPage } from '../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { HoldStatus } from '../../../operation/posting.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  measureWorkflows,
  type SearchPlace,
  type WorkflowFilter,
  TRANSFER_PURPOSE,
} from '../ledger/index.ts'
import { InvalidStatus } from './errors.ts'
import { statuses, type WorkflowStatus } from './schema.ts'
import { readWorkflowId, statusOf, toDetail, toWorkflow } from './view.ts'

/** The purposes of the holds that are workflows; the purpose is the name of the workflow. */
const CLASSES: readonly string[] = [TRANSFER_PURPOSE]

const DAY_MS = 24 * HOUR_MS

export interface ListRequest {
  readonly status?: WorkflowStatus
  readonly class?: string
  readonly search?: string
  readonly created_from?: string
  readonly created_to?: string
}

/** An operator sees all workflows of the environment; other users those of their own accounts. */
const visibleTo = ({ caller }: Context): WorkflowFilter => ({
  environment: caller.environment,
  caller: isOperator(caller) ? undefined : caller.user,
  purposes: CLASSES,
})

const toHoldStatuses = (status: WorkflowStatus): HoldStatus[] =>
  (Object.keys(statusOf) as HoldStatus[]).filter((held) => statusOf[held] === status)

function toFilter(request: ListRequest, ctx: Context): WorkflowFilter {
  const named = request.class?.toLowerCase()
  return {
    ...visibleTo(ctx),
    ...(named !== undefined && { purposes: CLASSES.filter((name) => name.includes(named)) }),
    ...(request.status && { statuses: toHoldStatuses(request.status) }),
    ...(request.search !== undefined && {
      search: { text: request.search, places: ['class', 'arguments', 'exception'] },
    }),
    from: readInstant(request.created_from, 'created_from'),
    before: readInstant(request.created_to, 'created_to', 1),
  }
}

/**
 * Reads a day or an instant. With `after` set to 1 it gives the first moment after that day or instant,
 * so that a filter up to a day includes all of that day.
 */
function readInstant(text: string | undefined, field: string, after = 0): Date | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const isInstant =
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const time = isDay || isInstant ? Date.parse(text) : Number.NaN
  const isReal = Number.isFinite(time) && (!isDay || dayOf(new Date(time)) === text)
  if (!isReal || time < 0)
    throw Invalid({
      errors: {
        [field]: [`The ${field} field must be like 2026-01-31 or 2026-01-31T12:00:00Z.`],
      },
    })
  return new Date(time + after * (isDay ? DAY_MS : 1))
}

async function pageOf(
  filter: WorkflowFilter,
  page: PageRequest,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const { rows, total } = await listWorkflows(ctx.tx, filter, page)
  const workflows = rows.map((row) => toWorkflow(row, assets.get(row.asset)))
  return toPage(workflows, total, page)
}

export async function listWithStats(
  request: ListRequest & PageRequest,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const [page, stats] = await Promise.all([
    pageOf(toFilter(request, ctx), request, ctx, assets),
    getStats(ctx),
  ])
  return { ...page, stats }
}

export const listByStatus = (
  request: PageRequest & { readonly status: string },
  ctx: Context,
  assets: AssetCatalogue,
) => {
  const status = statuses.find((known) => known === request.status)
  if (!status) throw InvalidStatus({ status: request.status, allowed: statuses })
  return pageOf({ ...visibleTo(ctx), statuses: toHoldStatuses(status) }, request, ctx, assets)
}

/** Every failed workflow had reserved money, which was released: so each failure is a compensation. */
export async function listCompensations(page: PageRequest, ctx: Context, assets: AssetCatalogue) {
  const filter = { ...visibleTo(ctx), statuses: toHoldStatuses('failed') }
  const { rows, total } = await listWorkflows(ctx.tx, filter, page)
  const undone = rows.map((row) => {
    const { workflow, compensation_info } = toDetail(row, assets.get(row.asset))
    const { compensation_logs, compensation_count } = compensation_info
    return { ...workflow, compensation_logs, compensation_count }
  })
  return toPage(undone, total, page)
}

export interface SearchRequest extends PageRequest {
  readonly query: string
  readonly type?: SearchPlace
}

const EVERYWHERE: readonly SearchPlace[] = ['class', 'arguments', 'output', 'exception']

export const searchWorkflows = (request: SearchRequest, ctx: Context, assets: AssetCatalogue) => {
  const search = {
    text: request.query,
    places: request.type ? [request.type] : EVERYWHERE,
  }
  return pageOf({ ...visibleTo(ctx), search }, request, ctx, assets)
}

/** Workflows of others are reported as not found. */
export async function getWorkflow(id: string, ctx: Context, assets: AssetCatalogue) {
  const uuid = readWorkflowId(id)
  const row = uuid && (await findWorkflow(ctx.tx, visibleTo(ctx), uuid))
  if (!row) throw NotFound({ what: 'workflow', id })
  return toDetail(row, assets.get(row.asset))
}

type Counts = Awaited<ReturnType<typeof countWorkflows>>

const sumOf = (rows: Counts, field: 'total' | 'recent' | 'total_ms', status?: WorkflowStatus) =>
  rows
    .filter((row) => status === undefined || statusOf[row.status] === status)
    .reduce((sum, row) => sum + row[field], 0)

/** The average duration of the workflows that have ended; null when none has. */
function averageOf(rows: Counts): number | null {
  const ended = rows.filter((row) => row.status !== 'open')
  const count = sumOf(ended, 'total')
  return count === 0 ? null : Math.round(sumOf(ended, 'total_ms') / count)
}

export async function getStats(ctx: Context) {
  const since = new Date(ctx.now.getTime() - HOUR_MS)
  const rows = await countWorkflows(ctx.tx, visibleTo(ctx), since)
  const counted = statuses.map((status) => [status, sumOf(rows, 'total', status)])
  return {
    total_workflows: sumOf(rows, 'total'),
    by_status: Object.fromEntries(counted) as Record<WorkflowStatus, number>,
    recent_executions: sumOf(rows, 'recent'),
    avg_execution_time: averageOf(rows),
  }
}

export async function getMetrics(ctx: Context) {
  const since = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
  const lastDays = (days: number): WorkflowFilter => ({ ...visibleTo(ctx), from: since(days) })
  const [day, week, durations] = await Promise.all([
    countWorkflows(ctx.tx, lastDays(1), ctx.now),
    countWorkflows(ctx.tx, lastDays(7), ctx.now),
    measureWorkflows(ctx.tx, lastDays(7)),
  ])
  const [median, p95, p99, max] = durations?.map((ms) => Math.round(ms)) ?? []
  const { successful, failed } = executionsOf(week)
  const ended = successful + failed
  return {
    execution_metrics: { last_24_hours: executionsOf(day), last_7_days: executionsOf(week) },
    workflow_types: CLASSES.map((name) => {
      const rows = week.filter((row) => row.purpose === name)
      const { average_duration: _shownAbove, ...counts } = executionsOf(rows)
      return { class: name, running: sumOf(rows, 'total', 'running'), ...counts }
    }),
    performance_metrics: {
      median_duration: median ?? null,
      p95_duration: p95 ?? null,
      p99_duration: p99 ?? null,
      max_duration: max ?? null,
      success_rate: ended === 0 ? null : Math.round((successful / ended) * 10_000) / 100,
    },
  }
}

const executionsOf = (rows: Counts) => ({
  total_executions: sumOf(rows, 'total'),
  successful: sumOf(rows, 'total', 'completed'),
  failed: sumOf(rows, 'total', 'failed'),
  average_duration: averageOf(rows),
})
