// The audit trail as a file: one line for each field that changed, so that a spreadsheet can filter by field.
import { userText, writeCsv } from '../../../kernel/csv.ts'
import type { FileFormat } from '../../../operation/operation.ts'
import { type AuditOptions, type ChangesRequest, listChanges } from './service.ts'

/** The serving thread can write so many without delaying other requests. */
const CHANGES_MAX = 1_000

const columns = [
  'time',
  'change_id',
  'operation',
  'by_operator',
  'user',
  'user_uuid',
  'agent',
  'credential',
  'target',
  'target_uuid',
  'field',
  'before',
  'after',
  'address',
  'request_id',
] as const

export const changesFile = (options: AuditOptions): FileFormat => ({
  content_type: 'text/csv; charset=utf-8',
  async render(input: ChangesRequest, ctx) {
    const { data } = await listChanges({ ...input, limit: CHANGES_MAX }, ctx, options)
    const lines = data.flatMap((row) => {
      const fields = row.changes?.length
        ? row.changes
        : [{ field: null, before: null, after: null }]
      return fields.map(({ field, before, after }) => ({
        time: row.created_at,
        change_id: row.id,
        operation: row.operation,
        by_operator: String(row.by_operator),
        user: userText(row.user_name),
        user_uuid: row.user_uuid,
        agent: userText(row.agent_name),
        credential: userText(row.credential_name),
        target: userText(row.target_name),
        target_uuid: row.target_uuid,
        field,
        before: userText(before),
        after: userText(after),
        address: row.address,
        request_id: row.request_id,
      }))
    })
    const day = ctx.now.toISOString().slice(0, 10)
    return { name: `audit-${day}.csv`, body: Buffer.from(writeCsv(columns, lines)) }
  },
})
