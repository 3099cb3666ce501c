// Start tags of XML: the name of the element and its attributes, with the namespaces that are in scope.
import { shorten } from '../text.ts'
import { expand, NotWellFormed } from './characters.ts'

export interface XmlTag {
  /** The name without its prefix. */
  readonly local: string
  /** The namespace; empty for none. */
  readonly uri: string
  /** The values by name, as the names are written. */
  readonly attributes: ReadonlyMap<string, string>
}

/** A start tag as the scanner needs it. */
export interface StartTag extends XmlTag {
  /** The name as it is written, which the end tag must repeat. */
  readonly name: string
  readonly isEmpty: boolean
  /** The prefixes that it declares. */
  readonly declared: readonly string[]
}

export const ATTRIBUTES_MAX = 32

/** The tag has more attributes than any message needs. */
export class TooManyAttributes extends Error {}

const START =
  'A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const NAME = `[${START}][${START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040]*`
const QUALIFIED = new RegExp(`^(?:(${NAME}):)?(${NAME})$`, 'u')
const UNQUALIFIED = new RegExp(`^${NAME}$`, 'u')
const ATTRIBUTE = /[ \t\n]+([^ \t\n=/"'<>]+)[ \t\n]*=[ \t\n]*(?:"([^"<]*)"|'([^'<]*)')/y

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** A name without a prefix, such as that of a processing instruction. */
export const isUnqualified = (name: string): boolean => UNQUALIFIED.test(name)

/** The namespaces in scope, by prefix; the default one has the prefix ''. */
export class Namespaces {
  private readonly uris = new Map<string, string[]>([
    ['', ['']],
    ['xml', [XML]],
  ])

  find(prefix: string): string | undefined {
    return this.uris.get(prefix)?.at(-1)
  }

  declare(prefix: string, uri: string): void {
    checkDeclaration(prefix, uri)
    const known = this.uris.get(prefix)
    if (known) known.push(uri)
    else this.uris.set(prefix, [uri])
  }

  /** Ends what a tag has declared. */
  leave(prefixes: readonly string[]): void {
    for (const prefix of prefixes) this.uris.get(prefix)!.pop()
  }
}

function checkDeclaration(prefix: string, uri: string): void {
  if (prefix === 'xmlns') throw new NotWellFormed('the prefix xmlns is declared')
  if ((prefix === 'xml') !== (uri === XML) || uri === XMLNS)
    throw new NotWellFormed('a reserved namespace or prefix is declared')
  if (uri === '' && prefix !== '')
    throw new NotWellFormed(`the prefix ${shorten(prefix)} is declared without a namespace`)
}

/** Reads the text between the angle brackets. What it declares stays in scope until the element ends. */
export function readTag(written: string, namespaces: Namespaces): StartTag {
  const isEmpty = written.endsWith('/')
  const text = isEmpty ? written.slice(0, -1) : written
  const name = /^[^ \t\n]*/.exec(text)![0]
  const [prefix, local] = splitName(name)
  const attributes = name.length === text.length ? NONE : readAttributes(text, name.length)
  const declared: string[] = []
  for (const [attribute, value] of attributes) {
    const declares =
      attribute === 'xmlns' ? '' : attribute.startsWith('xmlns:') ? attribute.slice(6) : undefined
    if (declares === undefined) continue
    namespaces.declare(declares, value)
    declared.push(declares)
  }
  const uri = prefix === 'xmlns' ? undefined : namespaces.find(prefix)
  if (uri === undefined) throw unknownPrefix(prefix)
  checkUnique(attributes, namespaces)
  return { name, local, uri, attributes, isEmpty, declared }
}

const NONE: ReadonlyMap<string, string> = new Map()

function splitName(name: string): readonly [prefix: string, local: string] {
  const found = QUALIFIED.exec(name)
  if (!found) throw new NotWellFormed(`"${shorten(name)}" is not a name`)
  return [found[1] ?? '', found[2]!]
}

const unknownPrefix = (prefix: string) =>
  new NotWellFormed(`the prefix ${shorten(prefix)} has no namespace`)

function readAttributes(text: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = from
  let end = from
  for (let found = ATTRIBUTE.exec(text); found; found = ATTRIBUTE.exec(text)) {
    end = ATTRIBUTE.lastIndex
    const [, name, inDouble, inSingle] = found
    if (attributes.has(name!)) throw repeated(name!)
    if (attributes.size === ATTRIBUTES_MAX) throw new TooManyAttributes()
    splitName(name!)
    attributes.set(name!, valueOf(inDouble ?? inSingle!))
  }
  if (!/^[ \t\n]*$/.test(text.slice(end)))
    throw new NotWellFormed(`"${shorten(text.slice(end).trim())}" is not an attribute`)
  return attributes
}

const repeated = (name: string) =>
  new NotWellFormed(`the attribute ${shorten(name)} stands twice in a tag`)

const valueOf = (written: string): string => {
  const text = /[\t\n]/.test(written) ? written.replaceAll(/[\t\n]/g, ' ') : written
  return text.includes('&') ? expand(text) : text
}

/** Two prefixes of one namespace make the same attribute of two names. */
function checkUnique(attributes: ReadonlyMap<string, string>, namespaces: Namespaces): void {
  const seen = new Set<string>()
  for (const name of attributes.keys()) {
    const [prefix, local] = splitName(name)
    if (prefix === '' || prefix === 'xmlns') continue
    const uri = namespaces.find(prefix)
    if (uri === undefined) throw unknownPrefix(prefix)
    const full = `${uri} ${local}`
    if (seen.has(full)) throw repeated(name)
    seen.add(full)
  }
}
