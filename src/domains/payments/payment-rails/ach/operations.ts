// The operations of ACH files.
import { Type } from 'typebox'
import { DOLLAR, formatDecimal } from '../../../../kernel/money.ts'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import {
  Invalid,
  NotFound,
  TooManyConcurrentRequests,
  Unavailable,
} from '../../../../operation/error.ts'
import type { LongWork } from '../../../../operation/long-work.ts'
import { defineOperation, type ReadContext } from '../../../../operation/operation.ts'
import type { TemporaryFiles } from '../../../../platform/temporary-files.ts'
import { tasksOf } from '../../../../platform/workers.ts'
import type * as fileTasks from './file-tasks.ts'
import * as ach from './service.ts'
import * as schema from './schema.ts'
import type { AchFileRow } from './store.ts'
import { parseFile } from './view.ts'
import { AchFileProcessed, AchFileRejected, NothingToBatch } from '../errors.ts'
import type { RailOptions } from '../payments/service.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the file.' })

const dollars = (cents: string): string => formatDecimal({ units: BigInt(cents), asset: DOLLAR })

const toSummary = (row: Omit<AchFileRow, 'environment' | 'user_uuid' | 'digest' | 'content'>) => ({
  batch_id: row.id,
  kind: row.kind,
  file_name: row.file_name,
  entry_count: row.entry_count,
  total_debit: dollars(row.debit_cents),
  total_credit: dollars(row.credit_cents),
  entry_hash: row.entry_hash,
  effective_date: row.effective_date,
  created_at: row.created_at,
})

const toFile = (row: AchFileRow) => ({ ...toSummary(row), content: row.content })

/** An answer lists at most this many entries; the totals count all. */
const RESULTS_SHOWN = 100

const task = tasksOf<typeof fileTasks>(new URL('./file-tasks.ts', import.meta.url))

/** A longer file is read in a worker thread, because it would block the serving thread for too long. */
const INLINE_LENGTH_MAX = 32_768

interface FileInput {
  readonly content?: string
}

export interface FileTools {
  readonly longWork: LongWork
  readonly scratch: TemporaryFiles
}

export const makeAchOperations = (options: RailOptions, { longWork, scratch }: FileTools) => [
  defineOperation({
    name: 'ach_file.create',
    kind: 'command',
    summary: 'Write a NACHA file from entries; no money moves.',
    auth: writer,
    input: Type.Object(schema.fileInput),
    output: schema.AchFile,
    errors: [Invalid, Unavailable],
    rest: [{ route: 'POST /api/v1/payment-rails/ach/files', status: 201, envelope: 'success' }],
    exempt: { names: { '.entries[].name': 'At another bank, in the characters of the format.' } },
    handler: async (input, ctx) => toFile(await ach.makeFile(input, ctx, options)),
  }),
  defineOperation({
    name: 'ach_file.list',
    kind: 'query',
    summary: 'List your ACH files, newest first; operators see all files.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.AchFileSummary),
    errors: [],
    rest: [{ route: 'GET /api/v1/payment-rails/ach/files', envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await ach.listFiles(ctx, input)
      return toPage(rows.map(toSummary), total, input)
    },
  }),
  defineOperation({
    name: 'ach_file.get',
    kind: 'query',
    summary: 'Get an ACH file, as JSON or as the file itself.',
    auth: reader,
    input: Type.Object({
      id,
      format: Type.Enum(['json', 'ach'], {
        default: 'json',
        description: 'ach downloads the file itself.',
      }),
    }),
    output: schema.AchFile,
    errors: [NotFound],
    rest: [
      {
        route: 'GET /api/v1/payment-rails/ach/files/:id',
        envelope: 'success',
        files: {
          ach: {
            content_type: 'text/plain; charset=us-ascii',
            async render(input: { readonly id: string }, ctx) {
              const { file_name, content } = await ach.getFile(input.id, ctx)
              return { name: file_name, body: Buffer.from(content, 'latin1') }
            },
          },
        },
      },
    ],
    handler: async (input, ctx) => toFile(await ach.getFile(input.id, ctx)),
  }),
  defineOperation({
    name: 'ach_file.parse',
    kind: 'query',
    summary:
      'Parse a NACHA file strictly; an invalid one is rejected with the lines and the reasons.',
    auth: reader,
    input: Type.Object(schema.contentInput),
    output: schema.ParsedFile,
    errors: [Invalid, AchFileRejected],
    rest: [
      {
        route: 'POST /api/v1/payment-rails/ach/files/parse',
        envelope: 'success',
        files: {
          json: {
            content_type: 'application/json; charset=utf-8',
            /** A large file is read in a worker thread, and answered from a file. */
            async render(input: FileInput, ctx) {
              const to = await scratch.newPath()
              const errors = await longWork(
                task('parseToFile'),
                { sent: readSent(input, ctx), to },
                ctx.caller,
              ).catch(async (error: unknown) => {
                await scratch.discard(to)
                throw error
              })
              if (errors.length > 0) throw ach.refuseFile(errors)
              return { body: scratch.readOnce(to) }
            },
          },
        },
        chooseFile: ({ content }, { attached }) =>
          attached || (typeof content === 'string' && content.length > INLINE_LENGTH_MAX)
            ? 'json'
            : '',
      },
    ],
    heavy: true,
    exempt: {
      tenants: 'A file is read for any caller.',
      length: {
        '.batches': 'As long as the file that was sent.',
        '.batches[].entries': 'As long as the file that was sent.',
        '.batches[].entries[].addenda': 'As long as the file that was sent.',
        '.warnings': 'The reader keeps a thousand.',
      },
    },
    handler: (input) => parseFile(ach.readAchFile(requireContent(input))),
  }),
  defineOperation({
    name: 'ach_file.batch',
    kind: 'command',
    summary: 'Write all ACH payments that wait for the cut-off into a file now.',
    auth: operator,
    input: Type.Object({}),
    output: schema.AchFile,
    errors: [NothingToBatch, Unavailable],
    rest: [
      { route: 'POST /api/v1/payment-rails/ach/files/batch', status: 201, envelope: 'success' },
    ],
    handler: async (_input, ctx) => toFile(await ach.batchNow(ctx, options)),
  }),
  defineOperation({
    name: 'ach_return.process',
    kind: 'command',
    summary: 'Process a NACHA file with returns and notifications of change, once.',
    auth: operator,
    input: Type.Object(schema.returnsInput),
    output: schema.ProcessedReturns,
    errors: [Invalid, AchFileRejected, AchFileProcessed, TooManyConcurrentRequests, Unavailable],
    rest: [{ route: 'POST /api/v1/payment-rails/ach/returns', status: 201, envelope: 'success' }],
    async prepare(input, ctx) {
      const read = await longWork(task('readAnswers'), readSent(input, ctx), ctx.caller)
      if ('errors' in read) throw ach.refuseFile(read.errors)
      return read
    },
    handler: async (_input, ctx, read) => {
      const { file, results } = await ach.processReturns(read, ctx, options)
      const count = (result: ach.Processed['result']) =>
        results.filter((one) => one.result === result).length
      return {
        batch_id: file.id,
        returned: count('returned'),
        noted: count('noted'),
        ignored: count('ignored'),
        results: results.slice(0, RESULTS_SHOWN),
      }
    },
  }),
]

const readSent = (
  input: FileInput,
  { attachment }: Pick<ReadContext, 'attachment'>,
): fileTasks.SentFile =>
  attachment ? { path: attachment.path } : { content: requireContent(input) }

function requireContent({ content }: FileInput): string {
  if (content === undefined)
    throw Invalid({ errors: { content: ['The content field is required.'] } })
  return content
}
