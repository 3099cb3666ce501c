// Reads messages of every type and version into records, guided by the layouts, and notes every problem on the way.
// Records of lists can be taken out as soon as they are complete, so that a large file needs little memory.
import { shorten } from '../../../../kernel/text.ts'
import { findContent, trimWhiteSpace } from '../../../../kernel/xml/characters.ts'
import { InvalidXml, XmlScanner } from '../../../../kernel/xml/scanner.ts'
import type { XmlTag } from '../../../../kernel/xml/tag.ts'
import { InvalidMessage } from '../errors.ts'
import { amountProblem } from './formats.ts'
import type { Amount, Declares, Layout, Leaf, List } from './layout.ts'
import { layouts, type MessageType } from '../messages/index.ts'
import { derive } from './derived-fields.ts'
import { type EmptyRecord, type ElementNode, layoutTreeOf } from './layout-tree.ts'
import type { Problem, ProblemCode } from '../problem.ts'
import { ControlSums, unitsOf } from './control-sums.ts'

/** Enough for the largest file that is read; a larger one is refused before it is read whole. */
export const MESSAGE_LENGTH_MAX = 256 * 1024 * 1024
/** More levels than any message has, with its envelopes. */
export const DEPTH_MAX = 64
/** Further problems are not recorded. */
export const PROBLEMS_MAX = 100
/** The maximum number of reported elements that no layout mentions. */
export const UNREAD_MAX = 100
/** A field never needs more, even where several elements are joined. */
const VALUE_LENGTH_MAX = 100_000

export type AnyRecord = Record<string, unknown>

/** A record of a list, when its element is closed. */
export interface Item {
  readonly list: List
  readonly record: AnyRecord
  readonly line: number
  readonly path: string
  /** The problems inside of it, without those of lists in it. */
  readonly problems: readonly Problem[]
}

export interface ReaderOptions {
  readonly lengthMax?: number
  /** The types that are read; the supported ones by default. */
  readonly layouts?: Layouts
  /** Called when the element of a list begins. */
  onOpen?(list: List): void
  /** Called for each complete record of a list; the record is kept unless the answer is 'taken'. */
  onItem?(item: Item): 'taken' | undefined
  /** Called once the type of the message is known. */
  onStart?(start: MessageStart): void
}

export interface MessageStart {
  readonly message_type: MessageType
  /** The version that the namespace names, such as pain.001.001.03. */
  readonly version: string | null
  readonly namespace: string
}

/** Fields of the business application header, if the message came with one. */
export interface BusinessHeader {
  readonly business_message_id: string | null
  readonly message_definition_id: string | null
  readonly from: string | null
  readonly to: string | null
  readonly creation_date: string | null
}

export interface ReadMessage extends MessageStart {
  readonly business_header: BusinessHeader | null
  readonly record: AnyRecord
  /** All problems, up to a limit. */
  readonly problems: readonly Problem[]
  /** The problems of the message itself, without those of lists in it. */
  readonly own_problems: readonly Problem[]
}

const MESSAGE_ID = /(?:pacs|pain|camt|admi)\.\d{3}\.\d{3}\.\d{2}/

type Layouts = Readonly<Record<string, Layout>>

/** An index of the layouts; it is computed once for each set of them. */
interface Known {
  readonly layouts: Layouts
  readonly places: ReadonlyMap<string, ReturnType<typeof layoutTreeOf>>
  /** The first versions of the standard named the root element after the message. */
  readonly typeByRoot: ReadonlyMap<string, string>
}

const knownOf = (of: Layouts): Known => ({
  layouts: of,
  places: new Map(Object.entries(of).map(([type, one]) => [type, layoutTreeOf(one)])),
  typeByRoot: new Map([
    ...Object.values(of).map((one) => [one.root, one.type] as const),
    // The Italian interbank corporate banking has root elements of its own around the same content.
    ['CBIPaymentRequest', 'pain.001'],
    ['CBIPaymentStatusReport', 'pain.002'],
  ]),
})

const prepared = new Map<Layouts, Known>([[layouts, knownOf(layouts)]])

function getKnown(of: Layouts): Known {
  const known = prepared.get(of) ?? knownOf(of)
  prepared.set(of, known)
  return known
}

interface Scope {
  readonly record: AnyRecord
  readonly parent: Scope | undefined
  // Most records have none of the following, so they are made when they are first needed.
  /** How many records its lists have by now. */
  sizes?: Map<string, number>
  /** Fields that have their value from an element of another version. */
  older?: Set<string>
  tally?: ControlSums
  /** The declared number and sum of the message. */
  declared?: Declared[]
  problems: readonly Problem[]
}

interface Declared {
  readonly what: Declares
  readonly text: string
  readonly line: number
  readonly path: string
}

interface Frame {
  readonly place: ElementNode
  readonly line: number
  readonly scope: Scope
  /** The number of the record in its list. */
  readonly number: number
  readonly currency: string | undefined
  seen: number
  rank: number
  text: string
  hasElements: boolean
  hasSection: boolean
}

const headerPaths: ReadonlyMap<string, keyof BusinessHeader> = new Map([
  ['BizMsgIdr', 'business_message_id'],
  ['MsgDefIdr', 'message_definition_id'],
  ['CreDt', 'creation_date'],
  ['Fr/FIId/FinInstnId/BICFI', 'from'],
  ['Fr/OrgId/Id/OrgId/AnyBIC', 'from'],
  ['To/FIId/FinInstnId/BICFI', 'to'],
  ['To/OrgId/Id/OrgId/AnyBIC', 'to'],
])

export class MessageReader {
  private readonly xml: XmlScanner
  private readonly options: ReaderOptions
  private readonly known: Known
  private readonly problems: Problem[] = []
  /** The open elements outside of the message. */
  private readonly around: { readonly local: string; readonly uri: string; text: string }[] = []
  private headerDepth = 0
  private header: { -readonly [Key in keyof BusinessHeader]: string | null } | undefined
  private start: MessageStart | undefined
  private readonly frames: Frame[] = []
  /** How deep the reader is inside of an element that no layout mentions. */
  private skipping = 0
  private root: Scope | undefined
  /** The names of elements that were skipped, by the place around them. */
  private readonly unreadIn = new Map<ElementNode | undefined, Set<string>>()
  private readonly unreadPaths: string[] = []
  private unread = 0
  /** The problems of the element that holds the message. */
  private readonly problemsAround: Problem[] = []

  constructor(options: ReaderOptions = {}) {
    this.options = options
    this.known = getKnown(options.layouts ?? layouts)
    this.xml = new XmlScanner(
      {
        open: (tag, line) => this.open(tag, line),
        text: (text, isSection = false) => this.text(text, isSection),
        close: () => this.close(),
      },
      { lengthMax: options.lengthMax ?? MESSAGE_LENGTH_MAX, depthMax: DEPTH_MAX },
    )
  }

  /** The problems noted so far, with those of the message itself even if there are too many others. */
  get found(): readonly Problem[] {
    return [...new Set([...this.problemsAround, ...(this.root?.problems ?? []), ...this.problems])]
  }

  /** The elements that no layout mentions, whose content is not checked: their paths, each once, and their number. */
  get notChecked(): { readonly paths: readonly string[]; readonly count: number } {
    return { paths: this.unreadPaths, count: this.unread }
  }

  write(text: string): void {
    refusingXml(() => this.xml.write(text))
  }

  end(): ReadMessage {
    refusingXml(() => this.xml.end())
    if (!this.start || !this.root)
      throw this.refusal('UNKNOWN_TYPE', 'There is no ISO 20022 message in the text.')
    return {
      ...this.start,
      business_header: this.header ?? null,
      record: this.root.record,
      problems: this.found,
      own_problems: [...this.problemsAround, ...this.root.problems],
    }
  }

  private open(tag: XmlTag, line: number): void {
    if (this.skipping > 0) {
      this.skipping++
      this.unread++
    } else if (this.frames.length > 0) this.openInside(tag, line)
    else this.openAround(tag, line)
  }

  private text(text: string, isSection: boolean): void {
    if (this.skipping > 0) return
    const frame = this.frames.at(-1)
    if (!frame) return this.textAround(text, isSection)
    frame.hasSection ||= isSection
    if (frame.place.value) frame.text += text
    else {
      const problem = this.problemOfText(text, isSection)
      if (problem) this.note(problem.line, 'FORMAT', problem.message)
    }
    if (frame.text.length > VALUE_LENGTH_MAX)
      throw this.refusal('TOO_LONG', `A value may have at most ${VALUE_LENGTH_MAX} characters.`)
  }

  private textAround(text: string, isSection: boolean): void {
    const element = this.around.at(-1)
    if (!element) return
    if (this.headerDepth > 0) {
      if (element.text.length < 1000) element.text += text
    } else if (element.local === 'Document' && this.problemsAround.length < PROBLEMS_MAX) {
      const problem = this.problemOfText(text, isSection)
      if (problem) this.problemsAround.push({ ...problem, path: 'Document', code: 'FORMAT' })
    }
  }

  /** Why a text may not be where the schema has only elements; a CDATA section may not even if it is empty. */
  private problemOfText(
    text: string,
    isSection: boolean,
  ): Pick<Problem, 'line' | 'message'> | undefined {
    const { line } = this.xml
    if (isSection)
      return { line, message: 'The element has a CDATA section where only elements are allowed.' }
    const at = findContent(text)
    if (at === -1) return undefined
    const after = text.slice(at)
    const code = after.codePointAt(0)!
    const message = /^\S/.test(after)
      ? 'The element has text where only elements are allowed.'
      : `The element has the character ${nameOf(code)} where only elements and the white space of XML are allowed.`
    // The line is that of the end of the text.
    return { line: line - (after.split('\n').length - 1), message }
  }

  private close(): void {
    if (this.skipping > 0) this.skipping--
    else if (this.frames.length > 0) this.closeInside()
    else this.closeAround()
  }

  // Around the message: Document, envelopes, the business application header.

  private openAround({ local, uri }: XmlTag, line: number): void {
    const type = this.headerDepth > 0 ? undefined : this.typeOf(local, uri)
    if (type) return this.begin(type, local, uri, line)
    const { around } = this
    if (this.headerDepth > 0) this.unread++
    if (around.at(-1)?.local === 'Document' && this.headerDepth === 0)
      throw this.refusal(
        'UNKNOWN_TYPE',
        `The message ${MESSAGE_ID.exec(uri)?.[0] ?? shorten(local)} is not supported; supported are ${Object.keys(this.known.layouts).join(', ')}.`,
      )
    around.push({ local, uri, text: '' })
    if (local === 'AppHdr' && this.headerDepth === 0 && !this.start) {
      this.headerDepth = around.length
      this.passOver(local)
      this.header = {
        business_message_id: null,
        message_definition_id: null,
        from: null,
        to: null,
        creation_date: null,
      }
    }
  }

  private closeAround(): void {
    const { around, header } = this
    const element = around.at(-1)!
    if (this.headerDepth > 0 && header) {
      const path = around
        .slice(this.headerDepth)
        .map(({ local }) => local)
        .join('/')
      const field = headerPaths.get(path)
      if (field) header[field] ??= tidyText(element.text) || null
      if (around.length === this.headerDepth) this.headerDepth = 0
    }
    around.pop()
  }

  /** The type by the name of the root element; undefined for an element around it. */
  private typeOf(local: string, uri: string): string | undefined {
    const { layouts: readable, typeByRoot } = this.known
    const byRoot = typeByRoot.get(local)
    if (byRoot !== undefined) return byRoot
    const family = MESSAGE_ID.exec(local)?.[0] === local ? local.slice(0, 8) : ''
    // The namespace decides when the root element has the name of the message.
    return Object.hasOwn(readable, family) &&
      (uri.includes(local) || this.around.at(-1)?.local === 'Document')
      ? family
      : undefined
  }

  private begin(type: string, local: string, uri: string, line: number): void {
    if (this.start)
      throw this.refusal(
        'SECOND_MESSAGE',
        'The text has a second message; send one message at a time.',
      )
    const version = MESSAGE_ID.exec(uri)?.[0] ?? null
    if (version !== null && version.slice(0, 8) !== type)
      throw this.refusal(
        'UNKNOWN_TYPE',
        `The namespace says ${version}, but the message is a ${type} (${shorten(local)}).`,
      )
    const { top, blank } = this.known.places.get(type)!
    this.start = { message_type: type as MessageType, version, namespace: uri }
    this.root = makeScope(blank, undefined)
    this.frames.push(makeFrame(top, line, this.root, 0, undefined))
    if (version === null && !uri.startsWith('urn:CBI:'))
      this.note(line, 'UNKNOWN_NAMESPACE', namespaceProblem(uri, this.known.layouts[type]!))
    this.options.onStart?.(this.start)
  }

  // Inside of the message.

  private openInside({ local, uri, attributes }: XmlTag, line: number): void {
    const parent = this.frames.at(-1)!
    const place = uri === this.start!.namespace ? parent.place.children.get(local) : undefined
    parent.hasElements = true
    if (!place) {
      this.passOver(local, parent.place)
      this.skipping = 1
      return
    }
    let number = 0
    let { scope } = parent
    if (place.list) {
      const { node, blank } = place.list
      scope.sizes ??= new Map()
      number = (scope.sizes.get(node.field) ?? 0) + 1
      scope.sizes.set(node.field, number)
      this.options.onOpen?.(node)
      scope = makeScope(blank, scope)
    }
    const frame = makeFrame(place, line, scope, number, attributes.get('Ccy'))
    this.frames.push(frame)
    if (parent.seen & place.bit && !place.repeats)
      this.note(line, 'REPEATED', `${local} may occur only once here.`)
    if (parent.seen & place.excludes)
      this.note(line, 'REPEATED', `${local} may not occur beside its alternative.`)
    if (place.rank >= 0) {
      if (place.rank < parent.rank)
        this.note(line, 'ORDER', `${local} must come before the elements that precede it here.`)
      else parent.rank = place.rank
    }
    parent.seen |= place.bit
  }

  private passOver(local: string, around?: ElementNode): void {
    this.unread++
    const names = this.unreadIn.get(around) ?? new Set()
    if (names.has(local) || this.unreadPaths.length >= UNREAD_MAX) return
    this.unreadIn.set(around, names.add(local))
    const path = this.frames.map(({ place }) => place.element)
    this.unreadPaths.push([...path, shorten(local)].join('/'))
  }

  private closeInside(): void {
    const frame = this.frames.at(-1)!
    const { place, scope, line } = frame
    if (place.value) this.takeValue(frame, place.value)
    for (const { bits, element } of place.required)
      if ((frame.seen & bits) === 0) this.note(line, 'MISSING', `${element} is missing.`)
    if (place.list) this.closeItem(frame, place.list.node)
    else if (this.frames.length === 1) this.compareTotals(scope)
    this.frames.pop()
  }

  private closeItem({ scope, line }: Frame, node: List): void {
    const { record, parent } = scope
    this.compareTotals(scope)
    derive(node.field, record)
    const unbalanced =
      node.field === 'statements' ? tallyOf(scope).flawOfBalance(record) : undefined
    if (unbalanced) this.note(line, unbalanced.code, unbalanced.message)
    if (node.counted) {
      const units = unitsOf(record)
      for (let around = parent; around; around = around.parent)
        (around.tally ??= new ControlSums()).add(record, units)
    }
    const item = { list: node, record, line, path: this.path(), problems: scope.problems }
    if (this.options.onItem?.(item) !== 'taken')
      (parent!.record[node.field] as AnyRecord[]).push(record)
  }

  private takeValue(frame: Frame, node: Leaf | Amount): void {
    const { place, scope, line } = frame
    const text = tidyText(frame.text)
    if (frame.hasElements && (text !== '' || frame.hasSection))
      this.note(line, 'FORMAT', 'The element has text beside the elements in it.')
    if (text === '') {
      // A group of which only older versions have the text.
      if (place.children.size > 0) {
        if (!frame.hasElements) this.note(line, 'MISSING', `${place.element} is empty.`)
        else if (frame.seen === 0) this.note(line, 'MISSING', `${place.element} has no value.`)
      } else if (node.required || !frame.hasElements)
        this.note(line, 'MISSING', `${place.element} is empty.`)
      return
    }
    const flaw =
      node.node === 'amount'
        ? amountProblem(text, frame.currency, node.mustBePositive)
        : node.format.flawOf(text)
    if (flaw) this.note(line, flaw.code, flaw.message)
    if (node.node === 'leaf' && node.declares)
      (scope.declared ??= []).push({ what: node.declares, text, line, path: this.path() })
    const { record } = scope
    const isFirst = record[node.field] === null
    if (node.node === 'leaf' && node.joined && !isFirst) {
      const joined = `${record[node.field] as string}\n${text}`
      if (joined.length > VALUE_LENGTH_MAX)
        throw this.refusal('TOO_LONG', `A value may have at most ${VALUE_LENGTH_MAX} characters.`)
      record[node.field] = joined
    } else if (isFirst || (!place.givesWay && scope.older?.has(node.field))) {
      record[node.field] = node.node === 'leaf' ? valueOf(node, text) : text
      if (node.node === 'amount') record[node.currency] = frame.currency ?? null
      if (place.givesWay) (scope.older ??= new Set()).add(node.field)
      else scope.older?.delete(node.field)
    }
  }

  private compareTotals(scope: Scope): void {
    for (const { what, text, line, path } of scope.declared ?? []) {
      const flaw = tallyOf(scope).flawOf(what, text)
      if (flaw) this.push({ line, path, ...flaw }, scope)
    }
  }

  private path(): string {
    return this.frames
      .map(({ place, number }) => (number > 0 ? `${place.element}[${number}]` : place.element))
      .join('/')
  }

  private note(line: number, code: ProblemCode, message: string): void {
    const { scope } = this.frames.at(-1)!
    if (scope.problems.length < PROBLEMS_MAX)
      this.push({ line, path: this.path(), code, message }, scope)
  }

  /** Each record keeps its own problems, so that many in one cannot hide those of another. */
  private push(problem: Problem, scope: Scope): void {
    if (scope.problems.length < PROBLEMS_MAX) scope.problems = [...scope.problems, problem]
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(problem)
  }

  private refusal(code: ProblemCode, message: string) {
    return InvalidMessage({ line: this.xml.line, path: this.path(), code, message })
  }
}

/** What is wrong with the XML is wrong with the message. */
function refusingXml(read: () => void): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof InvalidXml)) throw error
    const { line, code, message } = error
    throw InvalidMessage({ line, path: '', code, message })
  }
}

const namespaceProblem = (uri: string, { type, versions }: Layout): string =>
  uri === ''
    ? `The message has no namespace; expected is urn:iso:std:iso:20022:tech:xsd:${versions[0]} or another version.`
    : `The namespace ${shorten(uri)} does not name a version of ${type}.`

const tallyOf = (scope: Scope): ControlSums => scope.tally ?? new ControlSums()

const NO_PROBLEMS: readonly Problem[] = []

const makeScope = ({ values, lists }: EmptyRecord, parent: Scope | undefined): Scope => {
  const record: AnyRecord = { ...values }
  for (const field of lists) record[field] = []
  return {
    record,
    parent,
    problems: NO_PROBLEMS,
  }
}

const makeFrame = (
  place: ElementNode,
  line: number,
  scope: Scope,
  number: number,
  currency: string | undefined,
): Frame => ({
  place,
  line,
  scope,
  number,
  currency,
  seen: 0,
  rank: -1,
  text: '',
  hasElements: false,
  hasSection: false,
})

/** Such as U+00A0, with the name of the one that is met most. */
const nameOf = (code: number): string =>
  `U+${code.toString(16).toUpperCase().padStart(4, '0')}${code === 0xa0 ? ' (no-break space)' : ''}`

/** Files are often wrapped and indented: line breaks and the spaces around them count as one space. */
function tidyText(text: string): string {
  const lines = trimWhiteSpace(text).split(/[\r\n]/)
  if (lines.length === 1) return lines[0]!
  return lines
    .map((line) => trimWhiteSpace(line))
    .filter((line) => line !== '')
    .join(' ')
}

function valueOf({ kind }: Leaf, text: string): string | number | boolean | null {
  switch (kind) {
    case 'integer':
      return /^\d{1,15}$/.test(text) ? Number(text) : null
    case 'boolean':
      return text === 'true' || text === '1'
        ? true
        : text === 'false' || text === '0'
          ? false
          : null
    case 'text':
      return text
  }
}
