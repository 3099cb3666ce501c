// Lists the libraries whose code is in a build, with their licences: who passes the build on must pass these on, too.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

export const LICENCES = 'THIRD-PARTY-LICENCES.txt'

/** From the end, because a library may have libraries of its own. */
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i

/** Notes in `folders` the packages of which a build contains code. */
export const notePackages = (folders: Set<string>): Plugin => ({
  name: 'note-packages',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle))
      for (const id of part.type === 'chunk' ? Object.keys(part.modules) : []) {
        const folder = findPackage(id)
        if (folder !== undefined) folders.add(folder)
      }
  },
})

/** The folder of the package that a file belongs to; modules that the bundler makes up begin with a NUL. */
export const findPackage = (file: string): string | undefined =>
  PACKAGE.exec(file.replace(/^\0/, ''))?.[1]

/** The text of the file, sorted by package. */
export async function writeLicences(folders: Iterable<string>): Promise<string> {
  const parts = new Map(
    await Promise.all([...folders].map((folder) => describePackage(folder).then(toEntry))),
  )
  return [...parts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => text)
    .join('\n')
}

interface Description {
  readonly name: string
  readonly text: string
}

const toEntry = ({ name, text }: Description) => [name, text] as const

async function describePackage(folder: string): Promise<Description> {
  const { name, version, license, homepage, repository } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name: file }) => file)
    .toSorted()
  if (license === undefined && files.length === 0)
    throw new Error(`The library ${basename(folder)} has no licence, so no build may contain it.`)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const source = homepage ?? repository?.url ?? repository
  return {
    name: `${name}@${version}`,
    text: [
      '='.repeat(80),
      `${name} ${version}: ${license ?? 'see below'}`,
      ...(source === undefined ? [] : [source]),
      ...texts.map((text) => `\n${text.trim()}`),
      '',
    ].join('\n'),
  }
}
