// Files that nobody here wrote: messages of banks, ACH files, the schemas of ISO. They are not part of the repository.
// OUTSIDE_FILES names a folder that has them; without it, the tests that read them are skipped, each by its name.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'

export interface SampleFile {
  readonly name: string
  readonly text: string
}

const outside = process.env.OUTSIDE_FILES

export const hasOutsideFiles = outside !== undefined
/** Ends the title of a test that is skipped without them. */
export const NEEDS_OUTSIDE_FILES = '(needs files from outside)'

/** The files of a folder, in the order of their names. */
export const readFolder = (folder: string): readonly SampleFile[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** The files of one kind, such as `iso20022/samples`; none where nobody has named a folder. */
export const outsideFiles = (kind: string): readonly SampleFile[] =>
  outside === undefined ? [] : readFolder(join(outside, kind))

/** The text of the one whose name has these letters. */
export function textOf(files: readonly SampleFile[], part: string): string {
  const found = files.find(({ name }) => name.includes(part))
  if (found === undefined) throw new Error(`There is no file with "${part}" in its name`)
  return found.text
}

/** One test for each of these files from outside; without them, one that is skipped and has the same title. */
export function itForEachOutside(
  files: readonly SampleFile[],
  title: string,
  test: (file: SampleFile) => Promise<void> | void,
): void {
  if (hasOutsideFiles) it.each(files)(`${title}: $name`, test)
  else it.skip(`${title} ${NEEDS_OUTSIDE_FILES}`, () => {})
}
