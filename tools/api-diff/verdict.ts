// Whether the API may differ from that of the last release as it does.
import { type Change, toLine } from './change.ts'

export interface Verdict {
  readonly isAllowed: boolean
  readonly text: string
}

/** Breaking changes that are allowed, such as of a document that was wrong, each with its reason. */
export type Allowed = Readonly<Record<string, string>>

/** A major version may break clients; in any other each breaking change needs a reason. */
export function judge(
  changes: readonly Change[],
  {
    tag,
    version,
    allowed,
  }: { readonly tag: string; readonly version: string; readonly allowed: Allowed },
): Verdict {
  const lines = changes.filter(({ isBreaking }) => isBreaking).map(toLine)
  const isMajor = majorOf(version) > majorOf(tag.slice(1))
  const open = isMajor ? [] : lines.filter((line) => !(line in allowed))
  const needless = Object.keys(allowed).filter((line) => !lines.includes(line))
  const added = changes.length - lines.length
  const sums = `Compared with ${tag}: ${lines.length} breaking, ${added} compatible changes.`
  return {
    isAllowed: open.length === 0 && needless.length === 0,
    text: [
      sums,
      ...open.map((line) => `  breaks clients of ${tag}: ${line}`),
      ...needless.map((line) => `  is allowed but did not happen: ${line}`),
    ].join('\n'),
  }
}

const majorOf = (version: string): number => Number.parseInt(version, 10)
