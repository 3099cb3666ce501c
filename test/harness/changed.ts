// Chooses the test files for `npm test -- --changed`. Nearly every test starts a whole bank, so that by imports alone every
// change would concern every test. A change in a domain concerns the tests of that domain, of the domains that
// use it, and those that ask every operation. For a change elsewhere the imports decide.
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** These ask every operation, whichever domain it belongs to. */
const ASKS_ALL = /^test\/(contract|graphql)\//
/** Prepares examples, which only these tests ask; a folder is searched for the files, so that none imports them by name. */
const PREPARES = /^(src\/domains\/.*\/prepare\.ts$|test\/contract\/prepare\/)/
const DOMAIN = /^src\/domains\/[^/]+\/[^/]+(?=\/)/

const domainOf = (file: string): string | undefined => DOMAIN.exec(file)?.[0]
const isTest = (file: string): boolean => file.endsWith('.test.ts')

/**
 * What to look for instead of the changed files: the tests that a change in a domain concerns, and the other files as
 * they are. `users` are the domains that import from a domain.
 */
export function concernedBy(
  changed: readonly string[],
  tests: readonly string[],
  users: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const prepares = changed.filter((file) => PREPARES.test(file) && !isTest(file))
  const sources = changed.filter(
    (file) => domainOf(file) !== undefined && !isTest(file) && !prepares.includes(file),
  )
  const domains = new Set(sources.map((file) => domainOf(file)!))
  // A set goes on with what is added to it on the way.
  for (const domain of domains) for (const user of users.get(domain) ?? []) domains.add(user)
  const others = changed.filter((file) => !sources.includes(file) && !prepares.includes(file))
  const isAsked = sources.length + prepares.length > 0
  const concerned = tests.filter(
    (test) => domains.has(domainOf(test) ?? '') || (isAsked && ASKS_ALL.test(test)),
  )
  return [...new Set([...others, ...concerned])]
}

/** For each domain, the domains that import from it. */
export function findUsers(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    const user = domainOf(file)
    if (user === undefined || isTest(file) || PREPARES.test(file)) continue
    for (const [, path] of text.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const used = domainOf(normalize(join(dirname(file), path!)))
      if (used === undefined || used === user) continue
      users.set(used, (users.get(used) ?? new Set()).add(user))
    }
  }
  return users
}

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')

/** Answers the test runner's question which files have changed. */
export const changedFiles = {
  async findChangedFiles({
    root,
    changedSince,
  }: {
    readonly root: string
    readonly changedSince?: string | boolean
  }): Promise<string[]> {
    const since = typeof changedSince === 'string' ? `${changedSince}...HEAD` : 'HEAD'
    const changed = new Set([
      ...git(root, 'diff', '--name-only', '-z', since),
      ...git(root, 'diff', '--name-only', '-z', 'HEAD'),
      ...git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
    ])
    const files = globSync('{src,sdk,test}/**/*.ts', { cwd: root })
    const texts = files
      .filter((file) => domainOf(file) !== undefined)
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    return concernedBy([...changed], files.filter(isTest), findUsers(new Map(texts)))
  },
}
