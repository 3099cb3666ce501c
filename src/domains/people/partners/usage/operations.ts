// The operations that show a partner its usage.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { partnerReader } from '../access.ts'
import type { UsageCounter } from './counter.ts'
import { getUsage, listUsage } from './service.ts'

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
    handler: (_input, ctx) => getUsage(counter, ctx),
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
    handler: (page, ctx) => listUsage(page, counter, ctx),
  }),
]
