// A safe streaming reader of XML. It takes the text in pieces of any size, keeps nothing but the open elements and
// the token that is not complete yet, and refuses everything that a payment message never needs: a DOCTYPE, entities
// beyond the five of XML, deep nesting, endless texts, tags with many attributes. However the text is split into
// chunks, the handler gets the same calls. Messages repeat few tags very often, so parsed tags are cached.
import { shorten } from '../text.ts'
import { Finder } from './finder.ts'
import {
  expand,
  findInvalid,
  isIncomplete,
  NotWellFormed,
  normalizeLineEnds,
} from './characters.ts'
import {
  ATTRIBUTES_MAX,
  isUnqualified,
  Namespaces,
  readTag,
  type StartTag,
  TooManyAttributes,
  type XmlTag,
} from './tag.ts'

/** The longest text of the standard, Max20000Text, fits; comments may be longer than texts. */
const TOKEN_LENGTH_MAX = 65_536
/** Longer texts are taken in pieces of this size, so that the limits hold before a long token is collected. */
const PIECE_LENGTH = 32_768
/** A document with more different tags than this is read more slowly, and needs no more memory. */
const TAGS_MAX = 1_000
const TAG_LENGTH_MAX = 200

const GREATER = 0x3e

export interface XmlHandler {
  /** The line is that on which the tag begins. */
  open(tag: XmlTag, line: number): void
  /** The scanner's line is that on which the text ends, or on which a CDATA section begins. */
  text(text: string, isSection?: boolean): void
  close(): void
}

export interface XmlScannerOptions {
  /** The most characters that are read in all. */
  readonly lengthMax: number
  /** The most levels of elements. */
  readonly depthMax: number
}

/** The text is refused; the message is a sentence. */
export class InvalidXml extends Error {
  readonly code: 'NOT_WELL_FORMED' | 'DOCTYPE' | 'TOO_LARGE' | 'TOO_DEEP' | 'TOO_LONG'
  readonly line: number

  constructor(code: InvalidXml['code'], line: number, message: string) {
    super(message)
    this.code = code
    this.line = line
  }
}

/** Takes the text piece by piece; throws InvalidXml. */
export class XmlScanner {
  private readonly handler: XmlHandler
  private readonly lengthMax: number
  private readonly depthMax: number
  private length = 0
  /** The end of the last piece, if it is half of something. */
  private half = ''
  /** The text that is being read; everything before `at` is done. */
  private buffer = ''
  private at = 0
  /** The line at the place `counted` of the buffer. */
  private lines = 1
  private counted = 0
  private readonly newline = new Finder('\n')
  private readonly ampersand = new Finder('&')
  private readonly sectionEnd = new Finder(']]>')
  private readonly doubleQuote = new Finder('"')
  private readonly singleQuote = new Finder("'")
  private readonly open: StartTag[] = []
  private readonly namespaces = new Namespaces()
  /** The tags that were read in the current namespaces, by their text. */
  private readonly tags = new Map<string, StartTag>()
  private isAtStart = true
  private hasRoot = false

  constructor(handler: XmlHandler, { lengthMax, depthMax }: XmlScannerOptions) {
    this.handler = handler
    this.lengthMax = lengthMax
    this.depthMax = depthMax
  }

  /** The line that is being read. */
  get line(): number {
    return this.lines
  }

  write(text: string): void {
    const isFirst = this.length === 0
    this.length += text.length
    if (this.length > this.lengthMax)
      throw this.refusal('TOO_LARGE', `A message may have at most ${this.lengthMax} characters.`)
    // A byte order mark is no part of the text.
    const from = isFirst && text.startsWith('\ufeff') ? 1 : 0
    for (let at = from; at < text.length; at += PIECE_LENGTH)
      this.take(text.slice(at, at + PIECE_LENGTH))
  }

  /** Refuses a text that is cut off. */
  end(): void {
    if (this.half !== '') this.add(normalizeLineEnds(this.half))
    if (this.at < this.buffer.length) {
      if (this.buffer[this.at] === '<') throw this.flaw('it ends in the middle of a tag', this.at)
      this.takeText(this.at, this.buffer.length)
    }
    const last = this.open.at(-1)
    if (last) throw this.flaw(`it ends before <${shorten(last.name)}> is closed`)
    if (!this.hasRoot) throw this.flaw('it has no element')
  }

  private take(piece: string): void {
    const text = this.half + piece
    const length = isIncomplete(text) ? text.length - 1 : text.length
    this.half = text.slice(length)
    this.add(normalizeLineEnds(text.slice(0, length)))
  }

  /** Reads as far as tokens are complete. The text before an invalid character is read before it is refused. */
  private add(text: string): void {
    const invalid = findInvalid(text)
    this.countLines(this.at)
    this.buffer =
      this.buffer.slice(this.at) + (invalid === undefined ? text : text.slice(0, invalid))
    this.counted -= this.at
    this.at = 0
    for (const finder of [
      this.newline,
      this.ampersand,
      this.sectionEnd,
      this.doubleQuote,
      this.singleQuote,
    ])
      finder.restart(this.buffer)
    this.scan()
    if (invalid !== undefined)
      throw this.flaw('a character that XML does not allow', this.buffer.length)
  }

  private scan(): void {
    const { buffer } = this
    while (this.at < buffer.length) {
      const start = buffer.indexOf('<', this.at)
      if (start !== this.at) {
        this.checkLength(this.at, start)
        if (start === -1) return
        this.takeText(this.at, start)
        this.at = start
      }
      this.countLines(start)
      const end = this.takeMarkup(start)
      this.checkLength(start, end)
      if (end === -1) return
      this.isAtStart = false
      this.at = end
    }
  }

  /** The place behind the markup that begins here; -1 if its end is not there yet. */
  private takeMarkup(start: number): number {
    switch (this.buffer[start + 1]) {
      case undefined:
        return -1
      case '/':
        return this.takeEndTag(start)
      case '!':
        return this.takeDeclaration(start)
      case '?':
        return this.takeInstruction(start)
      default:
        return this.takeStartTag(start)
    }
  }

  private takeText(start: number, end: number): void {
    this.isAtStart = false
    this.countLines(end)
    const text = this.buffer.slice(start, end)
    if (this.open.length === 0) {
      if (/[^ \t\n]/.test(text)) throw this.flaw('text outside of all elements')
      return
    }
    if (this.sectionEnd.isBefore(end, start)) throw this.flaw(']]> stands in a text')
    this.handler.text(this.ampersand.isBefore(end, start) ? this.checked(() => expand(text)) : text)
  }

  private takeStartTag(start: number): number {
    const end = this.findTagEnd(start + 1)
    this.checkLength(start, end)
    if (end === -1) return -1
    const written = this.buffer.slice(start + 1, end)
    const tag = this.tags.get(written) ?? this.readTag(written)
    if (this.open.length === 0 && this.hasRoot)
      throw this.flaw('a second element outside of the first')
    this.hasRoot = true
    if (this.open.length === this.depthMax)
      throw this.refusal('TOO_DEEP', `Elements may be nested in at most ${this.depthMax} levels.`)
    this.open.push(tag)
    this.handler.open(tag, this.lines)
    if (tag.isEmpty) this.close()
    return end + 1
  }

  private readTag(written: string): StartTag {
    const tag = this.checked(() => readTag(written, this.namespaces))
    if (tag.declared.length > 0) this.tags.clear()
    else if (written.length <= TAG_LENGTH_MAX && this.tags.size < TAGS_MAX)
      this.tags.set(written, tag)
    return tag
  }

  /** The place of the bracket that ends a tag, which may have others in quotes. */
  private findTagEnd(from: number): number {
    const { buffer } = this
    const end = buffer.indexOf('>', from)
    const limit = end === -1 ? buffer.length : end
    if (!this.doubleQuote.isBefore(limit, from) && !this.singleQuote.isBefore(limit, from))
      return end
    const stop = /["'<>]/g
    let quote = ''
    stop.lastIndex = from
    for (let found = stop.exec(buffer); found; found = stop.exec(buffer)) {
      const [character] = found
      if (character === '<') {
        this.checkLength(from, found.index)
        throw this.flaw('a tag has another one in it', found.index)
      }
      if (character === '>') {
        if (quote === '') return found.index
      } else if (quote === '') quote = character
      else if (quote === character) quote = ''
    }
    return -1
  }

  private takeEndTag(start: number): number {
    const { buffer } = this
    const name = this.open.at(-1)?.name
    let end = name === undefined ? -1 : start + 2 + name.length
    if (
      name === undefined ||
      buffer.charCodeAt(end) !== GREATER ||
      !buffer.startsWith(name, start + 2)
    ) {
      end = buffer.indexOf('>', start)
      this.checkLength(start, end)
      if (end === -1) return -1
      const written = buffer.slice(start + 2, end).replace(/[ \t\n]+$/, '')
      if (name === undefined || written !== name)
        throw this.flaw(
          name === undefined
            ? `</${shorten(written)}> closes no element`
            : `</${shorten(written)}> stands where <${shorten(name)}> must be closed`,
        )
    }
    this.close()
    return end + 1
  }

  private close(): void {
    const { declared } = this.open.pop()!
    this.handler.close()
    if (declared.length === 0) return
    this.namespaces.leave(declared)
    this.tags.clear()
  }

  /** A comment or a section of plain text; anything else is refused. */
  private takeDeclaration(start: number): number {
    const { buffer } = this
    if (buffer.startsWith(COMMENT, start)) {
      const dashes = buffer.indexOf('--', start + COMMENT.length)
      if (dashes === -1 || dashes + 2 === buffer.length) return -1
      if (buffer[dashes + 2] !== '>') throw this.flaw('a comment with -- in it')
      return dashes + 3
    }
    if (buffer.startsWith(SECTION, start)) {
      const end = buffer.indexOf(']]>', start + SECTION.length)
      this.checkLength(start, end)
      if (end === -1) return -1
      if (this.open.length === 0) throw this.flaw('text outside of all elements')
      this.handler.text(buffer.slice(start + SECTION.length, end), true)
      return end + 3
    }
    if (buffer.startsWith(DOCTYPE, start))
      throw this.refusal('DOCTYPE', 'A DOCTYPE is not accepted; send the message without it.')
    const begun = buffer.slice(start, start + SECTION.length)
    if ([COMMENT, SECTION, DOCTYPE].some((one) => one.startsWith(begun))) return -1
    throw this.flaw('<! begins neither a comment nor CDATA')
  }

  private takeInstruction(start: number): number {
    const end = this.buffer.indexOf('?>', start + 2)
    this.checkLength(start, end)
    if (end === -1) return -1
    const written = this.buffer.slice(start + 2, end)
    const name = /^[^ \t\n]*/.exec(written)![0]
    if (name === 'xml' && this.isAtStart) this.checkXmlDeclaration(written)
    else if (!isUnqualified(name) || name.toLowerCase() === 'xml')
      throw this.flaw(`<?${shorten(name)} may not stand here`)
    return end + 2
  }

  private checkXmlDeclaration(written: string): void {
    const version = XML_DECLARATION.exec(written)?.[2]
    if (version === undefined) throw this.flaw('the XML declaration is wrong')
    if (version !== '1.0')
      throw this.refusal('NOT_WELL_FORMED', `XML version ${version} is not supported; use 1.0.`)
  }

  private countLines(end: number): void {
    while (this.newline.isBefore(end, this.counted)) {
      this.lines++
      this.counted = this.newline.found + 1
    }
    this.counted = Math.max(this.counted, end)
  }

  /** An end of -1 means that it has not been read yet. */
  private checkLength(start: number, end: number): void {
    if ((end === -1 ? this.buffer.length : end) - start > TOKEN_LENGTH_MAX)
      throw this.refusal(
        'TOO_LONG',
        `A text, tag or comment may have at most ${TOKEN_LENGTH_MAX} characters.`,
      )
  }

  private checked<Output>(read: () => Output): Output {
    try {
      return read()
    } catch (error) {
      if (error instanceof NotWellFormed) throw this.flaw(error.message)
      if (error instanceof TooManyAttributes)
        throw this.refusal('TOO_LONG', `A tag may have at most ${ATTRIBUTES_MAX} attributes.`)
      throw error
    }
  }

  /** The place is that of the flaw, if it is behind the beginning of the token. */
  private flaw(words: string, at?: number) {
    if (at !== undefined) this.countLines(at)
    return this.refusal('NOT_WELL_FORMED', `The XML is not well-formed: ${words}.`)
  }

  private refusal(code: InvalidXml['code'], message: string) {
    return new InvalidXml(code, this.lines, message)
  }
}

const COMMENT = '<!--'
const SECTION = '<![CDATA['
const DOCTYPE = '<!DOCTYPE'

const XML_DECLARATION =
  /^xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])(1\.\d+)\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])[A-Za-z][A-Za-z0-9._-]*\3)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\4)?[ \t\n]*$/
