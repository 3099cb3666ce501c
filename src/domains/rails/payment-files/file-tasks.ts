// The tasks of a worker thread: reading a payment file, as it was sent or as it was stored, and writing the
// report about a large one.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { TaskTools } from '../../../platform/workers.ts'
import { AssetCatalogue } from '../../core/assets/index.ts'
import { type PaymentFile, type ReadFile, readFile, readGoodFile } from './reading.ts'
import { type Report, readReport } from './report.ts'
import { getDocument } from './store.ts'

/** The file, and the document compressed for keeping; or its problems. `now` is an instant as text. */
export async function readDocument(
  { xml, now }: { readonly xml: string; readonly now: string },
  { db }: TaskTools,
): Promise<ReadFile & { readonly document?: Uint8Array }> {
  const assets = new AssetCatalogue()
  await assets.load(db, new Date(now))
  const read = readFile(xml, assets)
  return 'file' in read ? { ...read, document: gzipSync(xml, { level: 1 }) } : read
}

export const readStored = async (id: string, { db }: TaskTools): Promise<PaymentFile> =>
  readGoodFile(gunzipSync(await getDocument(db, id)).toString('utf8'))

export const writeReport = (report: Report, { db }: TaskTools): Promise<string> =>
  readReport(report, db)
