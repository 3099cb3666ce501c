// Writes a statement as a PDF: the holder, the account, the period, and a table of transactions for each
// asset.
import PdfDocument from 'pdfkit'
import { fileNameOf, type StatementData } from './service.ts'
import type { Weight } from './faces.ts'
import { findFace, type Run, toRuns } from './fonts.ts'
import type { StatementFile } from './tasks.ts'

type Document = PDFKit.PDFDocument
type AssetPart = StatementData['assets'][number]

const MARGIN = 40
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 60
const SIZE = 8
/**
 * The distance from the top of a line to its baseline, as a share of the letter size. The same value for
 * every face keeps the letters of different faces on one baseline.
 */
const BASELINE = 0.75

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
  const page = new PageWriter(doc)
  writeHead(page, statement)
  for (const asset of statement.assets) writeAsset(page, asset)
  if (statement.assets.length === 0)
    page.line('There are no transactions on this account.', 'plain')
  writeFooters(doc, page.hasReplaced)
  doc.end()
  await done
  return { name: `${fileNameOf(statement)}.pdf`, body: Buffer.concat(chunks) }
}

/** A text split into runs of one face each, its letter size, and the room that it takes. */
interface LaidOutText {
  readonly runs: readonly Run[]
  readonly size: number
  readonly width: number
  readonly height: number
}

/** Writes text from the top of the page down, and begins a new page when one is full. */
class PageWriter {
  readonly doc: Document
  y = MARGIN
  hasReplaced = false
  readonly #registered = new Set<string>()

  constructor(doc: Document) {
    this.doc = doc
  }

  #selectFace({ face }: Run, size: number): Document {
    const font = findFace(face)
    if (font && !this.#registered.has(face)) {
      // The library also accepts an opened font, although its types do not say so.
      this.doc.registerFont(face, font as unknown as Uint8Array)
      this.#registered.add(face)
    }
    return this.doc.font(face).fontSize(size)
  }

  #layOut(text: string, weight: Weight, size: number, room: number): LaidOutText {
    const { runs, hasReplaced } = toRuns(text, weight)
    this.hasReplaced ||= hasReplaced
    const [run] = runs
    if (runs.length === 1) {
      const doc = this.#selectFace(run!, size)
      const height = doc.heightOfString(run!.text, { width: room })
      return { runs, size, width: doc.widthOfString(run!.text), height }
    }
    // The library breaks text of several faces into lines only as it writes it, so this is an upper
    // bound: any two successive lines together are at least one line wide.
    const widths = runs.map((one) => this.#selectFace(one, size).widthOfString(one.text))
    const lines = 1 + Math.ceil((2 * widths.reduce((sum, one) => sum + one, 0)) / room)
    const tallest = Math.max(
      ...runs.map((one) => this.#selectFace(one, size).currentLineHeight(true)),
    )
    return { runs, size, width: Number.POSITIVE_INFINITY, height: lines * tallest }
  }

  /** Writes the text and gives its height. */
  #write({ runs, size }: LaidOutText, x: number, options: PDFKit.Mixins.TextOptions): number {
    const top = this.y + BASELINE * size
    runs.forEach((run, index) => {
      const doc = this.#selectFace(run, size)
      const more = { continued: index < runs.length - 1, baseline: 'alphabetic' as const }
      if (index === 0) doc.text(run.text, x, top, { ...options, ...more })
      else doc.text(run.text, { ...options, ...more })
    })
    return this.doc.y - top
  }

  /** Begins a new page if this height no longer fits; true if it did. */
  makeRoom(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.doc.addPage()
    this.y = MARGIN
    return true
  }

  line(text: string, weight: Weight, size = SIZE + 1): void {
    const setting = this.#layOut(text, weight, size, WIDTH)
    this.makeRoom(setting.height)
    this.y += this.#write(setting, MARGIN, { width: WIDTH }) + 3
  }

  /** One row of the table; a number too wide for its column is printed smaller, never cut. */
  row(cells: readonly string[], weight: Weight): void {
    const settings = columns.map((column, index) =>
      this.#layOut(cells[index]!, weight, SIZE, column.width - 6),
    )
    if (this.makeRoom(settings[1]!.height + 4)) this.head()
    const heights = columns.map((column, index) => {
      const setting = settings[index]!
      const isNumber = 'isNumber' in column
      const room = column.width - 6
      const size =
        isNumber && setting.width > room ? (setting.size * room) / setting.width : setting.size
      return this.#write({ ...setting, size }, column.x, {
        width: room,
        align: isNumber ? 'right' : 'left',
        ...(isNumber && { lineBreak: false }),
      })
    })
    this.y += heights[1]! + 4
  }

  /** The column titles, repeated on each page. */
  head(): void {
    this.row(
      columns.map((column) => column.title),
      'bold',
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

function writeHead(page: PageWriter, { account, period, generated_at }: StatementData): void {
  page.line('Florin', 'bold', 10)
  page.line('Account statement', 'bold', 18)
  page.y += 6
  if (account.holder !== null) page.line(`Name: ${account.holder}`, 'plain')
  page.line(`Account: ${account.name} (${account.type})`, 'plain')
  if (account.iban !== null) page.line(`IBAN: ${inGroups(account.iban)}`, 'plain')
  if (account.bic !== null) page.line(`BIC: ${account.bic}`, 'plain')
  page.line(`Account number: ${account.account_number}`, 'plain')
  page.line(`Account id: ${account.uuid}`, 'plain')
  page.line(`Period: ${toPlainTime(period.from)} to ${toPlainTime(period.to)} (UTC)`, 'plain')
  page.line(`Generated: ${toPlainTime(generated_at)} (UTC)`, 'plain')
}

function writeAsset(page: PageWriter, asset: AssetPart): void {
  page.makeRoom(90)
  page.y += 14
  page.line(`${asset.asset_code} (${asset.asset_name})`, 'bold', 12)
  page.head()
  page.row(['', 'Opening balance', '', asset.opening_balance], 'bold')
  for (const line of asset.transactions) {
    const what = line.subtype === null ? line.type : `${line.type}, ${line.subtype}`
    const text = line.description === null ? what : `${line.description} (${what})`
    const named = line.counterparty_name === null ? text : `${line.counterparty_name} · ${text}`
    page.row([toPlainTime(line.booked_at), named, line.amount, line.balance_after], 'plain')
  }
  page.rule()
  page.row(['', 'Total in', asset.total_in, ''], 'plain')
  page.row(['', 'Total out', asset.total_out, ''], 'plain')
  page.row(['', 'Closing balance', '', asset.closing_balance], 'bold')
}

/** Written last, because "Page 1 of 3" needs the number of pages. */
function writeFooters(doc: Document, hasReplaced: boolean): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    // The footer is in the bottom margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0
    const note = hasReplaced ? 'Characters that cannot be printed here are shown as ?. ' : ''
    doc
      .font('Helvetica')
      .fontSize(SIZE - 1)
      .text(`${note}Page ${index + 1} of ${count}`, MARGIN, BOTTOM + 20, {
        width: WIDTH,
        align: 'center',
        lineBreak: false,
      })
  }
}

/** An IBAN is printed in groups of four. */
const inGroups = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** '2026-03-01 12:00:05' */
const toPlainTime = (time: string): string => time.slice(0, 19).replace('T', ' ')
