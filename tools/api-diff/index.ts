// Compares the API with that of the last release. `npm run check` asks for the verdict, the release notes for the changes.
import { SOFTWARE_VERSION } from '../../src/kernel/version.ts'
import { allowed } from './allowed.ts'
import type { Change } from './change.ts'
import { checkout, findRelease, gitIn, readCurrent, readReleased } from './release.ts'
import { compareSurfaces } from './surface.ts'
import { judge, type Verdict } from './verdict.ts'

interface SinceRelease {
  readonly tag: string
  readonly changes: readonly Change[]
}

/** Undefined before the first release. */
export function findChanges(folder = checkout): SinceRelease | undefined {
  const git = gitIn(folder)
  const tag = findRelease(git)
  if (tag === undefined) return undefined
  return { tag, changes: compareSurfaces(readReleased(git, tag), readCurrent(folder)) }
}

export function judgeApi(folder = checkout, version = SOFTWARE_VERSION): Verdict {
  const since = findChanges(folder)
  if (!since)
    return { isAllowed: true, text: 'There is no release (a tag such as v1.0.0) to compare with.' }
  return judge(since.changes, { tag: since.tag, version, allowed })
}
