// The operations on journal entries.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { Day } from '../days.ts'
import * as entries from './service.ts'
import { ClosingEntry, EntryNotReversible, JournalNotAllowed, PeriodClosed } from '../errors.ts'
import type { LedgerOptions } from '../options.ts'
import * as schema from '../schema.ts'

const at = '/api/v1/ledger/entries' as const
const id = Type.String({ maxLength: 255, description: 'The id of the entry.' })

export const makeEntryOperations = (options: LedgerOptions) => [
  defineOperation({
    name: 'journal_entry.create',
    kind: 'command',
    summary: 'Post an entry to the journal; it is balanced in every currency or refused.',
    auth: writer,
    input: Type.Object(schema.newEntry),
    output: schema.JournalEntry,
    errors: [Invalid, JournalNotAllowed, PeriodClosed, NotFound],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    graphql: { field: 'ledgerPostEntry', form: 'flat' },
    handler: (input, ctx) => entries.postManually(input, ctx, options),
  }),
  defineOperation({
    name: 'journal_entry.list',
    kind: 'query',
    summary: 'The entries of the journal, newest first.',
    auth: reader,
    input: Type.Object({
      status: Type.Optional(schema.EntryStatus),
      source_domain: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only entries of this part of the business.' }),
      ),
      account_code: Type.Optional(
        Type.String({ maxLength: 20, description: 'Only entries with a line on this account.' }),
      ),
      from: Type.Optional(described(Day, 'The first day (UTC).')),
      to: Type.Optional(described(Day, 'The last day (UTC), included.')),
      ...pageInput,
    }),
    output: PageOf(schema.JournalEntryItem),
    errors: [Invalid, JournalNotAllowed],
    rest: [{ route: `GET ${at}`, envelope: 'success_page' }],
    handler: (input, ctx) => entries.listEntries(input, ctx, options),
  }),
  defineOperation({
    name: 'journal_entry.get',
    kind: 'query',
    summary: 'One entry of the journal with its lines.',
    auth: reader,
    input: Type.Object({ id }),
    output: schema.JournalEntry,
    errors: [NotFound, JournalNotAllowed],
    rest: [{ route: `GET ${at}/:id`, envelope: 'success' }],
    handler: (input, ctx) => entries.showEntry(input.id, ctx, options),
  }),
  defineOperation({
    name: 'journal_entry.reverse',
    kind: 'command',
    summary: 'Reverse an entry once, by a mirrored entry that is dated now and returned.',
    auth: writer,
    input: Type.Object({
      id,
      reason: Type.String({ ...plainText(500), description: 'Why it is reversed.' }),
    }),
    output: schema.JournalEntry,
    errors: [NotFound, JournalNotAllowed, EntryNotReversible, ClosingEntry, PeriodClosed],
    rest: [{ route: `POST ${at}/:id/reverse`, status: 201, envelope: 'success' }],
    graphql: { field: 'ledgerReverseEntry', form: 'flat' },
    handler: (input, ctx) => entries.reverseManually(input.id, input.reason, ctx, options),
  }),
]
