// Reads the Markdown of the guides into plain values, which the pages draw as elements of their own. HTML in a guide is
// left out, so nothing in a guide can become markup. Runs when the console is built.

export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly inside: readonly Inline[] }
  | { readonly kind: 'em'; readonly inside: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly inside: readonly Inline[] }

export type Block =
  | {
      readonly kind: 'heading'
      readonly level: number
      readonly id: string
      readonly inside: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly inside: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list'
      readonly isOrdered: boolean
      readonly items: readonly (readonly Block[])[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

/** Where a link leads on these pages: a place of the reference, or an address outside. Undefined if nowhere. */
export type Resolve = (target: string) => string | undefined

const FENCE = /^(\s*)```/
const HEADING = /^(#{1,6}) (.+)$/
const ITEM = /^(\s*)([-*]|\d+\.) +/
const ROW = /^\s*\|/
/** What ends a text. A number at the beginning of a line begins a list only if it is the first one. */
const AFTER_TEXT = [/^\s*$/, FENCE, HEADING, ROW, /^\s*[-*] /, /^\s*1\. /]
const HTML = /^<[!/a-z]/i

export function parseMarkdown(text: string, resolve: Resolve): Block[] {
  return parseBlocks(text.split('\n'), resolve)
}

function parseBlocks(lines: readonly string[], resolve: Resolve): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const length = BLOCKS.find(({ starts }) => starts.test(lines[at]!))?.length ?? lengthOfText
    const end = at + length(lines.slice(at))
    const block = toBlock(lines.slice(at, end), resolve)
    if (block) blocks.push(block)
    at = end
  }
  return blocks
}

/** How many lines a block has, by how it begins. */
const BLOCKS: readonly {
  readonly starts: RegExp
  readonly length: (lines: readonly string[]) => number
}[] = [
  { starts: /^\s*$/, length: () => 1 },
  {
    starts: FENCE,
    length: (lines) => countWhile(lines, (line) => !FENCE.test(line)) + 1,
  },
  { starts: HEADING, length: () => 1 },
  { starts: HTML, length: (lines) => countWhile(lines, (line) => line.trim() !== '') },
  { starts: ROW, length: (lines) => countWhile(lines, (line) => ROW.test(line)) },
  { starts: ITEM, length: lengthOfList },
]

/** The first line, and those after it as long as they pass. */
function countWhile(lines: readonly string[], passes: (line: string) => boolean): number {
  const end = lines.findIndex((line, index) => index > 0 && !passes(line))
  return end === -1 ? lines.length : end
}

const lengthOfText = (lines: readonly string[]): number =>
  countWhile(lines, (line) => !AFTER_TEXT.some((start) => start.test(line)))

/** To the next line that is neither indented nor an item. */
function lengthOfList(lines: readonly string[]): number {
  const all = countWhile(lines, (line) => line.trim() === '' || /^\s/.test(line) || ITEM.test(line))
  return lines.slice(0, all).findLastIndex((line) => line.trim() !== '') + 1
}

function toBlock(lines: readonly string[], resolve: Resolve): Block | undefined {
  const first = lines[0]!
  if (first.trim() === '' || HTML.test(first)) return undefined
  const fence = FENCE.exec(first)
  if (fence) {
    const inside = lines.slice(1).filter((line) => !FENCE.test(line))
    return { kind: 'code', text: inside.map((line) => line.slice(fence[1]!.length)).join('\n') }
  }
  const heading = HEADING.exec(first)
  if (heading) {
    const inside = parseInline(heading[2]!, resolve)
    return { kind: 'heading', level: heading[1]!.length, id: anchorOf(textOf(inside)), inside }
  }
  if (ROW.test(first)) return toTable(lines, resolve)
  const item = ITEM.exec(first)
  if (item) return toList(lines, item, resolve)
  const inside = parseInline(lines.map((line) => line.trim()).join('\n'), resolve)
  return inside.length > 0 ? { kind: 'paragraph', inside } : undefined
}

function toTable(lines: readonly string[], resolve: Resolve): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => parseInline(cell.replaceAll('\\|', '|').trim(), resolve)),
  )
  return { kind: 'table', head, rows }
}

function toList(
  lines: readonly string[],
  [, indent = '', mark = '']: string[],
  resolve: Resolve,
): Block {
  const isStart = (line: string): boolean => ITEM.exec(line)?.[1] === indent
  const items: string[][] = []
  for (const line of lines)
    if (isStart(line)) items.push([line.replace(ITEM, '')])
    else items.at(-1)!.push(line)
  return {
    kind: 'list',
    isOrdered: /\d/.test(mark),
    items: items.map(([first = '', ...rest]) => parseBlocks([first, ...unindent(rest)], resolve)),
  }
}

function unindent(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(depth))
}

const IN_BOLD = String.raw`(?:\x60[^\x60]*\x60|[^\x60])+?`
const TOKEN = new RegExp(
  [
    String.raw`(?<ticks>\x60+)(?<code>[^]*?[^\x60])\k<ticks>(?!\x60)`,
    String.raw`(?<image>!\[[^\]]*\]\([^)]*\))`,
    String.raw`\[(?<label>(?:\x60[^\x60]*\x60|[^\[\]])*)\]\((?<target>[^()\s]*)\)`,
    String.raw`<(?<address>https?:[^>\s]+)>`,
    String.raw`\*\*(?<strong>${IN_BOLD})\*\*`,
    String.raw`\*(?=\S)(?<em>(?:\x60[^\x60]*\x60|[^*\x60])+?)(?<=\S)\*`,
    String.raw`\\(?<escaped>[^\w\s])`,
  ].join('|'),
  'g',
)

export function parseInline(text: string, resolve: Resolve): Inline[] {
  const inline: Inline[] = []
  const add = (...parts: readonly Inline[]): void => {
    for (const part of parts) {
      const last = inline.at(-1)
      if (part === '') continue
      if (typeof part === 'string' && typeof last === 'string')
        inline[inline.length - 1] = last + part
      else inline.push(part)
    }
  }
  let at = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(TOKEN)) {
    add(text.slice(at, index))
    at = index + whole.length
    const { code, label, target, address, strong, em, escaped } = groups
    if (code !== undefined) add({ kind: 'code', text: code.trim() })
    else if (label !== undefined) add(...toLink(label, target!, resolve))
    else if (address !== undefined) add({ kind: 'code', text: address })
    else if (strong !== undefined) add({ kind: 'strong', inside: parseInline(strong, resolve) })
    else if (em !== undefined) add({ kind: 'em', inside: parseInline(em, resolve) })
    else if (escaped !== undefined) add(escaped)
  }
  add(text.slice(at))
  return inline
}

/** A link that leads nowhere on these pages, such as to a source file, is its words; the name of a file is code. */
function toLink(label: string, target: string, resolve: Resolve): Inline[] {
  const to = resolve(target)
  const inside = parseInline(label, resolve)
  if (to !== undefined) return [{ kind: 'link', to, inside }]
  return /^[\w./-]+[./][\w./-]+$/.test(label) ? [{ kind: 'code', text: label }] : inside
}

export const textOf = (inline: readonly Inline[]): string =>
  inline
    .map((one) =>
      typeof one === 'string' ? one : one.kind === 'code' ? one.text : textOf(one.inside),
    )
    .join('')

/** As the hosts of repositories do, because the guides link to headings by these. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
