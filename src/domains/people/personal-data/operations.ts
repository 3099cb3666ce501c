// The operations on what the bank holds about a person: to export it and to erase it. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import {
  operator,
  operatorInPerson,
  operatorProvedAgain,
  readerInPerson,
  writerProvedAgain,
} from '../../../operation/auth.ts'
import { NotFound, Unavailable } from '../../../operation/error.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import { ErasureBlocked, IdentityNotKept } from './errors.ts'
import { type ExportOptions, exportPerson, summarizePerson } from './export.ts'
import * as schema from './schema.ts'
import * as erasures from './service.ts'

const at = '/api/v2/personal-data' as const

const asFile = <Input>(
  render: (input: Input, ctx: Context) => ReturnType<typeof exportPerson>,
) => ({
  files: { file: { content_type: 'application/json', render } },
  chooseFile: ({ format }: { readonly format?: unknown }) => (format === 'summary' ? '' : 'file'),
})

const EACH_TABLE = 'One for each table, and the tables are declared.'
const OUTCOME = { '.erased': EACH_TABLE, '.kept[].tables': EACH_TABLE }

const NOT_COMPARED =
  'What is erased must not be kept in the audit trail; the erasure itself says what it did.'

export const makeOperations = (options: ExportOptions & erasures.ErasureOptions) => [
  defineOperation({
    name: 'personal_data.export',
    kind: 'query',
    summary: 'Everything that the bank holds about the caller, as a file or in numbers.',
    auth: readerInPerson,
    input: Type.Object({ format: schema.format }),
    output: schema.Holdings,
    errors: [NotFound, Unavailable],
    rest: [
      {
        route: `GET ${at}`,
        envelope: 'data',
        ...asFile((_input, ctx) => exportPerson(ctx.caller.user!, ctx, options)),
      },
    ],
    exempt: { length: { '.tables': EACH_TABLE } },
    heavy: true,
    handler: (_input, ctx) => summarizePerson(ctx.caller.user!, ctx, options),
  }),
  defineOperation({
    name: 'user.export',
    kind: 'query',
    summary:
      'Everything that the bank holds about a user who asked for it, as a file or in numbers.',
    auth: operatorInPerson,
    input: Type.Object({ uuid: schema.uuid, format: schema.format }),
    output: schema.Holdings,
    errors: [NotFound, Unavailable],
    rest: [
      {
        route: 'GET /api/v2/users/:uuid/personal-data',
        envelope: 'data',
        ...asFile(({ uuid }: { readonly uuid: string }, ctx) => exportPerson(uuid, ctx, options)),
      },
    ],
    exempt: { length: { '.tables': EACH_TABLE } },
    heavy: true,
    handler: ({ uuid }, ctx) => summarizePerson(uuid, ctx, options),
  }),
  defineOperation({
    name: 'erasure.preview',
    kind: 'query',
    summary: 'What an erasure of the caller would erase and keep, and what stands in its way.',
    auth: readerInPerson,
    input: Type.Object({}),
    output: schema.Preview,
    errors: [NotFound, Unavailable],
    rest: [{ route: `GET ${at}/erasure`, envelope: 'data' }],
    exempt: {
      length: { ...OUTCOME, '.obstacles': 'One for each kind, and the kinds are declared.' },
    },
    heavy: true,
    handler: (_input, ctx) => erasures.preview(ctx.caller.user!, ctx, options),
  }),
  defineOperation({
    name: 'erasure.create',
    kind: 'command',
    summary:
      'Erase the caller: their access ends, their accounts are closed, and their data is erased except what the law keeps.',
    auth: writerProvedAgain,
    input: Type.Object({}),
    output: schema.Erasure,
    errors: [NotFound, ErasureBlocked],
    rest: [{ route: `POST ${at}/erasure`, status: 201, envelope: 'data' }],
    exempt: { length: OUTCOME },
    handler: (_input, ctx) => erasures.erase(ctx.caller.user!, null, ctx, options),
  }),
  defineOperation({
    name: 'user.erase',
    kind: 'command',
    summary: 'Erase a user who asked for it outside the API, by the same rules.',
    auth: operatorProvedAgain,
    input: Type.Object({ uuid: schema.uuid, reason: schema.reason }),
    output: schema.Erasure,
    errors: [NotFound, ErasureBlocked],
    rest: [{ route: 'POST /api/v2/users/:uuid/erase', status: 201, envelope: 'data' }],
    exempt: { subject: NOT_COMPARED, length: OUTCOME },
    handler: ({ uuid, reason }, ctx) => erasures.erase(uuid, reason, ctx, options),
  }),
  defineOperation({
    name: 'erasure.list',
    kind: 'query',
    summary: 'The erasures of persons, newest first.',
    auth: operator,
    input: Type.Object(pageInput),
    output: PageOf(schema.ErasureSummary),
    errors: [],
    rest: [{ route: 'GET /api/v2/erasures', envelope: 'page' }],
    exempt: { environments: 'A person is erased in both environments.' },
    handler: async (page, ctx) => {
      const { rows, total } = await erasures.listErasures(page, ctx)
      return toPage(rows, total, page)
    },
  }),
  defineOperation({
    name: 'erasure.disclose',
    kind: 'command',
    summary:
      'Who an erased person was, for an authority that asks; it is kept sealed until the legal term is over.',
    auth: operatorProvedAgain,
    input: Type.Object({ id: schema.erasureId, reason: schema.reason }),
    output: schema.Identity,
    errors: [NotFound, IdentityNotKept],
    rest: [{ route: 'POST /api/v2/erasures/:id/disclose', envelope: 'data' }],
    issues: 'secret',
    exempt: { subject: 'It changes nothing; that it was called is in the audit trail.' },
    handler: ({ id }, ctx) => erasures.disclose(id, ctx, options.sealer),
  }),
]
