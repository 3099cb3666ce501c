// Writes a receipt as a PDF of one small page, in a worker thread.
import PdfDocument from 'pdfkit'
import { findFace, toRuns } from '../../../core/transactions/for-tasks.ts'
import type { Receipt } from './store.ts'

const MARGIN = 36
const SIZE: [number, number] = [320, 360]

/** A plain object, because it is passed between threads. */
export interface ReceiptFile {
  readonly name: string
  readonly body: Uint8Array
}

export async function writePdf(receipt: Receipt): Promise<ReceiptFile> {
  const doc = new PdfDocument({
    size: SIZE,
    margin: MARGIN,
    info: {
      Title: `Receipt ${receipt.receiptId}`,
      Producer: 'Florin',
      Creator: 'Florin',
      CreationDate: new Date(receipt.dateTime),
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  write(doc, 'Receipt', 'bold', 18)
  const lines: readonly (readonly [string, string | null])[] = [
    ['Paid to', receipt.merchantName],
    ['Amount', `${receipt.amount} ${receipt.asset}`],
    ['Network fee', `${receipt.networkFee} ${receipt.asset}`],
    ['Date (UTC)', receipt.dateTime.slice(0, 19).replace('T', ' ')],
    ['Status', receipt.status],
    ['Receipt', receipt.receiptId],
  ]
  for (const [name, value] of lines) {
    if (value === null) continue
    write(doc, name, 'plain', 8)
    write(doc, value, 'bold', 11)
  }
  doc.end()
  await done
  return { name: `${receipt.receiptId}.pdf`, body: Buffer.concat(chunks) }
}

function write(
  doc: PDFKit.PDFDocument,
  text: string,
  weight: Parameters<typeof toRuns>[1],
  size: number,
): void {
  const { runs } = toRuns(text, weight)
  runs.forEach(({ face, text: part }, index) => {
    const font = findFace(face)
    // The library also accepts an opened font, although its types do not say so.
    if (font) doc.registerFont(face, font as unknown as Uint8Array)
    doc
      .font(face)
      .fontSize(size)
      .text(part, { continued: index < runs.length - 1 })
  })
  doc.moveDown(0.4)
}
