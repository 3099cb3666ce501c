// Third-party files for tests: messages of banks, ACH files, the schemas of ISO. They are not part of the repository.
// OUTSIDE_FILES names the folder that contains them; tests whose files are missing are skipped, each by its name.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'

export interface SampleFile {
  readonly name: string
  readonly text: string
}

/** Empty counts as unset. */
const outside = process.env.OUTSIDE_FILES || undefined

export const hasOutsideFiles = outside !== undefined
/** The end of the title of a test that is skipped without them. */
export const NEEDS_OUTSIDE_FILES = '(needs files from outside)'

/** The files of a folder, in the order of their names. */
export const readFolder = (folder: string): readonly SampleFile[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** The files of one kind, such as `iso20022/samples`; none if OUTSIDE_FILES is not set. */
export const outsideFiles = (kind: string): readonly SampleFile[] =>
  outside === undefined ? [] : readFolder(join(outside, kind))

/** The text of the first file whose name contains `part`. */
export const findText = (files: readonly SampleFile[], part: string): string | undefined =>
  files.find(({ name }) => name.includes(part))?.text

/** A test of one file from outside; skipped where the folder does not have that file. */
export function itWithOutside(
  files: readonly SampleFile[],
  part: string,
  title: string,
  test: (text: string) => void,
): void {
  const text = findText(files, part)
  if (text === undefined) it.skip(`${title} ${NEEDS_OUTSIDE_FILES}`, () => {})
  else it(title, () => test(text))
}

/** One test for each of these files from outside; without them, one skipped test with the same title. */
export function itForEachOutside(
  files: readonly SampleFile[],
  title: string,
  test: (file: SampleFile) => Promise<void> | void,
): void {
  if (files.length > 0) it.each(files)(`${title}: $name`, test)
  else it.skip(`${title} ${NEEDS_OUTSIDE_FILES}`, () => {})
}
