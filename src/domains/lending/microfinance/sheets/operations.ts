// Field officers and collection sheets.
import { Type } from 'typebox'
import { formatDecimal } from '../../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { displayName, plainText } from '../../../../kernel/text.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { AmountInput, type AssetCatalogue } from '../../../core/assets/index.ts'
import { FundingNotAllowed } from '../../../core/funding/index.ts'
import { postingErrors } from '../../../core/ledger/index.ts'
import {
  LendingNotAllowed,
  NotOrganiser,
  NoVault,
  VaultLimitExceeded,
  MicrofinanceStateConflict,
} from '../errors.ts'
import { routeOf } from '../groups/operations.ts'
import { Day, MemberId } from '../groups/schema.ts'
import { sheetLife } from '../life-cycle.ts'
import { CurrencyInput } from '../loans/operations.ts'
import { Decimal } from '../loans/schema.ts'
import * as officers from './officers.ts'
import type { MicrofinanceOptions } from '../options.ts'
import type { SheetRow } from './store.ts'
import * as sheets from './service.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the collection sheet.' })
const officerId = Type.String({ maxLength: 255, description: 'The id of the field officer.' })
const notes = Type.String({ maxLength: 1000, minLength: 1, description: 'Remarks.' })
const officerName = Type.String({ ...displayName(255), description: 'The name of the officer.' })
const territory = Type.String({ ...plainText(255), description: 'Where the officer works.' })

const Officer = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    territory: Nullable(Type.String()),
    user_id: Nullable(Uuid),
    client_count: Type.Integer({
      description: 'The members of the groups for which the officer has collection sheets.',
    }),
    is_active: Type.Boolean(),
    last_sync_at: Nullable(
      described(DateTime, 'When a collection was last recorded on one of the officer’s sheets.'),
    ),
    created_at: DateTime,
  },
  { $id: 'FieldOfficer' },
)

const SheetStatusSchema = sheetLife.schema({
  $id: 'CollectionSheetStatus',
  description: `What may happen to a sheet in each state. ${sheetLife.summarize()}.`,
})

const fields = {
  id: Uuid,
  officer_id: Uuid,
  group_id: Uuid,
  collection_date: Day,
  currency: Type.String(),
  expected_amount: Decimal,
  collected_amount: Decimal,
  status: SheetStatusSchema,
  notes: Nullable(Type.String()),
  created_at: DateTime,
  completed_at: Nullable(DateTime),
}

const SheetSummary = Type.Object(fields, { $id: 'CollectionSheetSummary' })

const Sheet = Type.Object(
  {
    ...fields,
    lines: Type.Array(
      Type.Object(
        {
          loan_id: Uuid,
          user_id: Type.String(),
          expected_amount: Decimal,
          collected_amount: Decimal,
        },
        { $id: 'CollectionLine' },
      ),
      { maxItems: sheets.LINES_MAX, description: 'One for each loan.' },
    ),
  },
  { $id: 'CollectionSheet' },
)

function toSummary(row: SheetRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const show = (units: string) => formatDecimal({ units: BigInt(units), asset })
  return {
    id: row.uuid,
    officer_id: row.officer_uuid,
    group_id: row.group_uuid,
    collection_date: row.collection_date,
    currency: row.asset,
    expected_amount: show(row.expected),
    collected_amount: show(row.collected),
    status: row.status,
    notes: row.notes,
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

function toSheet({ row, lines }: sheets.SheetWithLines, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const show = (units: string) => formatDecimal({ units: BigInt(units), asset })
  return {
    ...toSummary(row, assets),
    lines: lines.map((line) => ({
      loan_id: line.loan_uuid,
      user_id: line.user_id,
      expected_amount: show(line.expected),
      collected_amount: show(line.collected),
    })),
  }
}

/** Answers with the lines of a sheet are longer than a page. */
const wholeSheet = {
  length: { '.lines': 'One for each loan that is due: up to ten for each member.' },
}

export const makeSheetOperations = (options: MicrofinanceOptions) => [
  defineOperation({
    name: 'field_officer.create',
    kind: 'command',
    summary: 'Appoint a field officer, who visits groups and collects what is due.',
    auth: writer,
    input: Type.Object({
      name: officerName,
      territory: Type.Optional(territory),
      user_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The registered user who is the officer, to record collections themselves.',
        }),
      ),
    }),
    output: Officer,
    errors: [Invalid, LendingNotAllowed],
    rest: [{ route: `POST ${routeOf}/field-officers`, status: 201, envelope: 'success' }],
    handler: async (input, ctx) =>
      officers.describeOfficer(await officers.createOfficer(input, ctx, options), ctx),
  }),
  defineOperation({
    name: 'field_officer.list',
    kind: 'query',
    summary:
      'List the field officers whom the caller appointed, newest first; all for an operator.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(Officer),
    errors: [],
    rest: [{ route: `GET ${routeOf}/field-officers`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { officers: found, total } = await officers.listOfficers(ctx, input)
      return toPage(found, total, input)
    },
  }),
  defineOperation({
    name: 'field_officer.get',
    kind: 'query',
    summary: 'Show a field officer.',
    auth: reader,
    input: Type.Object({ id: officerId }),
    output: Officer,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/field-officers/:id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      officers.describeOfficer(await officers.getOfficer(input.id, ctx), ctx),
  }),
  defineOperation({
    name: 'field_officer.change',
    kind: 'command',
    summary: 'Change a field officer; an inactive officer can no longer collect.',
    auth: writer,
    input: Type.Object({
      id: officerId,
      name: Type.Optional(officerName),
      territory: Type.Optional(territory),
      is_active: Type.Optional(Type.Boolean({ description: 'Whether the officer works.' })),
    }),
    output: Officer,
    errors: [NotFound, Invalid],
    rest: [{ route: `PATCH ${routeOf}/field-officers/:id`, envelope: 'success' }],
    handler: async ({ id: officer, ...change }, ctx) =>
      officers.describeOfficer(await officers.changeOfficer(officer, change, ctx), ctx),
  }),
  defineOperation({
    name: 'collection_sheet.create',
    kind: 'command',
    summary: 'Create a collection sheet: what a group should pay on a day, loan by loan.',
    auth: writer,
    input: Type.Object({
      officer_id: Type.String({ format: 'uuid', description: 'The officer who collects.' }),
      group_id: Type.String({ format: 'uuid', description: 'The group that pays.' }),
      collection_date: Type.Optional(
        described(Day, 'The day of the collection; today by default.'),
      ),
      expected_amount: Type.Optional(
        described(AmountInput, 'The sum of what is due by that day by default.'),
      ),
      currency: CurrencyInput,
      notes: Type.Optional(notes),
    }),
    output: Sheet,
    errors: [NotFound, NotOrganiser, Invalid],
    rest: [{ route: `POST ${routeOf}/collection-sheets`, status: 201, envelope: 'success' }],
    exempt: wholeSheet,
    handler: async (input, ctx) =>
      toSheet(await sheets.createSheet(input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'collection_sheet.list',
    kind: 'query',
    summary: 'List collection sheets, newest first.',
    auth: reader,
    input: Type.Object({
      group_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only sheets of this group.' }),
      ),
      ...pageInput,
    }),
    output: PageOf(SheetSummary),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/collection-sheets`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await sheets.listSheets(input.group_id, ctx, input)
      return toPage(
        rows.map((row) => toSummary(row, options.assets)),
        total,
        input,
      )
    },
  }),
  defineOperation({
    name: 'collection_sheet.get',
    kind: 'query',
    summary: 'Show a collection sheet with its lines.',
    auth: reader,
    input: Type.Object({ id }),
    output: Sheet,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/collection-sheets/:id`, envelope: 'success' }],
    exempt: wholeSheet,
    handler: async (input, ctx) => toSheet(await sheets.getSheet(input.id, ctx), options.assets),
  }),
  defineOperation({
    name: 'collection_sheet.collect',
    kind: 'command',
    summary: 'Record collected cash: each line repays a loan, and the cash is booked to a vault.',
    auth: writer,
    input: Type.Object({
      id,
      lines: Type.Array(
        Type.Object({
          loan_id: Type.Optional(
            Type.String({ format: 'uuid', description: 'The loan that is repaid.' }),
          ),
          user_id: Type.Optional(
            described(MemberId, 'The member who paid, if they have one loan on the sheet.'),
          ),
          amount: AmountInput,
        }),
        {
          minItems: 1,
          maxItems: sheets.PAYMENTS_MAX,
          description: 'The payments; all of them are taken, or none.',
        },
      ),
      teller_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The teller whose vault gets the cash; the caller’s own by default.',
        }),
      ),
    }),
    output: Sheet,
    errors: [
      NotFound,
      Invalid,
      MicrofinanceStateConflict,
      FundingNotAllowed,
      NoVault,
      VaultLimitExceeded,
      ...postingErrors,
    ],
    rest: [
      {
        route: `POST ${routeOf}/collection-sheets/:id/collections`,
        status: 201,
        envelope: 'success',
      },
    ],
    exempt: wholeSheet,
    handler: async ({ id: sheet, ...input }, ctx) =>
      toSheet(await sheets.collect(sheet, input, ctx, options), options.assets),
  }),
  defineOperation({
    name: 'collection_sheet.complete',
    kind: 'command',
    summary: 'Complete a collection sheet although less was collected than expected.',
    auth: writer,
    input: Type.Object({ id, notes: Type.Optional(notes) }),
    output: Sheet,
    errors: [NotFound, Invalid, MicrofinanceStateConflict],
    rest: [{ route: `POST ${routeOf}/collection-sheets/:id/complete`, envelope: 'success' }],
    exempt: wholeSheet,
    handler: async (input, ctx) =>
      toSheet(await sheets.completeSheet(input.id, input.notes, ctx, options), options.assets),
  }),
]
