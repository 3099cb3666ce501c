// The operations on accounting periods.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { Day } from '../days.ts'
import {
  EarlierPeriodOpen,
  JournalNotAllowed,
  LaterPeriodClosed,
  PeriodExists,
  PeriodNotOver,
  PeriodStateConflict,
} from '../errors.ts'
import type { LedgerOptions } from '../options.ts'
import * as periods from './service.ts'
import * as schema from '../schema.ts'

const at = '/api/v1/ledger/periods' as const
const id = Type.String({ maxLength: 255, description: 'The id of the period.' })

export const makePeriodOperations = (options: LedgerOptions) => [
  defineOperation({
    name: 'ledger_period.create',
    kind: 'command',
    summary: 'Create an accounting period, which is open until it is closed.',
    auth: writer,
    input: Type.Object({
      name: Type.String({ ...plainText(100), description: 'A name that no other period has.' }),
      starts_on: described(Day, 'The first day (UTC).'),
      ends_on: described(Day, 'The last day (UTC), included.'),
    }),
    output: schema.Period,
    errors: [Invalid, JournalNotAllowed, PeriodExists],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    exempt: { names: { '.name': 'A period.' } },
    handler: (input, ctx) => periods.openPeriod(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_period.list',
    kind: 'query',
    summary: 'The accounting periods, latest first.',
    auth: reader,
    input: Type.Object({
      status: Type.Optional(schema.PeriodStatus),
      ...pageInput,
    }),
    output: PageOf(schema.Period),
    errors: [JournalNotAllowed],
    rest: [{ route: `GET ${at}`, envelope: 'success_page' }],
    handler: (input, ctx) => periods.listPeriods(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_period.get',
    kind: 'query',
    summary: 'One accounting period.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.Period,
    errors: [NotFound, JournalNotAllowed],
    rest: [{ route: `GET ${at}/:id`, envelope: 'success' }],
    handler: (input, ctx) => periods.describePeriod(input.id, ctx, options),
  }),
  defineOperation({
    name: 'ledger_period.close',
    kind: 'command',
    summary: 'Close an accounting period and store its balances; its days then accept no entries.',
    auth: writer,
    subject: 'ledger_period.get',
    input: Type.Object({
      id,
      close_result: Type.Boolean({
        default: false,
        description:
          'Whether the balances of revenue and expense move to 3100 Retained Earnings first, as at the end of a year.',
      }),
    }),
    output: schema.Period,
    errors: [
      NotFound,
      JournalNotAllowed,
      PeriodStateConflict,
      PeriodNotOver,
      EarlierPeriodOpen,
      LaterPeriodClosed,
    ],
    rest: [{ route: `POST ${at}/:id/close`, envelope: 'success' }],
    handler: (input, ctx) => periods.closePeriod(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_period.reopen',
    kind: 'command',
    summary: 'Reopen the period that was closed last; its closing entries are reversed.',
    auth: operator,
    subject: 'ledger_period.get',
    input: Type.Object({
      id,
      reason: Type.String({ ...plainText(500), description: 'Why it is reopened.' }),
    }),
    output: schema.Period,
    errors: [NotFound, PeriodStateConflict, LaterPeriodClosed],
    rest: [{ route: `POST ${at}/:id/reopen`, envelope: 'success' }],
    handler: (input, ctx) => periods.reopenPeriod(input, ctx, options),
  }),
]
