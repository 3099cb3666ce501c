// Writes records as messages, guided by the layouts: elements in the order of the schema, text escaped, and nothing
// that the schema would not allow. Every field that cannot be written is named with the reason.
import { flawOfAmountForm } from './formats.ts'
import type { Amount, Choice, Group, Layout, Leaf, List, Node, Nodes } from './layout.ts'

type Given = Readonly<Record<string, unknown>>

/** Field → sentences, as errors of requests are answered. */
export type FieldErrors = Record<string, string[]>

/** Where the records of a list are left out, to be written later one by one. */
export const LIST_PLACEHOLDER = '\u0000'

interface Place {
  /** The path of the record among the fields, such as `payments.0.`. */
  readonly at: string
  readonly indent: string
}

/** The result of an element: its text, and required fields that are missing in it. */
interface Written {
  readonly xml: string
  readonly missing: readonly string[]
  /** Whether a field of the record is in it, not only fillers. */
  readonly hasValue: boolean
}

const NOTHING: Written = { xml: '', missing: [], hasValue: false }

export class Writer {
  readonly errors: FieldErrors = {}
  /** The field of the list that is left out. */
  private readonly hole: string | undefined

  constructor(hole?: string) {
    this.hole = hole
  }

  document({ nodes, root }: Layout, version: string, record: Given): string {
    const { xml, missing } = this.nodes(nodes, record, { at: '', indent: '    ' })
    this.refuse(missing)
    const namespace = `urn:iso:std:iso:20022:tech:xsd:${version}`
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${namespace}">
  <${root}>
${xml}  </${root}>
</Document>
`
  }

  /** One record of a list, at the place of the hole. */
  item(list: List, record: Given, at: string): string {
    const { xml, missing } = this.wrap(list.element, list.nodes, record, { at, indent: '      ' })
    this.refuse(missing)
    return xml
  }

  private nodes(nodes: Nodes, record: Given, place: Place): Written {
    let xml = ''
    let hasValue = false
    const missing: string[] = []
    for (const node of nodes) {
      if (node.node === 'older' || (!node.required && !isAnyGiven(node, record))) continue
      const written = this.node(node, record, place)
      xml += written.xml
      hasValue ||= written.hasValue
      if (written.missing.length > 0) missing.push(...written.missing)
    }
    return { xml, missing, hasValue }
  }

  private node(node: Node, record: Given, place: Place): Written {
    switch (node.node) {
      case 'leaf':
        return this.leaf(node, record, place)
      case 'amount':
        return this.amount(node, record, place)
      case 'group':
        return this.group(node, record, place)
      case 'choice':
        return this.choice(node, record, place)
      case 'list':
        return this.list(node, record, place)
      case 'older':
        return NOTHING
    }
  }

  private leaf(node: Leaf, record: Given, { at, indent }: Place): Written {
    const text = textOf(record[node.field])
    if (text === undefined) return absent(node.required, at + node.field)
    const { format, element } = node
    const values = node.joined ? text.split('\n') : [text]
    let xml = ''
    for (const value of values) {
      const tidy = format.tidy?.(value.trim()) ?? value.trim()
      if (tidy === '') continue
      const flaw = (format.flawOfForm ?? format.flawOf)(tidy)
      if (flaw) this.refuse([at + node.field], flaw.message)
      xml += `${indent}<${element}>${escape(tidy)}</${element}>\n`
    }
    return xml === ''
      ? absent(node.required, at + node.field)
      : { xml, missing: [], hasValue: true }
  }

  private amount(node: Amount, record: Given, { at, indent }: Place): Written {
    const text = textOf(record[node.field])
    if (text === undefined) return absent(node.required, at + node.field)
    const currency = textOf(record[node.currency])?.toUpperCase()
    const flaw = flawOfAmountForm(text, currency)
    if (flaw)
      this.refuse([at + (flaw.code === 'CURRENCY' ? node.currency : node.field)], flaw.message)
    const { element } = node
    return {
      xml: `${indent}<${element} Ccy="${escape(currency ?? '')}">${escape(text)}</${element}>\n`,
      missing: [],
      hasValue: true,
    }
  }

  private group(node: Group, record: Given, place: Place): Written {
    const { element, filler } = node
    const written = this.wrap(element, node.nodes, record, place)
    if (written.hasValue) return written
    if (!node.required) return NOTHING
    if (filler === undefined) return written
    const xml = filler === '' ? `<${element}/>` : `<${element}>${filler}</${element}>`
    return { xml: `${place.indent}${xml}\n`, missing: [], hasValue: false }
  }

  private wrap(element: string, nodes: Nodes, record: Given, place: Place): Written {
    const { at, indent } = place
    const { xml, missing, hasValue } = this.nodes(nodes, record, { at, indent: `${indent}  ` })
    return {
      xml: xml === '' ? '' : `${indent}<${element}>\n${xml}${indent}</${element}>\n`,
      missing,
      hasValue,
    }
  }

  /** The first alternative whose format fits; two different ones at once are refused. */
  private choice(node: Choice, record: Given, place: Place): Written {
    const present = node.nodes.filter((one) => isAnyGiven(one, record))
    let chosen:
      | { readonly node: Node; readonly written: Written; readonly errors: FieldErrors }
      | undefined
    for (const one of present) {
      const writer = new Writer()
      const written = writer.node(one, record, place)
      if (!written.hasValue) continue
      const isFitting = Object.keys(writer.errors).length === 0
      if (isFitting || !chosen) chosen = { node: one, written, errors: writer.errors }
      if (isFitting) break
    }
    if (!chosen) return absent(node.required, place.at + fieldsIn(node.nodes[0]!)[0])
    for (const [field, sentences] of Object.entries(chosen.errors))
      for (const sentence of sentences) this.refuse([field], sentence)
    const own = fieldsIn(chosen.node)
    const other = present.find((one) => !fieldsIn(one).some((field) => own.includes(field)))
    if (other)
      this.refuse(
        [place.at + fieldsIn(other)[0]],
        `Give ${own[0]} or ${fieldsIn(other)[0]}, not both.`,
      )
    return chosen.written
  }

  private list(node: List, record: Given, place: Place): Written {
    const given = record[node.field]
    if (node.field === this.hole) return { xml: LIST_PLACEHOLDER, missing: [], hasValue: true }
    if (!Array.isArray(given) || given.length === 0)
      return absent(node.required, place.at + node.field)
    if (given.length > node.most)
      this.refuse([place.at + node.field], `At most ${node.most} can be written.`)
    let xml = ''
    const missing: string[] = []
    for (const [index, one] of (given as readonly Given[]).entries()) {
      const at = `${place.at}${node.field}.${index}.`
      const inner = this.wrap(node.element, node.nodes, one, { at, indent: place.indent })
      // A record without any value is still one of the list.
      xml += inner.xml === '' ? `${place.indent}<${node.element}/>\n` : inner.xml
      missing.push(...inner.missing)
    }
    return { xml, missing, hasValue: true }
  }

  private refuse(fields: readonly string[], sentence?: string): void {
    for (const field of fields) {
      const words = field.split('.').at(-1)!.replaceAll('_', ' ')
      const sentences = (this.errors[field] ??= [])
      const said = sentence ?? `The ${words} field is required.`
      if (!sentences.includes(said)) sentences.push(said)
    }
  }
}

const absent = (required: boolean, field: string): Written =>
  required ? { xml: '', missing: [field], hasValue: false } : NOTHING

/** A number or truth value of a request as text; undefined if there is nothing to write. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  // Anything else is written in a form that no format accepts.
  return value === undefined || value === null ? undefined : '\u0000'
}

/** The fields of each node, found once. */
const knownFields = new WeakMap<Node, readonly string[]>()

function fieldsIn(node: Node): readonly string[] {
  if (node.node === 'leaf' || node.node === 'amount' || node.node === 'list') return [node.field]
  const known = knownFields.get(node) ?? [...new Set((node.nodes as Nodes).flatMap(fieldsIn))]
  knownFields.set(node, known)
  return known
}

/** Most records have few of the fields that they may have. */
function isAnyGiven(node: Node, record: Given): boolean {
  for (const field of fieldsIn(node)) {
    const value = record[field]
    if (value !== undefined && value !== null && value !== '') return true
  }
  return false
}

const SPECIAL = /[&<>"']/
const SPECIALS = /[&<>"']/g
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escape = (text: string): string =>
  SPECIAL.test(text) ? text.replaceAll(SPECIALS, (char) => escapes[char]!) : text
