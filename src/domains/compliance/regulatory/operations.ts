// The operations of the specification: MiFID reports, MiCA checks, the travel rule, and the status. Read this file
// first; reports to regulators are in reports/operations.ts, screening in sanctions/operations.ts, and what only
// operators do in operator-operations.ts.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { Invalid, Unavailable } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import {
  checkMica,
  checkTravelRule,
  listRecords,
  readDecimal,
  submitTravelRule,
  type CheckOptions,
} from './checks/service.ts'
import { InvalidJurisdiction } from './errors.ts'
import { jurisdictionCodes } from './jurisdictions.ts'
import { validateWhitepaper } from './checks/mica.ts'
import { reportMifid, type ReportOptions } from './reports/service.ts'
import { readReserves } from './checks/reserves.ts'
import { currentRules } from './rules.ts'
import * as schema from './schema.ts'
import { getRegulatoryStatus } from './reports/status.ts'

export type OperationOptions = CheckOptions & ReportOptions

export const makeOperations = (options: OperationOptions) => [
  defineOperation({
    name: 'mifid.report',
    kind: 'command',
    summary: 'Report a transaction under MiFID to the regulator of the EU or the UK.',
    auth: writer,
    input: Type.Object(schema.mifidInput),
    output: schema.MifidReport,
    errors: [InvalidJurisdiction, Unavailable],
    rest: [{ route: 'POST /api/v2/regtech/mifid/reports', status: 201, envelope: 'success' }],
    handler: (input, ctx) => reportMifid(input, ctx, options),
  }),
  defineOperation({
    name: 'mica.check',
    kind: 'command',
    summary: 'Check whether a token meets the requirements of MiCA.',
    auth: writer,
    input: Type.Object(schema.micaInput),
    output: schema.MicaCheck,
    errors: [],
    rest: [{ route: 'POST /api/v2/regtech/mica/check', envelope: 'success' }],
    handler: (input, ctx) => checkMica(input, ctx, options),
  }),
  defineOperation({
    name: 'travel_rule.submit',
    kind: 'command',
    summary:
      'Record the data of a transfer for the travel rule and the provider of the beneficiary.',
    auth: writer,
    input: Type.Object(schema.transferInput),
    output: schema.TravelRuleRecord,
    errors: [Invalid],
    rest: [
      { route: 'POST /api/v2/regtech/travel-rule/transfers', status: 201, envelope: 'success' },
    ],
    graphql: { schema: 'travel-rule' },
    exempt: {
      names: {
        '.beneficiary.name': 'As the other institution writes it.',
        '.originator.name': 'As the other institution writes it.',
      },
    },
    handler: ({ amount, ...input }, ctx) =>
      submitTravelRule(
        { ...input, form: 'transfer', amount: readDecimal(amount, 'amount') },
        ctx,
        options,
      ),
  }),
  defineOperation({
    name: 'travel_rule.records',
    kind: 'query',
    summary: 'The transfers that you recorded for the travel rule, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.TravelRuleRecord),
    errors: [],
    rest: [{ route: 'GET /api/v2/regtech/travel-rule/transfers', envelope: 'success_page' }],
    graphql: { schema: 'travel-rule' },
    handler: (input, ctx) => listRecords(input, ctx),
  }),
  defineOperation({
    name: 'travel_rule.check',
    kind: 'command',
    summary: 'Check whether a transfer meets the travel rule; the check is valid for 30 minutes.',
    auth: writer,
    input: Type.Object(schema.checkInput),
    output: schema.TravelRuleCheck,
    errors: [Invalid],
    rest: [{ route: 'POST /api/v1/regtech/travel-rule/check', envelope: 'success' }],
    graphql: { schema: 'travel-rule' },
    exempt: {
      names: {
        '.beneficiary.institution_name': 'As the other institution writes it.',
        '.beneficiary.name': 'As the other institution writes it.',
        '.originator.institution_name': 'As the other institution writes it.',
        '.originator.name': 'As the other institution writes it.',
      },
    },
    handler: ({ transfer_details: { amount, ...details }, ...input }, ctx) =>
      checkTravelRule(
        {
          ...input,
          ...details,
          form: 'check',
          amount: readDecimal(amount, 'transfer_details.amount'),
        },
        ctx,
        options,
      ),
  }),
  defineOperation({
    name: 'travel_rule.thresholds',
    kind: 'query',
    summary: 'The amounts from which the travel rule applies, by jurisdiction.',
    auth: reader,
    input: Type.Object({}),
    output: schema.Thresholds,
    errors: [],
    rest: [{ route: 'GET /api/regtech/travel-rule/thresholds', envelope: 'success' }],
    graphql: { schema: 'travel-rule' },
    handler: () =>
      Object.fromEntries(
        jurisdictionCodes.map((code) => [code, currentRules.travel_rule.thresholds[code]]),
      ),
  }),
  defineOperation({
    name: 'regulatory.status',
    kind: 'query',
    summary: 'Show the compliance status of the bank, by framework and jurisdiction.',
    auth: reader,
    input: Type.Object({}),
    output: schema.RegulatoryStatus,
    errors: [],
    rest: [{ route: 'GET /api/v2/regtech/status', envelope: 'success' }],
    handler: (_input, ctx) => getRegulatoryStatus(ctx, options.regulators),
  }),
  defineOperation({
    name: 'mica.status',
    kind: 'query',
    summary:
      'Show the status of the bank under MiCA: its authorization and the reserves it must keep.',
    auth: reader,
    input: Type.Object({}),
    output: schema.MicaStatus,
    errors: [],
    rest: [{ route: 'GET /api/regtech/mica/status', envelope: 'success' }],
    handler: async (_input, ctx) => ({
      casp_authorized: options.caspAuthorized,
      art_reserve_ratio: 1,
      emt_reserve_ratio: 1,
      reserve_audit_frequency: 'monthly' as const,
      custodian_required: true,
      reserves_compliant: (await readReserves(ctx.tx, ctx.caller.environment, options.assets))
        .compliant,
      rule_version: currentRules.version,
    }),
  }),
  defineOperation({
    name: 'mica.reserves',
    kind: 'query',
    summary: 'The reserves behind the tokens that customers hold, by the ledger’s figures.',
    auth: reader,
    input: Type.Object({}),
    output: schema.MicaReserves,
    errors: [],
    rest: [{ route: 'GET /api/regtech/mica/reserves', envelope: 'success' }],
    handler: (_input, ctx) => readReserves(ctx.tx, ctx.caller.environment, options.assets),
  }),
  defineOperation({
    name: 'mica.validate_whitepaper',
    kind: 'query',
    summary: 'Check whether a white paper has everything that MiCA requires.',
    auth: reader,
    input: Type.Object(schema.whitepaperInput),
    output: schema.WhitepaperValidation,
    errors: [],
    rest: [{ route: 'POST /api/regtech/mica/whitepaper/validate', envelope: 'success' }],
    handler: (input) => validateWhitepaper(input, currentRules),
  }),
]
