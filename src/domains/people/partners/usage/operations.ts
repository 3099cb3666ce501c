// The operations that show a partner its usage.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { NotFound } from '../../../../operation/error.ts'
import { type Context, defineOperation } from '../../../../operation/operation.ts'
import { getCallingPartner, partnerReader } from '../access.ts'
import { tiers } from '../tiers.ts'
import { monthOf, type UsageCounter } from './counter.ts'
import { listUsage, sumUsage, type UsageRow } from './store.ts'

const Day = Type.String({ format: 'date' })

const calls = {
  total: Type.Integer(),
  successful: Type.Integer(),
  failed: Type.Integer(),
  success_rate: Type.Number({ description: 'Percent.' }),
}

const Usage = Type.Object(
  {
    period_start: Day,
    period_end: Day,
    summary: Type.Object({
      api_calls: Type.Object(calls),
      billable_calls: Type.Integer(),
      widget_loads: Type.Integer(),
      widget_conversions: Type.Integer(),
      sdk_downloads: Type.Integer(),
      daily_records: Type.Integer(),
    }),
    limit: Type.Object({
      exceeded: Type.Boolean(),
      current: Type.Integer(),
      limit: Type.Integer(),
      percentage: Type.Number(),
    }),
  },
  { $id: 'PartnerUsage' },
)

const UsageDay = Type.Object(
  {
    date: Day,
    api_calls: Type.Object(calls),
    billable_calls: Type.Integer(),
    widget_loads: Type.Integer(),
    widget_conversions: Type.Integer(),
    sdk_downloads: Type.Integer(),
  },
  { $id: 'PartnerUsageDay' },
)

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

export const makeUsageOperations = (counter: UsageCounter) => [
  defineOperation({
    name: 'partner_usage.get',
    kind: 'query',
    summary: 'The calls of this month, and their share of the monthly allowance.',
    auth: partnerReader,
    input: Type.Object({}),
    output: Usage,
    errors: [NotFound],
    rest: [{ route: 'GET /api/partner/v1/usage', envelope: 'success' }],
    handler: async (_input, ctx) => {
      const { tier } = await getCallingPartner(ctx)
      // The calls that this node has counted are shown at once; those of other nodes within a second.
      await counter.flush()
      const days = monthOf(ctx.now)
      const sums = await sumUsage(ctx.tx, whoseOf(ctx), days)
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
    },
  }),
  defineOperation({
    name: 'partner_usage.history',
    kind: 'query',
    summary: 'The calls of each day, newest first.',
    auth: partnerReader,
    input: Type.Object(pageInput),
    output: PageOf(UsageDay),
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/usage/history', envelope: 'page' }],
    handler: async (page, ctx) => {
      await counter.flush()
      const { rows, total } = await listUsage(ctx.tx, whoseOf(ctx), page)
      return toPage(rows.map(toUsageDay), total, page)
    },
  }),
]
