// Compares versions of the app as semantic versioning does: by number, and a pre-release comes before its
// release.

const VERSION =
  /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(-[0-9A-Za-z.-]{1,50})?(\+[0-9A-Za-z.-]{1,50})?$/

interface Version {
  readonly numbers: readonly [number, number, number]
  readonly isBeforeRelease: boolean
}

export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text)
  if (!match) return undefined
  const [, major, minor = '0', patch = '0', tag] = match
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    isBeforeRelease: tag !== undefined,
  }
}

/** Whether a version equals a release or comes after it. */
export function isAtLeast(version: Version, release: readonly [number, number, number]): boolean {
  for (const [index, least] of release.entries()) {
    const number = version.numbers[index]!
    if (number !== least) return number > least
  }
  return !version.isBeforeRelease
}
