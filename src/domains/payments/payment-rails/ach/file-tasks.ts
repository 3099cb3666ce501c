// Tasks on ACH files for a worker thread. A file is read record by record and its answer is written as it is read, so
// that only one entry is in memory. A file of returns is kept whole, because it is stored.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { JsonFile } from '../../../../platform/json-file.ts'
import { decodeText, type TextPieces, textOfFile } from '../../../../platform/text-encoding.ts'
import {
  type Addenda,
  type BatchControl,
  type BatchHeader,
  type Entry,
  type FileControl,
  type FileHandler,
  type FileHeader,
  isAnswer,
  type Problem,
  readParts,
} from '../nacha/index.ts'
import { toEntry, toFields, toWarning } from './view.ts'

/** A file in a field of the request, or in a file because it is large. */
export type SentFile = { readonly content: string } | { readonly path: string }

const piecesOf = (sent: SentFile): TextPieces =>
  'content' in sent ? [sent.content] : textOfFile(sent.path)

const textOf = (sent: SentFile): string =>
  'content' in sent ? sent.content : decodeText(readFileSync(sent.path))

const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ severity }) => severity === 'error')

/** Reads a file, and writes the answer as JSON to another one; returns the errors of a file that is refused. */
export function parseToFile({
  sent,
  to,
}: {
  readonly sent: SentFile
  readonly to: string
}): readonly Problem[] {
  const answer = new AnswerWriter(to)
  let errors: readonly Problem[] | undefined
  try {
    const { problems } = readParts(piecesOf(sent), answer)
    errors = errorsOf(problems)
    answer.end(problems)
    return errors
  } finally {
    answer.close()
    // Undefined if reading failed.
    if (errors?.length !== 0) rmSync(to, { force: true })
  }
}

class AnswerWriter implements FileHandler {
  private readonly file: JsonFile
  private batches = 0
  private entries = 0

  constructor(path: string) {
    this.file = new JsonFile(path)
  }

  header(header: FileHeader): void {
    this.file.write(`{"success":true,"data":{"header":${JSON.stringify(toFields(header))}`)
    this.file.write(',"batches":[')
  }

  batch(header: BatchHeader): void {
    this.file.write(this.batches++ > 0 ? ',{' : '{')
    this.file.write(`"header":${JSON.stringify(toFields(header))},"entries":[`)
    this.entries = 0
  }

  entry(entry: Entry): void {
    const json = JSON.stringify(toEntry(entry))
    this.file.write(this.entries++ > 0 ? `,${json}` : json)
  }

  endOfBatch(control: BatchControl): void {
    this.file.write(`],"control":${JSON.stringify(toFields(control))}}`)
  }

  control(control: FileControl): void {
    this.file.write(`],"control":${JSON.stringify(toFields(control))}`)
  }

  end(warnings: readonly Problem[]): void {
    this.file.write(`,"warnings":${JSON.stringify(warnings.map(toWarning))}}}`)
  }

  close(): void {
    this.file.close()
  }
}

/** An addenda record of a return or a notification of change, with the amount of its entry. */
export interface Answer {
  readonly addenda: Addenda
  readonly amount: bigint
}

export interface AnswersRead {
  readonly content: string
  readonly digest: string
  readonly control: FileControl
  readonly answers: readonly Answer[]
}

/** Returns and changes are applied in one transaction, so that a file of them is processed whole or not at all. */
const ANSWERS_MAX = 5_000
/** Further entries that are no answers are not reported. */
const PAYMENTS_SHOWN = 100

/** Reads a file of returns and notifications of change, or the errors for which it is refused. */
export function readAnswers(sent: SentFile): AnswersRead | { readonly errors: readonly Problem[] } {
  const content = textOf(sent)
  const reader = new AnswerReader()
  const errors = errorsOf(readParts([content], reader).problems)
  const refused = errors.length > 0 ? errors : reader.errors
  if (refused.length > 0) return { errors: refused }
  const { answers, controlRecord } = reader
  return { content, digest: digestOf(content), control: controlRecord!, answers }
}

export const digestOf = (content: string): string =>
  createHash('sha256').update(content).digest('hex')

class AnswerReader implements FileHandler {
  readonly answers: Answer[] = []
  readonly errors: Problem[] = []
  controlRecord: FileControl | undefined
  private count = 0

  entry(entry: Entry): void {
    const { line, transactionCode, addenda, amount } = entry
    if (!isAnswer(entry)) {
      if (this.errors.length < PAYMENTS_SHOWN) this.errors.push(noAnswer(line, transactionCode))
      return
    }
    this.count += 1
    if (this.count <= ANSWERS_MAX)
      for (const one of addenda) this.answers.push({ addenda: one, amount })
    else if (this.count === ANSWERS_MAX + 1) this.errors.push(tooMany(line))
  }

  control(control: FileControl): void {
    this.controlRecord = control
  }

  header(): void {}
  batch(): void {}
  endOfBatch(): void {}
}

const noAnswer = (line: number, code: string): Problem => ({
  severity: 'error',
  line,
  record: 'entry',
  field: 'transactionCode',
  reason: `An entry with code ${code} and no addenda 98 or 99 is a payment, not a return or a notification of change; send the file of returns.`,
})

const tooMany = (line: number): Problem => ({
  severity: 'error',
  line,
  record: 'entry',
  reason: `The file has more than ${ANSWERS_MAX} returns and notifications of change; send them in several files.`,
})
