// Tasks on large messages, for a worker thread. A file is read and the answer is written in chunks, so that the memory
// does not grow with the number of payments or entries.
import { createReadStream, rmSync } from 'node:fs'
import { JsonFile } from '../../../platform/json-file.ts'
import { makeXmlDecoder } from '../../../platform/xml-encoding.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import { InvalidMessage } from './errors.ts'
import { generate, type GenerateRequest } from './generation.ts'
import type { List } from './codec/layout.ts'
import {
  checkMessage,
  checkPieces,
  shortcuts,
  type ValidationResult,
  withShortcuts,
} from './message.ts'
import type { MessageType } from './messages/index.ts'
import type { Problem } from './problem.ts'
import { type AnyRecord, type Item, MessageReader, type MessageStart } from './codec/reader.ts'

/** Writes a message. Errors lose their details between threads, so a refusal is returned as a value. */
export function writeText({
  request,
  now,
}: {
  readonly request: GenerateRequest
  readonly now: Date
}) {
  try {
    return { output: generate(request, now) }
  } catch (error) {
    if (!(error instanceof AppError) || error.def.code !== Invalid.code) throw error
    return { errors: (error.details as { readonly errors: Record<string, string[]> }).errors }
  }
}

export const checkText = ({ xml }: { readonly xml: string }): ValidationResult => checkMessage(xml)

export const checkFile = ({ path }: { readonly path: string }): Promise<ValidationResult> =>
  checkPieces(readPieces(path))

/** A typical file of 64 MB is answered with half a gigabyte. */
const ANSWER_LENGTH_MAX = 1024 ** 3

export interface ReadToFile {
  readonly from: { readonly path: string } | { readonly xml: string }
  readonly to: string
  /** A temporary file; the caller deletes it, because a thread may end in the middle. */
  readonly beside: string
  readonly lengthMax?: number
}

/**
 * Reads the message of a file or of a text, and writes its answer as JSON to another file. The answer may be many
 * times as long as a text of many empty elements, so the serving thread never has it in memory, and the disk is not
 * filled with it.
 */
export async function readToFile({
  from,
  to,
  beside,
  lengthMax = ANSWER_LENGTH_MAX,
}: ReadToFile): Promise<{ readonly problem?: Problem }> {
  const writer = new AnswerWriter(to, beside, lengthMax)
  try {
    if ('xml' in from) writer.reader.write(from.xml)
    else for await (const piece of readPieces(from.path)) writer.reader.write(piece)
    writer.end()
    return {}
  } catch (error) {
    rmSync(to, { force: true })
    return { problem: problemOf(error) }
  } finally {
    writer.close()
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof AppError && error.def.code === InvalidMessage.code)
    return error.details as Problem
  throw error
}

/** The text of a file in the encoding that it declares. */
export async function* readPieces(path: string): AsyncGenerator<string> {
  let decoder: ReturnType<typeof makeXmlDecoder>
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder!.decode(bytes, { stream: true }) : (decoder?.decode() ?? '')
    } catch (cause) {
      const message = `The text is not valid ${decoder!.encoding}, which it says it is.`
      throw InvalidMessage({ line: 1, path: '', code: 'ENCODING', message }, { cause })
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    decoder ??= makeXmlDecoder(chunk)
    if (!decoder)
      throw InvalidMessage({
        line: 1,
        path: '',
        code: 'ENCODING',
        message: 'The text declares an encoding that is not known; use UTF-8.',
      })
    yield decode(chunk)
  }
  yield decode()
}

/** The lists of which records are written as soon as they are read: an outer one, and one in each of its records. */
const streamed: Readonly<Partial<Record<MessageType, readonly [string, string?]>>> = {
  'pain.001': ['payments', 'transactions'],
  'pain.002': ['payment_statuses', 'transactions'],
  'pacs.002': ['transaction_statuses'],
  'pacs.008': ['transactions'],
  'camt.053': ['statements', 'entries'],
  'camt.054': ['notifications', 'entries'],
}

/** Writes the same fields as `readMessage` returns; lists come before the other fields. */
class AnswerWriter {
  readonly reader: MessageReader
  private readonly main: JsonFile
  /** The records of all inner lists, which the answer has a second time in one list. */
  private readonly flat: JsonFile
  private lists: readonly [string, string?] | undefined
  private outer = 0
  private inner = 0
  private first: AnyRecord | undefined
  private readonly lengthMax: number

  constructor(path: string, beside: string, lengthMax: number) {
    this.lengthMax = lengthMax
    this.main = new JsonFile(path)
    this.flat = new JsonFile(beside)
    this.reader = new MessageReader({
      onStart: (start) => this.onStart(start),
      onOpen: (list) => this.onOpen(list),
      onItem: (item) => this.onItem(item),
    })
  }

  end(): void {
    const { message_type, version, namespace, business_header, record } = this.reader.end()
    const head = { message_type, version, namespace, business_header }
    const { first, all } = shortcuts[message_type] ?? {}
    if (this.lists) this.main.write('],')
    const whole = first
      ? withShortcuts(message_type, { ...record, [first]: this.first ? [this.first] : [] })
      : record
    this.main.write(fieldsOf({ ...head, ...whole }, [this.lists?.[0], all]))
    if (all !== undefined) {
      this.main.write(`,${JSON.stringify(all)}:[`)
      this.main.append(this.flat)
      this.main.write(']')
    }
    this.main.write('}}')
  }

  close(): void {
    this.main.close()
    this.flat.close()
  }

  private onStart({ message_type }: MessageStart): void {
    this.lists = streamed[message_type]
    this.main.write('{"success":true,"data":{')
    if (this.lists) this.main.write(`${JSON.stringify(this.lists[0])}:[`)
  }

  private onOpen({ field }: List): void {
    const [outer, inner] = this.lists ?? []
    if (field !== outer || inner === undefined) return
    this.main.write(`${this.outer++ > 0 ? ',' : ''}{${JSON.stringify(inner)}:[`)
    this.inner = 0
  }

  private onItem({ list, record, line, path }: Item): 'taken' | undefined {
    const [outer, inner] = this.lists ?? []
    if (this.main.length + this.flat.length > this.lengthMax)
      throw InvalidMessage({
        line,
        path,
        code: 'TOO_LARGE',
        message: `The answer would have more than ${this.lengthMax} characters; send the message in parts.`,
      })
    if (list.field === inner) {
      const json = JSON.stringify(record)
      this.main.write(this.inner++ > 0 ? `,${json}` : json)
      this.flat.write(this.flat.length === 0 ? json : `,${json}`)
      return 'taken'
    }
    if (list.field !== outer) return undefined
    if (inner !== undefined) this.main.write(`],${fieldsOf(record, [inner])}}`)
    else this.main.write(`${this.outer++ > 0 ? ',' : ''}${JSON.stringify(record)}`)
    this.first ??= record
    return 'taken'
  }
}

/** The fields of an object as JSON, without the braces. */
function fieldsOf(record: AnyRecord, without: readonly (string | undefined)[]): string {
  const left = Object.entries(record).filter(([field]) => !without.includes(field))
  return JSON.stringify(Object.fromEntries(left)).slice(1, -1)
}
