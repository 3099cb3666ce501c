// Operations that list, search and count workflows. Read this file first.
import { Type } from 'typebox'
import { pageInput } from '../../../kernel/page.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation, type Envelope, type Route } from '../../../operation/operation.ts'
import { reader } from '../../../operation/auth.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { InvalidStatus } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

const routes = (path: string, envelope: Envelope): Route[] => [
  { route: `GET /api/workflows${path}`, envelope },
  { route: `GET /api/v2/workflows${path}`, envelope },
]

const pageOfFifteen = {
  ...pageInput,
  per_page: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 15,
    description: 'The number of rows on a page.',
  }),
}

const dayOrInstant = { maxLength: 35 }

export const makeOperations = (assets: AssetCatalogue) => [
  defineOperation({
    name: 'workflow.list',
    kind: 'query',
    summary: 'Workflows of the caller’s accounts, newest first; operators see all workflows.',
    auth: reader,
    input: Type.Object({
      status: Type.Optional(schema.Status),
      class: Type.Optional(
        Type.String({ maxLength: 255, description: 'A part of the name of the workflow.' }),
      ),
      search: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'Text in the id, the name, the input or the error.',
        }),
      ),
      created_from: Type.Optional(
        Type.String({
          ...dayOrInstant,
          description: 'Only workflows started on or after this day or instant.',
        }),
      ),
      created_to: Type.Optional(
        Type.String({
          ...dayOrInstant,
          description: 'Only workflows started up to this instant, or up to the end of this day.',
        }),
      ),
      ...pageOfFifteen,
    }),
    output: schema.WorkflowList,
    errors: [Invalid],
    rest: routes('', 'page'),
    handler: (input, ctx) => service.listWithStats(input, ctx, assets),
  }),
  defineOperation({
    name: 'workflow.stats',
    kind: 'query',
    summary: 'The number of workflows in each status, and how long they take.',
    auth: reader,
    input: Type.Object({}),
    output: schema.WorkflowStats,
    errors: [],
    rest: routes('/stats', 'data'),
    handler: (_input, ctx) => service.getStats(ctx),
  }),
  defineOperation({
    name: 'workflow.metrics',
    kind: 'query',
    summary: 'Executions, failures and durations of workflows in the last 24 hours and 7 days.',
    auth: reader,
    input: Type.Object({}),
    output: schema.WorkflowMetrics,
    errors: [],
    rest: routes('/metrics', 'data'),
    handler: (_input, ctx) => service.getMetrics(ctx),
  }),
  defineOperation({
    name: 'workflow.search',
    kind: 'query',
    summary: 'Workflows that contain a text in their name, input, output or error.',
    auth: reader,
    input: Type.Object({
      query: Type.String({ minLength: 2, maxLength: 255, description: 'The text to look for.' }),
      type: Type.Optional(
        Type.Enum(['class', 'arguments', 'output', 'exception'], {
          $id: 'WorkflowSearchType',
          description: 'The part to search; all parts when absent. The id is always searched.',
        }),
      ),
      ...pageInput,
      per_page: Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 15,
        description: 'The number of rows on a page.',
      }),
    }),
    output: schema.WorkflowPage,
    errors: [],
    rest: routes('/search', 'page'),
    handler: (input, ctx) => service.searchWorkflows(input, ctx, assets),
  }),
  defineOperation({
    name: 'workflow.list_by_status',
    kind: 'query',
    summary: 'Workflows in one status, newest first.',
    auth: reader,
    input: Type.Object({
      status: Type.String({ maxLength: 255, description: 'A status of workflows.' }),
      ...pageOfFifteen,
    }),
    output: schema.WorkflowPage,
    errors: [InvalidStatus],
    rest: routes('/status/:status', 'page'),
    handler: (input, ctx) => service.listByStatus(input, ctx, assets),
  }),
  defineOperation({
    name: 'workflow.list_failed',
    kind: 'query',
    summary: 'Workflows that failed, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.WorkflowPage,
    errors: [],
    rest: routes('/failed', 'page'),
    handler: (input, ctx) => service.listByStatus({ ...input, status: 'failed' }, ctx, assets),
  }),
  defineOperation({
    name: 'workflow.list_compensations',
    kind: 'query',
    summary: 'Workflows that were undone, newest first, each with the steps that were undone.',
    auth: reader,
    input: Type.Object(pageInput),
    output: schema.CompensationPage,
    errors: [],
    rest: routes('/compensations', 'page'),
    handler: (input, ctx) => service.listCompensations(input, ctx, assets),
  }),
  defineOperation({
    name: 'workflow.get',
    kind: 'query',
    summary: 'One workflow: its steps, its errors, and the steps that were undone.',
    auth: reader,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The id of the workflow.' }),
    }),
    output: schema.WorkflowDetail,
    errors: [NotFound],
    rest: routes('/:id', 'data'),
    handler: (input, ctx) => service.getWorkflow(input.id, ctx, assets),
  }),
]
