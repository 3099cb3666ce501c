// Leaves only the used icons of the set in the bundle: those that a source names in a call of `icon`. The build fails if
// the set has no such icon.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SET = /[\\/]@iconify-json[\\/]lucide[\\/]icons\.json$/
const SOURCES = join(import.meta.dirname, 'src')
const USED = /\bicon\('([^']*)'\)/g

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
}

export const usedIcons = (): Plugin => ({
  name: 'used-icons',
  // Before the set becomes a module.
  enforce: 'pre',
  transform: {
    filter: { id: SET },
    async handler(code) {
      const { icons } = JSON.parse(code) as IconSet
      const names = await findUsed()
      const unknown = names.filter((name) => !Object.hasOwn(icons, name))
      if (unknown.length > 0) this.error(`there is no icon named ${unknown.join(', ')}`)
      const used = Object.fromEntries(names.map((name) => [name, { body: icons[name]!.body }]))
      return { code: JSON.stringify({ icons: used }), map: null }
    },
  },
})

async function findUsed(): Promise<string[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(SOURCES, file), 'utf8')))
  const names = texts.flatMap((text) => Array.from(text.matchAll(USED), ([, name]) => name!))
  return [...new Set(names)].toSorted()
}
