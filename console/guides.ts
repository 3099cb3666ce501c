// Makes the guides of the repository part of the reference. `virtual:guides` has their names, titles and headings, for
// the navigation and the search, and loads each as a file of its own.
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Plugin } from 'vite'
import type { Guide } from './src/reference/guides.ts'
import { type Block, type Inline, parseMarkdown, textOf } from './src/reference/markdown.ts'

const root = join(import.meta.dirname, '..')
const LIST = 'docs/README.md'
const START = 'README.md'
const CHANGELOG = 'CHANGELOG.md'
/** Diagrams in a language that browsers do not draw, and what needs the sources. */
const LEFT_OUT = new Set([LIST, 'docs/life-cycles.md', 'docs/releasing.md'])
/** What follows in the README is for those who have the sources in front of them. */
const END_OF_START = '\n## Running it\n'

/** The files of the guides, by the names in their addresses. */
export const guideFiles: ReadonlyMap<string, string> = new Map([
  ['florin', START],
  ...globSync('docs/*.md', { cwd: root })
    .filter((file) => !LEFT_OUT.has(file))
    .toSorted()
    .map((file) => [posix.basename(file, '.md'), file] as const),
])

/** The pages of the reference that are made from files, by their addresses. */
export const guidePages: ReadonlyMap<string, string> = new Map([
  ['guides', LIST],
  ['changelog', CHANGELOG],
  ...[...guideFiles].map(([name, file]) => [`guides/${name}`, file] as const),
])

const pageOfFile = new Map([...guidePages].map(([page, file]) => [file, page]))

export function readPage(file: string): Block[] {
  const text = readFileSync(join(root, file), 'utf8')
  return parseMarkdown(file === START ? text.split(END_OF_START)[0]! : text, (target) => {
    if (/^https?:/.test(target)) return target
    const [path = '', anchor] = target.split('#')
    const page =
      path === '' ? pageOfFile.get(file) : pageOfFile.get(posix.join(posix.dirname(file), path))
    return page !== undefined && anchor !== undefined ? `${page}#${anchor}` : page
  })
}

/** The guides as text, for readers that show no pages, such as models; in the order of the list of pages. */
export const listGuideTexts = () =>
  listGuides().map(({ name, title, group }) => ({
    name,
    title,
    group,
    summary: summaries().get(`guides/${name}`) ?? '',
    text: toGuideText(guideFiles.get(name)!),
  }))

/** What the list of pages says beside each. */
const summaries = (): ReadonlyMap<string, string> =>
  new Map(
    readPage(LIST).flatMap((block) =>
      block.kind === 'table'
        ? block.rows.flatMap(([page = [], says = []]) =>
            allOf(page).flatMap((one) =>
              typeof one !== 'string' && one.kind === 'link'
                ? [[one.to, textOf(says)] as const]
                : [],
            ),
          )
        : [],
    ),
  )

/** The Markdown with links that lead to texts of other guides; what an installation does not have is only its words. */
function toGuideText(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  const shown = file === START ? text.split(END_OF_START)[0]! : text
  return shown.replaceAll(
    /!?\[([^\]]*)\]\(([^()\s]+)\)/g,
    (link, words: string, target: string) => {
      if (link.startsWith('!')) return ''
      if (/^(https?:|#)/.test(target)) return link
      const [path = '', anchor] = target.split('#')
      const page = pageOfFile.get(posix.join(posix.dirname(file), path))
      if (page?.startsWith('guides/') !== true) return words
      return `[${words}](/api/docs/${page}.md${anchor === undefined ? '' : `#${anchor}`})`
    },
  )
}

/** The guides in the order of the list of pages, each under the heading that it stands under there. */
export function listGuides(): Guide[] {
  const groups = new Map<string, string>()
  let group = ''
  for (const block of readPage(LIST)) {
    if (block.kind === 'heading' && block.level === 2) group = textOf(block.inside)
    for (const to of linksIn(block)) if (!groups.has(to)) groups.set(to, group)
  }
  const missing = [...guideFiles.keys()].filter((name) => !groups.has(`guides/${name}`))
  if (missing.length > 0) throw new Error(`${LIST} does not list ${missing.join(', ')}.`)
  return [...groups]
    .filter(([to]) => to.startsWith('guides/'))
    .map(([to, of]) => toGuide(to.slice('guides/'.length), of))
}

function toGuide(name: string, group: string): Guide {
  const blocks = readPage(guideFiles.get(name)!)
  const sections: { title: string; id: string; words: Set<string> }[] = []
  const words = new Set<string>()
  let title = name
  for (const block of blocks)
    if (block.kind === 'heading' && block.level === 1) title = textOf(block.inside)
    else if (block.kind === 'heading')
      sections.push({ title: textOf(block.inside), id: block.id, words: new Set() })
    else for (const word of codeIn(block)) (sections.at(-1)?.words ?? words).add(word)
  return {
    name,
    title,
    group,
    words: [...words].join(' '),
    sections: sections.map((section) => ({ ...section, words: [...section.words].join(' ') })),
  }
}

const inlineOf = (block: Block): readonly Inline[] => {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.inside
    case 'list':
      return block.items.flat().flatMap(inlineOf)
    case 'table':
      return [...block.head, ...block.rows.flat()].flat()
    case 'code':
      return []
  }
}

const allOf = (inline: readonly Inline[]): readonly Inline[] =>
  inline.flatMap((one) =>
    typeof one !== 'string' && 'inside' in one ? [one, ...allOf(one.inside)] : [one],
  )

/** Where the links of a block lead. */
export const linksIn = (block: Block): string[] =>
  allOf(inlineOf(block)).flatMap((one) =>
    typeof one !== 'string' && one.kind === 'link' ? [one.to] : [],
  )

/** Names of fields, headers and settings, by which a section is found, too. */
const codeIn = (block: Block): string[] =>
  allOf(inlineOf(block)).flatMap((one) =>
    typeof one !== 'string' && one.kind === 'code' && /^[\w-]{3,40}$/.test(one.text)
      ? [one.text]
      : [],
  )

const NAME = 'virtual:guides'
const FILE = /\.md\?guide$/

export const guides = (): Plugin => ({
  name: 'guides',
  resolveId: {
    filter: { id: [new RegExp(`^${NAME}$`), FILE] },
    handler: (id) => (id === NAME ? `\0${NAME}` : id),
  },
  load: {
    filter: { id: [new RegExp(`${NAME}$`), FILE] },
    handler(id) {
      if (id.endsWith(NAME)) return toList()
      const file = id.replace(/\?guide$/, '').slice(root.length + 1)
      return `export const blocks = ${JSON.stringify(readPage(file))}`
    },
  },
})

const toList = (): string => {
  const loads = [...guidePages].map(
    ([page, file]) =>
      `${JSON.stringify(page)}: () => import(${JSON.stringify(`${join(root, file)}?guide`)})`,
  )
  return `export const guides = ${JSON.stringify(listGuides())}\nexport const pages = {${loads.join(',\n')}}`
}
