// Leaves only the used icons of the set in the bundle: those that the list of the console names. The build fails if
// the set has no such icon.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const SET = /[\\/]@iconify-json[\\/]lucide[\\/]icons\.json$/
const LIST = join(import.meta.dirname, 'src/design/icons.tsx')
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
      this.addWatchFile(LIST)
      const { icons } = JSON.parse(code) as IconSet
      const names = Array.from((await readFile(LIST, 'utf8')).matchAll(USED), ([, name]) => name!)
      const unknown = names.filter((name) => !Object.hasOwn(icons, name))
      if (unknown.length > 0) this.error(`there is no icon named ${unknown.join(', ')}`)
      const used = Object.fromEntries(names.map((name) => [name, { body: icons[name]!.body }]))
      return { code: JSON.stringify({ icons: used }), map: null }
    },
  },
})
