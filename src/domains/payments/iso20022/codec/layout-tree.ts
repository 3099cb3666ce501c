// Turns a layout into a tree of places, in which the reader finds the meaning of each element by its name.
import type { Amount, Layout, Leaf, List, Nodes } from './layout.ts'

/** An element at one place of a message. */
export interface ElementNode {
  readonly element: string
  /** Its bit among its siblings, for detecting missing and repeated elements. */
  readonly bit: number
  /** Its rank among its siblings in the order of the schema; -1 for elements of other versions. */
  readonly rank: number
  readonly repeats: boolean
  /** The bits of the alternatives that exclude it. */
  excludes: number
  readonly children: Map<string, ElementNode>
  /** The required children: one of the bits of each. */
  readonly required: { readonly bits: number; readonly element: string }[]
  /** The field that its own text fills. */
  value?: Leaf | Amount
  /** Whether a value of the current version replaces this one. */
  readonly givesWay: boolean
  /** The list to which it adds a record. */
  list?: { readonly node: List; readonly blank: EmptyRecord }
}

/** The empty record of a scope: null for each value; lists are made anew for each record. */
export interface EmptyRecord {
  readonly values: Readonly<Record<string, null>>
  readonly lists: readonly string[]
}

export function layoutTreeOf({ root, nodes }: Layout): {
  readonly top: ElementNode
  readonly blank: EmptyRecord
} {
  const top = makePlace(root, 0, -1, false, false)
  fill(top, nodes, false)
  return { top, blank: blankOf(nodes) }
}

const makePlace = (
  element: string,
  index: number,
  rank: number,
  repeats: boolean,
  givesWay: boolean,
): ElementNode => {
  // A bit set fits into a 32-bit number.
  if (index > 30) throw new Error(`${element}: too many elements side by side`)
  return {
    element,
    bit: 1 << index,
    rank,
    repeats,
    excludes: 0,
    children: new Map(),
    required: [],
    givesWay,
  }
}

/** Adds the elements below a place and returns their bits. */
function fill(parent: ElementNode, nodes: Nodes, isOlder: boolean): number {
  let bits = 0
  const add = (element: string, repeats: boolean): ElementNode => {
    const index = parent.children.size
    const place = makePlace(element, index, isOlder ? -1 : index, repeats, isOlder)
    if (parent.children.has(element))
      throw new Error(`${parent.element}/${element}: described twice`)
    parent.children.set(element, place)
    bits |= place.bit
    return place
  }
  for (const node of nodes) {
    switch (node.node) {
      case 'leaf':
      case 'amount': {
        const place = add(node.element, node.node === 'leaf' && node.joined)
        place.value = node
        if (node.required) parent.required.push({ bits: place.bit, element: node.element })
        break
      }
      case 'group': {
        const place = add(node.element, node.repeats)
        fill(place, node.nodes, isOlder)
        if (node.asText) {
          place.value = node.asText
          // An older version has the value here and none of the elements.
          place.required.length = 0
        }
        if (node.required) parent.required.push({ bits: place.bit, element: node.element })
        break
      }
      case 'list': {
        const place = add(node.element, true)
        place.list = { node, blank: blankOf(node.nodes) }
        fill(place, node.nodes, isOlder)
        if (node.required) parent.required.push({ bits: place.bit, element: node.element })
        break
      }
      case 'choice': {
        const inner = fill(parent, node.nodes, isOlder)
        for (const child of parent.children.values())
          if (child.bit & inner) child.excludes = inner & ~child.bit
        if (node.required) {
          const names = [...parent.children.values()].filter((child) => child.bit & inner)
          parent.required.push({
            bits: inner,
            element: names.map((child) => child.element).join(' or '),
          })
        }
        bits |= inner
        break
      }
      case 'older': {
        const inner = fill(parent, node.nodes, true)
        // An element of another version satisfies the requirement for its replacements.
        const fields = fieldsOf(node.nodes)
        for (const one of parent.required)
          if (standsFor(parent, one.bits, fields)) Object.assign(one, { bits: one.bits | inner })
        bits |= inner
        break
      }
    }
  }
  return bits
}

const standsFor = (parent: ElementNode, bits: number, fields: ReadonlySet<string>): boolean =>
  [...parent.children.values()].some(
    (child) => child.bit & bits && child.value && fields.has(child.value.field),
  )

const fieldsOf = (nodes: Nodes): ReadonlySet<string> => new Set(Object.keys(blankOf(nodes).values))

function blankOf(nodes: Nodes): EmptyRecord {
  const values: Record<string, null> = {}
  const lists: string[] = []
  const visit = (inner: Nodes): void => {
    for (const node of inner) {
      if (node.node === 'leaf') values[node.field] = null
      else if (node.node === 'amount') {
        values[node.field] = null
        values[node.currency] = null
      } else if (node.node === 'list') {
        if (!lists.includes(node.field)) lists.push(node.field)
      } else visit(node.nodes as Nodes)
    }
  }
  visit(nodes)
  // An object whose fields were added one by one is copied far more slowly than a parsed one.
  return { values: JSON.parse(JSON.stringify(values)) as typeof values, lists }
}
