// Schemas of ACH files.
import { Type } from 'typebox'
import { RowsOf } from '../../../../kernel/page.ts'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { textBody } from '../../../../operation/input-source.ts'
import { AmountInput } from '../../../core/assets/index.ts'

/** The longest file that is a field of a JSON body; it has some ten thousand records. */
const CONTENT_LENGTH_MAX = 950_000
/** The largest file that is read, sent as the body: that of an ISO 20022 message. */
const FILE_BYTES_MAX = 64 * 1024 * 1024
/** The content is stored; far more than the returns that are processed at once. */
const RETURNS_BYTES_MAX = 8 * 1024 * 1024
/** As many as fit into the largest file. */
const RECORDS_MAX = 1_000_000

const contentOf = (bytesMax: number) => ({
  content: textBody({
    description:
      'The NACHA file when the body is JSON: records of 94 characters, with or without line breaks.',
    lengthMax: CONTENT_LENGTH_MAX,
    bytesMax,
  }),
})

export const contentInput = contentOf(FILE_BYTES_MAX)
export const returnsInput = contentOf(RETURNS_BYTES_MAX)

export const fileInput = {
  entries: Type.Array(
    Type.Object(
      {
        routing_number: Type.String({
          pattern: '^[0-9]{9}$',
          description: 'The routing number of the account’s bank, nine digits.',
        }),
        account_number: Type.String({
          minLength: 1,
          maxLength: 17,
          description: 'The account number at that bank.',
        }),
        amount: described(AmountInput, 'The amount in USD; not used for prenotes.'),
        transaction_code: Type.String({
          pattern: '^[0-9]{2}$',
          default: '22',
          description:
            '22 or 32 credits, 27 or 37 debits a checking or savings account; 23, 33, 28 and 38 are prenotes.',
        }),
        name: Type.String({
          minLength: 1,
          maxLength: 22,
          description: 'The name of the account’s owner.',
        }),
        individual_id: Type.Optional(
          Type.String({ maxLength: 15, description: 'Your own reference of the entry.' }),
        ),
      },
      { $id: 'AchEntryInput' },
    ),
    { minItems: 1, maxItems: 1_000, description: 'The payments of the file.' },
  ),
  sec_code: Type.String({
    pattern: '^[A-Z]{3}$',
    default: 'PPD',
    description: 'The class of the entries: PPD, CCD, WEB, TEL, CTX, …',
  }),
  effective_date: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day on which the entries settle; the next business day when absent.',
    }),
  ),
  same_day: Type.Boolean({
    default: false,
    description: 'Whether the entries settle today, if today is a business day.',
  }),
}

const summary = {
  batch_id: Uuid,
  kind: Type.Enum(['batch', 'request', 'return'], {
    description:
      'batch: payments of customers; request: entries from a caller; return: received from the network.',
  }),
  file_name: Type.String(),
  entry_count: Type.Integer({ description: 'Entries and addenda.' }),
  total_debit: Type.String({ description: 'In USD.' }),
  total_credit: Type.String({ description: 'In USD.' }),
  entry_hash: Type.String(),
  effective_date: Nullable(Type.String()),
  created_at: DateTime,
}

export const AchFileSummary = Type.Object(summary, { $id: 'AchFileSummary' })
export const AchFile = Type.Object(
  { ...summary, content: Type.String({ description: 'The NACHA file.' }) },
  { $id: 'AchFile' },
)

const record = (title: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description: `The fields of the ${title}.` })

const Problem = Type.Object(
  {
    line: Type.Integer(),
    record: Type.String(),
    field: Nullable(Type.String()),
    positions: Nullable(Type.String({ description: 'The columns of the field.' })),
    reason: Type.String(),
  },
  { $id: 'AchProblem' },
)

export const ProblemDetails = Type.Object({
  line: Type.Integer(),
  reason: Type.String(),
  problems: Type.Array(Problem, { maxItems: 100 }),
})

export const ParsedFile = Type.Object(
  {
    header: record('file header'),
    batches: Type.Array(
      Type.Object(
        {
          header: record('batch header'),
          entries: Type.Array(
            Type.Object(
              {
                line: Type.Integer(),
                transaction_code: Type.String(),
                routing_number: Type.String(),
                account_number: Type.String(),
                amount: Type.String({ description: 'In USD.' }),
                name: Nullable(Type.String()),
                identification: Nullable(Type.String()),
                trace_number: Type.String(),
                addenda: Type.Array(record('addenda record'), { maxItems: RECORDS_MAX }),
              },
              { $id: 'AchEntry' },
            ),
            { maxItems: RECORDS_MAX },
          ),
          control: record('batch control'),
        },
        { $id: 'AchBatch' },
      ),
      { maxItems: RECORDS_MAX },
    ),
    control: record('file control'),
    warnings: Type.Array(Problem, {
      maxItems: 1_001,
      description: 'Deviations that affect neither amount nor receiver.',
    }),
  },
  { $id: 'AchParsedFile' },
)

export const ProcessedReturns = Type.Object(
  {
    batch_id: Uuid,
    returned: Type.Integer(),
    noted: Type.Integer(),
    ignored: Type.Integer(),
    results: RowsOf(
      Type.Object(
        {
          trace_number: Type.String({ description: 'The number of the original entry.' }),
          code: Type.String({ description: 'The return code or change code.' }),
          payment_id: Nullable(Uuid),
          result: Type.Enum(['returned', 'noted', 'ignored']),
          reason: Type.String(),
        },
        { $id: 'AchProcessedEntry' },
      ),
    ),
  },
  { $id: 'AchProcessedReturns' },
)
