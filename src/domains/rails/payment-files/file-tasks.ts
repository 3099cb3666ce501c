// The tasks of a worker thread: reading a payment file, as it was sent or as it was stored, and writing the
// report about a large one.
import { createReadStream } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { makeXmlDecoder } from '../../../kernel/xml-encoding.ts'
import type { TaskTools } from '../../../platform/workers.ts'
import { AssetCatalogue } from '../../core/assets/index.ts'
import { type PaymentFile, type Refused, readFile, readGoodFile } from './reading.ts'
import { type Report, writeReport } from './report.ts'
import { getDocument } from './store.ts'

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
  try {
    const xml = 'xml' in sent ? wholeOf(sent.xml) : piecesOf(sent.path)
    const read = await readFile(keep(xml), assets)
    return 'file' in read
      ? { ...read, document: await compress(pieces.join(''), { level: 1 }) }
      : read
  } catch (error) {
    if (!(error instanceof WrongEncoding)) throw error
    const { message } = error
    return { problems: [{ line: 1, path: '', code: 'ENCODING', message }], total: 1 }
  }
}

export const readStored = async (id: string, { db }: TaskTools): Promise<PaymentFile> =>
  readGoodFile(wholeOf((await expand(await getDocument(db, id))).toString('utf8')))

export const reportOn = (report: Report): string => writeReport(report)

async function* wholeOf(xml: string): AsyncGenerator<string> {
  yield xml
}

class WrongEncoding extends Error {}

async function* piecesOf(path: string): AsyncGenerator<string> {
  let decoder: ReturnType<typeof makeXmlDecoder>
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder!.decode(chunk, { stream: true }) : decoder!.decode()
    } catch (cause) {
      throw new WrongEncoding(`The document is not valid ${decoder!.encoding}.`, { cause })
    }
  }
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    decoder ??= makeXmlDecoder(chunk)
    if (!decoder) throw new WrongEncoding('The encoding that the document declares is not known.')
    yield decode(chunk)
  }
  if (decoder) yield decode()
}
