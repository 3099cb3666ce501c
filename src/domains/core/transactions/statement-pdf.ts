// A statement on paper: who, which account, which period, and a table for each asset over as many
// pages as it takes.
import PdfDocument from 'pdfkit'
import { fileNameOf, type StatementData } from './statement.ts'
import type { StatementFile } from './statement-tasks.ts'

type Document = PDFKit.PDFDocument
type AssetPart = StatementData['assets'][number]

const MARGIN = 40
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 60
const PLAIN = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const SIZE = 8

const columns = [
  { title: 'Date (UTC)', x: MARGIN, width: 88 },
  { title: 'Description', x: MARGIN + 88, width: 207 },
  { title: 'Amount', x: MARGIN + 295, width: 110, isNumber: true },
  { title: 'Balance', x: MARGIN + 405, width: WIDTH - 405, isNumber: true },
] as const

export async function toPdf(statement: StatementData): Promise<StatementFile> {
  const doc = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    info: {
      Title: `Statement of account ${statement.account.uuid}`,
      Producer: 'Florin',
      Creator: 'Florin',
      CreationDate: new Date(statement.generated_at),
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const page = new Paper(doc)
  setHead(page, statement)
  for (const asset of statement.assets) setAsset(page, asset)
  if (statement.assets.length === 0) page.line('Nothing was booked on this account.', PLAIN)
  setFeet(doc, page.hasReplaced)
  doc.end()
  await done
  return { name: `${fileNameOf(statement)}.pdf`, body: Buffer.concat(chunks) }
}

/** Sets text from the top down, in the characters that the standard fonts have. */
class Paper {
  readonly doc: Document
  y = MARGIN
  hasReplaced = false

  constructor(doc: Document) {
    this.doc = doc
  }

  /** What the fonts do not have is shown as a question mark, never left out. */
  print(text: string): string {
    const printed = text.normalize('NFC').replace(UNPRINTABLE, '?')
    if (printed !== text.normalize('NFC')) this.hasReplaced = true
    return printed
  }

  /** A new page when this much does not fit any more; true when there is one. */
  make(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.doc.addPage()
    this.y = MARGIN
    return true
  }

  line(text: string, font: string, size = SIZE + 1): void {
    const printed = this.print(text)
    this.doc.font(font).fontSize(size)
    const height = this.doc.heightOfString(printed, { width: WIDTH })
    this.make(height)
    this.doc.text(printed, MARGIN, this.y, { width: WIDTH })
    this.y += height + 3
  }

  /** One row of the table; numbers are set smaller rather than cut. */
  row(cells: readonly string[], font: string): void {
    const printed = cells.map((cell) => this.print(cell))
    this.doc.font(font).fontSize(SIZE)
    const height = this.doc.heightOfString(printed[1]!, { width: columns[1].width - 6 })
    if (this.make(height + 4)) this.head()
    columns.forEach((column, index) => {
      const text = printed[index]!
      this.doc.font(font).fontSize(SIZE)
      const isNumber = 'isNumber' in column
      const room = column.width - 6
      const wide = this.doc.widthOfString(text)
      if (isNumber && wide > room) this.doc.fontSize((SIZE * room) / wide)
      this.doc.text(text, column.x, this.y, {
        width: room,
        align: isNumber ? 'right' : 'left',
        ...(isNumber && { lineBreak: false }),
      })
    })
    this.y += height + 4
  }

  /** The titles of the columns, again on each page. */
  head(): void {
    this.row(
      columns.map((column) => column.title),
      BOLD,
    )
    this.rule()
  }

  rule(): void {
    const { doc } = this
    doc
      .moveTo(MARGIN, this.y - 2)
      .lineTo(MARGIN + WIDTH, this.y - 2)
      .lineWidth(0.5)
      .stroke()
    this.y += 2
  }
}

/** Everything that is not in the encoding of the standard fonts (Windows-1252). */
const UNPRINTABLE = /[^\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

function setHead(page: Paper, { account, period, generated_at }: StatementData): void {
  page.line('Florin', BOLD, 10)
  page.line('Account statement', BOLD, 18)
  page.y += 6
  if (account.holder !== null) page.line(`Name: ${account.holder}`, PLAIN)
  page.line(`Account: ${account.name} (${account.type})`, PLAIN)
  page.line(`Account number: ${account.uuid}`, PLAIN)
  page.line(`Period: ${toPlainTime(period.from)} to ${toPlainTime(period.to)} (UTC)`, PLAIN)
  page.line(`Made: ${toPlainTime(generated_at)} (UTC)`, PLAIN)
}

function setAsset(page: Paper, asset: AssetPart): void {
  page.make(90)
  page.y += 14
  page.line(`${asset.asset_code} (${asset.asset_name})`, BOLD, 12)
  page.head()
  page.row(['', 'Opening balance', '', asset.opening_balance], BOLD)
  for (const line of asset.transactions) {
    const what = line.subtype === null ? line.type : `${line.type}, ${line.subtype}`
    const text = line.description === null ? what : `${line.description} (${what})`
    page.row([toPlainTime(line.booked_at), text, line.amount, line.balance_after], PLAIN)
  }
  page.rule()
  page.row(['', 'Total in', asset.total_in, ''], PLAIN)
  page.row(['', 'Total out', asset.total_out, ''], PLAIN)
  page.row(['', 'Closing balance', '', asset.closing_balance], BOLD)
}

/** Page numbers need the number of pages, so they come last. */
function setFeet(doc: Document, hasReplaced: boolean): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    // Below the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0
    const note = hasReplaced ? 'Characters that cannot be printed here are shown as ?. ' : ''
    doc
      .font(PLAIN)
      .fontSize(SIZE - 1)
      .text(`${note}Page ${index + 1} of ${count}`, MARGIN, BOTTOM + 20, {
        width: WIDTH,
        align: 'center',
        lineBreak: false,
      })
  }
}

/** '2026-03-01 12:00:05' */
const toPlainTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
