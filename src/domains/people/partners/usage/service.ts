// The usage of a partner: its sums of this month against the limit of its tier, and its days. The calls that this node
// has counted are shown at once; those of other nodes within a second.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import type { Context } from '../../../../operation/operation.ts'
import { getCallingPartner } from '../access.ts'
import { tiers } from '../tiers.ts'
import { monthOf, type UsageCounter } from './counter.ts'
import * as store from './store.ts'
import type { UsageRow } from './store.ts'

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100

const toCalls = (total: number, failed: number) => ({
  total,
  successful: total - failed,
  failed,
  success_rate: total === 0 ? 100 : percentOf(total - failed, total),
})

const toUsageDay = (row: UsageRow) => ({
  date: row.day,
  api_calls: toCalls(Number(row.calls), Number(row.failed)),
  billable_calls: Number(row.billable),
  widget_loads: Number(row.widget_loads),
  widget_conversions: Number(row.widget_conversions),
  sdk_downloads: Number(row.sdk_downloads),
})

const whoseOf = ({ caller }: Context) => ({
  partner_uuid: caller.partner!,
  environment: caller.environment,
})

export async function getUsage(counter: UsageCounter, ctx: Context) {
  const { tier } = await getCallingPartner(ctx)
  await counter.flush()
  const days = monthOf(ctx.now)
  const sums = await store.sumUsage(ctx.tx, whoseOf(ctx), days)
  const limit = tiers[tier].calls_per_month
  return {
    period_start: days.first,
    period_end: days.last,
    summary: {
      api_calls: toCalls(sums.calls, sums.failed),
      billable_calls: sums.billable,
      widget_loads: sums.widget_loads,
      widget_conversions: sums.widget_conversions,
      sdk_downloads: sums.sdk_downloads,
      daily_records: sums.days,
    },
    limit: {
      exceeded: sums.billable > limit,
      current: sums.billable,
      limit,
      percentage: percentOf(sums.billable, limit),
    },
  }
}

export async function listUsage(page: PageRequest, counter: UsageCounter, ctx: Context) {
  await counter.flush()
  const { rows, total } = await store.listUsage(ctx.tx, whoseOf(ctx), page)
  return toPage(rows.map(toUsageDay), total, page)
}
