// A safe streaming reader of XML. It takes the text in pieces of any size, keeps nothing but the open elements,
// and refuses everything that a payment message never needs: a DOCTYPE, entities beyond the five of XML, deep
// nesting, endless texts, tags with many attributes.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { InvalidMessage } from './errors.ts'
import { shorten } from './formats.ts'
import type { ProblemCode } from './problem.ts'

/** More levels than any message has, with its envelopes. */
const DEPTH_MAX = 64
const ATTRIBUTES_MAX = 32
/** The longest text of the standard, Max20000Text, fits; comments may be longer than texts. */
const TOKEN_LENGTH_MAX = 65_536
/** The parser gets pieces of this size, so that the limits hold before a long token is collected. */
const PIECE_LENGTH = 32_768

export interface XmlHandler {
  open(tag: SaxesTagNS, line: number): void
  text(text: string): void
  close(line: number): void
}

export interface XmlReaderOptions {
  /** The most characters that are read in all. */
  readonly lengthMax: number
}

/** Takes the text piece by piece; throws InvalidMessage with the line. */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: true, position: true })
  private readonly lengthMax: number
  private length = 0
  private depth = 0
  private attributes = 0
  /** The position at which the parser last finished something. */
  private finished = 0

  constructor(handler: XmlHandler, { lengthMax }: XmlReaderOptions) {
    this.lengthMax = lengthMax
    const { parser } = this
    parser.on('error', (error) => {
      throw this.refusal('NOT_WELL_FORMED', sentenceOf(error))
    })
    parser.on('doctype', () => {
      throw this.refusal('DOCTYPE', 'A DOCTYPE is not accepted; send the message without it.')
    })
    parser.on('xmldecl', ({ version }) => {
      if (version !== undefined && version !== '1.0')
        throw this.refusal('NOT_WELL_FORMED', `XML version ${version} is not supported; use 1.0.`)
    })
    parser.on('opentagstart', () => {
      this.attributes = 0
    })
    parser.on('attribute', () => {
      this.finished = parser.position
      if (++this.attributes > ATTRIBUTES_MAX)
        throw this.refusal('TOO_LONG', `A tag may have at most ${ATTRIBUTES_MAX} attributes.`)
    })
    parser.on('opentag', (tag) => {
      this.finished = parser.position
      if (++this.depth > DEPTH_MAX)
        throw this.refusal('TOO_DEEP', `Elements may be nested in at most ${DEPTH_MAX} levels.`)
      handler.open(tag, parser.line)
    })
    parser.on('closetag', () => {
      this.finished = parser.position
      this.depth--
      handler.close(parser.line)
    })
    const onText = (text: string) => {
      this.finished = parser.position
      if (text.length > TOKEN_LENGTH_MAX) throw this.tooLong()
      handler.text(text)
    }
    parser.on('text', onText)
    parser.on('cdata', onText)
    const onSkipped = () => {
      this.finished = parser.position
    }
    parser.on('comment', onSkipped)
    parser.on('processinginstruction', onSkipped)
  }

  /** The line that is being read. */
  get line(): number {
    return this.parser.line
  }

  write(text: string): void {
    this.length += text.length
    if (this.length > this.lengthMax)
      throw this.refusal('TOO_LARGE', `A message may have at most ${this.lengthMax} characters.`)
    const before = this.length - text.length
    for (let at = 0; at < text.length; at += PIECE_LENGTH) {
      this.parser.write(text.slice(at, at + PIECE_LENGTH))
      // Between two pieces the parser's own position is no use: it counts the last piece twice.
      const read = before + Math.min(at + PIECE_LENGTH, text.length)
      if (read - this.finished > TOKEN_LENGTH_MAX) throw this.tooLong()
    }
  }

  /** Refuses a text that is cut off. */
  end(): void {
    this.parser.close()
  }

  private tooLong() {
    return this.refusal(
      'TOO_LONG',
      `A text, tag or comment may have at most ${TOKEN_LENGTH_MAX} characters.`,
    )
  }

  private refusal(code: ProblemCode, message: string) {
    return InvalidMessage({ line: this.parser.line, path: '', code, message })
  }
}

/** The parser's own words begin with line and column and have no full stop. */
function sentenceOf(error: Error): string {
  const words = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
  return `The XML is not well-formed: ${shorten(words, 200)}.`
}
