// The pages name files that exist, link to pages that exist, and are all listed in docs/README.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const read = (page: string): string => readFileSync(join(root, page), 'utf8')

const folders = 'api bench bin console demo docs migrations sdk src test tools'.split(' ')
const files = [
  ...readdirSync(root),
  // Made by `npm run bench`.
  'bench/results.json',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  ),
]

const domains = readdirSync(join(root, 'src/domains'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `src/domains/${name}/README.md`)
const docs = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'console/src/README.md',
  ...docs,
  ...domains,
]

/** `x` stands for any domain or page, and `area` for any area. */
const isPlaceholder = (name: string): boolean => /(^|\/)(x|area)\b|^my-|^NNNN_/.test(name)

/** A file is named by its path from any folder on the way to it. */
const isFile = (name: string): boolean =>
  files.some((file) => file === name || file.endsWith(`/${name}`))

describe('every file that a page names', () => {
  it.each(pages)('exists: %s', (page) => {
    const named = [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|js|css|sql|md|json))`/g)]
    const missing = named
      .map(([, name]) => name!.replace(/^\.\//, ''))
      .filter((name) => !name.startsWith('/') && !isPlaceholder(name) && !isFile(name))
    expect(missing).toEqual([])
  })

  it.each(pages)('exists, also as the target of a link: %s', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    const missing = links
      .map(([, target]) => target!)
      .filter((target) => !/^(https?|mailto):|^\//.test(target))
      .filter((target) => !existsSync(join(root, dirname(page), target)))
    expect(missing).toEqual([])
  })
})

describe('the README of an area', () => {
  it.each(domains)('names each of its domains: %s', (page) => {
    const own = readdirSync(join(root, dirname(page)), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
    expect(own.filter((name) => !new RegExp(`\`${name}[\`/]`).test(read(page)))).toEqual([])
  })
})

describe('docs/graphql.md', () => {
  it('lists every live field', () => {
    const fields = files
      .filter((file) => /^api\/graphql\/.*\.graphql$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/^extend type Subscription \{([^}]*)\}/gm)])
      .flatMap(([, body]) => [...body!.matchAll(/^ {2}(\w+)\(/gm)])
      .map(([, field]) => field!)
    expect(fields.length).toBeGreaterThan(0)
    expect(fields.filter((field) => !read('docs/graphql.md').includes(`\`${field}(`))).toEqual([])
  })
})

describe('docs/README.md', () => {
  it('lists every page of the folder once', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, one]) => one)
    const own = docs.map((page) => basename(page)).filter((name) => name !== 'README.md')
    expect(listed.toSorted()).toEqual(own.toSorted())
  })
})
