// The statement tasks of a worker thread: reading the lines and, for a CSV or PDF, writing the file.
import type { TaskTools } from '../../../../platform/workers.ts'
import { AssetCatalogue } from '../../assets/for-tasks.ts'
import { readStatement, type StatementData, type StatementPlan } from './service.ts'
import { toCsv } from './csv.ts'
import { toPdf } from './pdf.ts'

export interface FileRequest {
  readonly plan: StatementPlan
  readonly format: 'csv' | 'pdf'
}

/** A plain object, because it is passed between threads. */
export interface StatementFile {
  readonly name: string
  readonly body: Uint8Array
}

export async function readLines(plan: StatementPlan, { db }: TaskTools): Promise<StatementData> {
  const assets = new AssetCatalogue()
  await assets.load(db, new Date(plan.generated_at))
  return readStatement(plan, db, assets)
}

export async function writeFile(
  { plan, format }: FileRequest,
  tools: TaskTools,
): Promise<StatementFile> {
  const statement = await readLines(plan, tools)
  return format === 'csv' ? toCsv(statement) : toPdf(statement)
}
