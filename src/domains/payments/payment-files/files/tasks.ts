// The tasks of a worker thread: reading a payment file, as it was sent or as it was stored, and writing the
// report about a large one.
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { TaskTools } from '../../../../platform/workers.ts'
import { AssetCatalogue } from '../../../core/assets/for-tasks.ts'
import { readPieces } from '../../iso20022/for-tasks.ts'
import { type PaymentFile, type Refused, readFile, readGoodFile } from './reader.ts'
import { type Report, writeReport } from './report.ts'
import { getDocument } from '../store.ts'

/** A document in a field of the request, or in a file because it is large. */
export type Sent = { readonly xml: string } | { readonly path: string }

const compress = promisify(gzip)
const expand = promisify(gunzip)

export interface Received {
  readonly file: PaymentFile
  /** The document in UTF-8, compressed for keeping. */
  readonly document: Uint8Array
}

/** `now` is an instant as text. */
export async function receive(
  { sent, now }: { readonly sent: Sent; readonly now: string },
  { db }: TaskTools,
): Promise<Received | Refused> {
  const assets = new AssetCatalogue()
  await assets.load(db, new Date(now))
  const pieces: string[] = []
  const keep = async function* (xml: AsyncIterable<string>) {
    for await (const piece of xml) {
      pieces.push(piece)
      yield piece
    }
  }
  const read = await readFile(
    keep('xml' in sent ? wholeOf(sent.xml) : readPieces(sent.path)),
    assets,
  )
  return 'file' in read
    ? { ...read, document: await compress(pieces.join(''), { level: 1 }) }
    : read
}

export const readStored = async (id: string, { db }: TaskTools): Promise<PaymentFile> =>
  readGoodFile(wholeOf((await expand(await getDocument(db, id))).toString('utf8')))

export const reportOn = (report: Report): string => writeReport(report)

async function* wholeOf(xml: string): AsyncGenerator<string> {
  yield xml
}
