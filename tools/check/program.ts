// What the compiler remembers about a program: the files, what they import, and a hash of the types that each offers to
// the files that import it.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Hashes } from './passed-files.ts'

/** The part of the compiler's build information (`tsBuildInfoFile`) that is read here. Files are numbered from 1. */
interface BuildInfo {
  readonly fileNames: readonly string[]
  readonly fileInfos: readonly (
    | string
    | { readonly version: string; readonly signature?: string }
  )[]
  readonly fileIdsList: readonly (readonly number[])[]
  /** A file, and the list of the files that it imports, which is numbered from 1, too. */
  readonly referencedMap: readonly (readonly [file: number, list: number])[]
}

interface ProgramFile {
  /** The hash of what its importers see: its declarations. */
  readonly types: string
  readonly imports: readonly string[]
}

export type Program = ReadonlyMap<string, ProgramFile>

/** Reads the files of the repository; those of libraries change only with the lock file. */
export function readProgram(path: string, root = '.'): Program {
  const info = JSON.parse(readFileSync(path, 'utf8')) as BuildInfo
  const names = info.fileNames.map((name) => relative(root, join(dirname(path), name)))
  const nameOf = (file: number): string => names[file - 1]!
  const lists = new Map(info.referencedMap)
  const files = names.map((name, index): [string, ProgramFile] => {
    const about = info.fileInfos[index]!
    const list = lists.get(index + 1)
    return [
      name,
      {
        types: typeof about === 'string' ? about : (about.signature ?? about.version),
        imports: list === undefined ? [] : info.fileIdsList[list - 1]!.map(nameOf),
      },
    ]
  })
  return new Map(files.filter(([name]) => !name.startsWith('node_modules')))
}

const keyOf = (file: string): string => `types of ${file}`

/** The types of all files, to be remembered beside the hashes of the files. */
export const hashTypes = (program: Program): Hashes =>
  Object.fromEntries([...program].map(([name, { types }]) => [keyOf(name), types]))

/** The files in which a rule that knows the types can find something new: changed ones, and importers of changed types. */
export const findAffected = (program: Program, changed: ReadonlySet<string>): string[] =>
  [...program]
    .filter(
      ([name, file]) =>
        changed.has(name) || file.imports.some((other) => changed.has(keyOf(other))),
    )
    .map(([name]) => name)
