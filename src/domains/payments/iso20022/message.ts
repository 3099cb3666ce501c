// Whole messages: reads one into a record, checks one against all rules, writes one. The record has every batch,
// statement and transaction, and at the top the fields of the first of them, with all transactions or entries in
// one list, so that a message with one payment reads like one.
import { AppError, Invalid } from '../../../operation/error.ts'
import { type EntrySummary, type StatementSummary } from './codec/derived-fields.ts'
import { InvalidMessage } from './errors.ts'
import { complete } from './codec/completion.ts'
import {
  type Body,
  layouts,
  type MessageType,
  networkLayouts,
  type ReturnBody,
} from './messages/index.ts'
import { type Problem } from './problem.ts'
import {
  type AnyRecord,
  type BusinessHeader,
  MessageReader,
  type MessageStart,
  PROBLEMS_MAX,
  type ReaderOptions,
  type ReadMessage,
} from './codec/reader.ts'
import { Writer } from './codec/writer.ts'

type Head<Type extends MessageType> = Omit<MessageStart, 'message_type'> & {
  readonly message_type: Type
  readonly business_header: BusinessHeader | null
}

/** The fields of an object, beside those that another one has already. */
type Beside<Fields, Others> = Omit<Fields, keyof Others>

export type PaymentInformation = Body<'pain.001'>['payments'][number]
export type CreditTransfer = Body<'pacs.008'>['transactions'][number]
export type Entry = Body<'camt.053'>['statements'][number]['entries'][number] & EntrySummary
export type Statement = Omit<Body<'camt.053'>['statements'][number], 'entries'> &
  StatementSummary & { readonly entries: readonly Entry[] }
export type Notification = Omit<Body<'camt.054'>['notifications'][number], 'entries'> & {
  readonly entries: readonly Entry[]
}

interface Shapes {
  readonly 'pain.001': Body<'pain.001'> &
    Beside<PaymentInformation, Body<'pain.001'>> & {
      readonly transactions: PaymentInformation['transactions']
    }
  readonly 'pacs.008': Body<'pacs.008'> & Beside<CreditTransfer, Body<'pacs.008'>>
  readonly 'pacs.002': Body<'pacs.002'>
  readonly 'pain.002': Body<'pain.002'>
  readonly 'camt.053': Omit<Body<'camt.053'>, 'statements'> & {
    readonly statements: readonly Statement[]
  } & Beside<Statement, Body<'camt.053'>>
  readonly 'camt.054': Omit<Body<'camt.054'>, 'notifications'> & {
    readonly notifications: readonly Notification[]
  } & Beside<Notification, Body<'camt.054'>>
  readonly 'camt.056': Body<'camt.056'>
  readonly 'admi.002': Body<'admi.002'>
}

/** A message of one type. */
export type MessageOf<Type extends MessageType> = Head<Type> & Shapes[Type]

/** A message of any type; `message_type` is the discriminator. */
export type Message = { readonly [Type in MessageType]: MessageOf<Type> }[MessageType]

/** A record to be written: any field may be left out, and so may what follows from others. */
export type Writable<Type extends MessageType> = Loose<Shapes[Type]>
type Loose<T> = {
  readonly [Key in keyof T]?: T[Key] extends readonly (infer Item)[]
    ? readonly Loose<Item>[] | null
    : T[Key] | null
}

/** Whose fields are shown at the top, and whose records in one list. */
export const shortcuts: Readonly<
  Partial<Record<MessageType, { readonly first: string; readonly all?: string }>>
> = {
  'pain.001': { first: 'payments', all: 'transactions' },
  'pacs.008': { first: 'transactions' },
  'camt.053': { first: 'statements', all: 'entries' },
  'camt.054': { first: 'notifications', all: 'entries' },
}

/** Adds the fields of the first batch, statement or transaction to those of the message. */
export function withShortcuts(type: MessageType, record: AnyRecord): AnyRecord {
  const shortcut = shortcuts[type]
  if (!shortcut) return record
  const items = record[shortcut.first] as readonly AnyRecord[]
  const { all } = shortcut
  return {
    ...items[0],
    // A value of the message itself takes precedence over one of its first part.
    ...Object.fromEntries(
      Object.entries(record).filter(([field, value]) => value !== null || !items[0]?.[field]),
    ),
    ...(all !== undefined && { [all]: items.flatMap((item) => item[all] as readonly AnyRecord[]) }),
  }
}

const toMessage = (read: ReadMessage): Message => {
  const { message_type, version, namespace, business_header, record } = read
  const head = { message_type, version, namespace, business_header }
  return { ...head, ...withShortcuts(message_type, record) } as unknown as Message
}

type Reading = Pick<ReaderOptions, 'lengthMax'>

/** Reads a message of any supported type and version; throws InvalidMessage with the line and the reason. */
export function readMessage(xml: string, options: Reading = {}): Message {
  const reader = new MessageReader(options)
  reader.write(xml)
  return toMessage(reader.end())
}

/** A pacs.004, which is only read from networks. */
export type ReturnMessage = Omit<MessageStart, 'message_type'> & {
  readonly message_type: 'pacs.004'
} & ReturnBody

/** Reads a message of a network, which may also be a return. */
export function readNetworkMessage(xml: string, options: Reading = {}): Message | ReturnMessage {
  const reader = new MessageReader({ ...options, layouts: networkLayouts })
  reader.write(xml)
  return toMessage(reader.end())
}

export interface ValidationResult {
  readonly valid: boolean
  readonly message_type: MessageType | null
  readonly version: string | null
  /** Whether there were more problems than are listed. */
  readonly errors: readonly Problem[]
  /** The paths of elements that were not checked, because the layouts do not mention them. */
  readonly not_checked: readonly string[]
  /** The number of such elements and of all inside them; the list of paths is bounded. */
  readonly not_checked_count: number
}

/** Finds the problems of a message, up to a hundred in the order of their lines. */
export function checkMessage(xml: string, options: Reading = {}): ValidationResult {
  const checker = new Checker(options)
  return checker.finish(() => checker.write(xml))
}

/** The same for a text in chunks; only the problems are kept. */
export async function checkPieces(
  pieces: AsyncIterable<string>,
  options: Reading = {},
): Promise<ValidationResult> {
  const checker = new Checker(options)
  try {
    for await (const piece of pieces) checker.write(piece)
  } catch (error) {
    return checker.fail(error)
  }
  return checker.finish(() => {})
}

class Checker {
  private readonly reader: MessageReader
  private start: MessageStart | undefined

  constructor(options: Reading) {
    this.reader = new MessageReader({
      ...options,
      // Only balances are compared with others; everything else is checked as it is read.
      onItem: ({ list }) => (list.field === 'balances' ? undefined : 'taken'),
      onStart: (start) => {
        this.start = start
      },
    })
  }

  write(piece: string): void {
    this.reader.write(piece)
  }

  finish(last: () => void): ValidationResult {
    try {
      last()
      this.reader.end()
      return this.verdict()
    } catch (error) {
      return this.fail(error)
    }
  }

  fail(error: unknown): ValidationResult {
    if (!(error instanceof AppError) || error.def.code !== InvalidMessage.code) throw error
    const { line, path, code, message } = error.details as Problem
    return this.verdict({ line, path, code, message })
  }

  private verdict(fatal?: Problem): ValidationResult {
    const errors = [...this.reader.found, ...(fatal ? [fatal] : [])]
      .toSorted((a, b) => a.line - b.line)
      .slice(0, PROBLEMS_MAX)
    return {
      valid: errors.length === 0,
      message_type: this.start?.message_type ?? null,
      version: this.start?.version ?? null,
      errors,
      not_checked: this.reader.notChecked.paths,
      not_checked_count: this.reader.notChecked.count,
    }
  }
}

/** The requested version: pain.001.001.10, 001.10 or 10. Undefined if it cannot be written. */
export function findVersion(type: MessageType, asked: string | undefined): string | undefined {
  const { versions } = layouts[type]
  if (asked === undefined) return versions[0]
  return versions.find(
    (version) =>
      version === asked ||
      version.endsWith(`.${asked}`) ||
      version.endsWith(`.${asked.padStart(2, '0')}`),
  )
}

/**
 * Writes a message. What follows from other fields may be left out: numbers, sums, the batch or statement around a
 * single one. Throws Invalid with each field that is missing or cannot be written.
 */
export function writeMessage<Type extends MessageType>(
  type: Type,
  version: string | undefined,
  data: Writable<Type>,
): string {
  const found = findVersion(type, version)
  if (found === undefined)
    throw Invalid({
      errors: {
        version: [`${type} can be written as ${layouts[type].versions.join(' or ')}.`],
      },
    })
  const writer = new Writer()
  const { record, errors } = complete(type, data)
  const xml = writer.document(layouts[type], found, record)
  const all = { ...writer.errors, ...errors }
  if (Object.keys(all).length > 0) throw Invalid({ errors: all })
  return xml
}
