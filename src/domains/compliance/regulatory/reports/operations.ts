// The operations of reports to regulators: filing them, their status, what is due and to whom.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { operator, reader } from '../../../../operation/auth.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { AmountInput } from '../../../core/assets/index.ts'
import { findApplicable } from './applicability.ts'
import { ratesFor, readDecimal } from '../checks/service.ts'
import { InvalidJurisdiction, InvalidReference, ValidationFailed } from '../errors.ts'
import type { OperationOptions } from '../operations.ts'
import { fileReport, readJurisdiction, getReportStatus, listReports } from './service.ts'
import * as schema from '../schema.ts'
import { getMifidStatus, listAdapters, readSummary } from './status.ts'
import { unitsOf } from '../amounts.ts'

const AMOUNT_MAX = '999999999999.99'

export const makeReportOperations = (options: OperationOptions) => [
  defineOperation({
    name: 'regulatory_report.file',
    kind: 'command',
    summary: 'File a report with a regulator on behalf of the bank.',
    auth: operator,
    input: Type.Object(schema.reportInput),
    output: schema.FiledReport,
    errors: [InvalidJurisdiction, ValidationFailed, Unavailable],
    rest: [{ route: 'POST /api/regtech/reports', status: 201, envelope: 'success' }],
    graphql: { field: 'submitRegulatoryReport' },
    handler: (input, ctx) => fileReport(input, ctx, options),
  }),
  defineOperation({
    name: 'regulatory_report.list',
    kind: 'query',
    summary: 'The reports to regulators, newest first.',
    auth: operator,
    input: Type.Object({
      ...pageInput,
      jurisdiction: Type.Optional(
        described(schema.JurisdictionCode, 'Only reports in this jurisdiction.'),
      ),
    }),
    output: PageOf(schema.ReportState),
    errors: [],
    rest: [{ route: 'GET /api/regtech/reports', envelope: 'success_page' }],
    graphql: { field: 'regulatoryReports' },
    handler: (input, ctx) => listReports(input, ctx),
  }),
  defineOperation({
    name: 'regulatory_report.status',
    kind: 'query',
    summary: 'Show the status of a report: of the caller’s own, or of any for an operator.',
    auth: reader,
    input: Type.Object({
      reference: Type.String({ maxLength: 255, description: 'The reference of the report.' }),
      jurisdiction: Type.Optional(
        described(schema.jurisdictionInput, 'The jurisdiction, if the report must be of it.'),
      ),
    }),
    output: schema.ReportState,
    errors: [InvalidReference, InvalidJurisdiction, NotFound],
    rest: [{ route: 'GET /api/regtech/reports/:reference/status', envelope: 'success' }],
    graphql: { field: 'regulatoryReport', args: { id: 'reference' } },
    handler: (input, ctx) => getReportStatus(input, ctx),
  }),
  defineOperation({
    name: 'regulatory.summary',
    kind: 'query',
    summary: 'The filings that are scheduled, due and overdue.',
    auth: reader,
    input: Type.Object({
      jurisdiction: Type.Optional(
        described(schema.jurisdictionInput, 'Only this jurisdiction; all when absent.'),
      ),
    }),
    output: schema.ComplianceSummary,
    errors: [InvalidJurisdiction],
    rest: [{ route: 'GET /api/regtech/compliance/summary', envelope: 'success' }],
    graphql: { field: 'complianceSummary' },
    handler: ({ jurisdiction }, ctx) =>
      readSummary(
        ctx,
        options.regulators,
        jurisdiction === undefined ? undefined : readJurisdiction(jurisdiction),
      ),
  }),
  defineOperation({
    name: 'regulatory.adapters',
    kind: 'query',
    summary: 'The connections to regulators, and which reports each takes.',
    auth: reader,
    input: Type.Object({}),
    output: schema.Adapters,
    errors: [],
    rest: [{ route: 'GET /api/regtech/adapters', envelope: 'success' }],
    handler: (_input, { caller: { environment } }) => {
      const adapters = listAdapters(options.regulators, environment)
      const demo_mode = options.regulators.channelOf(environment) === 'simulated'
      return { adapters, total: adapters.length, demo_mode }
    },
  }),
  defineOperation({
    name: 'regulatory.applicable',
    kind: 'query',
    summary: 'Which regulations a transaction falls under.',
    auth: reader,
    input: Type.Object({
      amount: described(AmountInput, 'The amount, from 0 to 999999999999.99.'),
      currency: schema.Currency,
      transaction_type: Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'The kind of transaction, such as transfer.',
      }),
      is_crypto: Type.Optional(
        Type.Boolean({ description: 'Whether crypto-assets move; by the currency when absent.' }),
      ),
    }),
    output: schema.ApplicableRegulations,
    errors: [Invalid],
    rest: [{ route: 'GET /api/regtech/regulations/applicable', envelope: 'success' }],
    handler: ({ amount: given, currency, is_crypto }, { now }) => {
      const amount = readDecimal(given, 'amount')
      if (unitsOf(amount) > unitsOf(AMOUNT_MAX))
        throw Invalid({ errors: { amount: [`The amount may be at most ${AMOUNT_MAX}.`] } })
      const { assets } = options
      return findApplicable(
        { amount, currency, is_crypto: is_crypto ?? assets.find(currency)?.type === 'crypto' },
        ratesFor(currency, 'USD', assets, now),
      )
    },
  }),
  defineOperation({
    name: 'mifid.status',
    kind: 'query',
    summary: 'Show the status of the bank under MiFID: best execution and reference data.',
    auth: reader,
    input: Type.Object({}),
    output: schema.MifidStatus,
    errors: [],
    rest: [{ route: 'GET /api/regtech/mifid/status', envelope: 'success' }],
    handler: (_input, ctx) => getMifidStatus(ctx, options.assets),
  }),
]
