// Chooses the user that PostgreSQL runs as. It refuses to run as root, and its user must be able to read the
// programs and the data. The strategies are tried in order, and the first that works is used.
import type { Binaries } from './binaries.ts'
import { type Launcher, type Owner, runProgram, type Strategy } from './launcher.ts'
import { StartError } from './start-error.ts'

// initdb wants its user to have a name, and this number is `nobody` on every Linux of today.
export const NOBODY: Owner = { uid: 65534, gid: 65534 }

export function readOwnIds(): Owner {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
}

export const plain: Strategy = { name: 'plain', owner: readOwnIds(), prefix: [] }

// Inside the namespace the server appears to run as `nobody`; outside it is still our user, without our
// capabilities. So no file changes its owner, and the server can enter a home folder that is closed to others.
export const userNamespace: Strategy = {
  name: 'user namespace',
  owner: readOwnIds(),
  prefix: ['unshare', '--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`],
}

export const nobody: Strategy = { name: 'nobody', owner: NOBODY, prefix: [], runAs: NOBODY }

// PostgreSQL checks its own program file with access(2), which ignores the capabilities of ordinary users
// unless the securebit is set.
export const nobodyPassingFolders: Strategy = {
  name: 'nobody with dac_override',
  owner: NOBODY,
  prefix: [
    'setpriv',
    `--reuid=${NOBODY.uid}`,
    `--regid=${NOBODY.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ],
}

export function listStrategies(): readonly Strategy[] {
  // Some container platforms run as a user without a name; the namespace gives it one.
  if (readOwnIds().uid !== 0) return [plain, userNamespace]
  return [userNamespace, nobody, nobodyPassingFolders]
}

export interface Surroundings {
  readonly binaries: Binaries
  readonly dataDir: string
  /** Makes the socket folder writable for the given user. */
  readonly handOverSocketDir: (owner: Owner) => Promise<void>
  readonly socketDir: string
}

export interface Choice {
  readonly launcher: Launcher
  readonly majorVersion: string
}

// `initdb --show` touches nothing, but goes through everything that a real run depends on: the
// libraries, the root check, the user's name, the postgres program and the files it is made from.
const PROBE = `
  test -x "$1" || { echo "cannot enter $1" >&2; exit 1; }
  test -w "$2" || { echo "cannot write $2" >&2; exit 1; }
  exec "$3" --show -D "$1"`

export async function chooseStrategy(
  strategies: readonly Strategy[],
  { binaries, dataDir, handOverSocketDir, socketDir }: Surroundings,
): Promise<Choice> {
  const failures: string[] = []
  for (const strategy of strategies) {
    const launcher: Launcher = { strategy, libraryPath: binaries.libraryPath }
    try {
      await handOverSocketDir(strategy.owner)
    } catch (error) {
      failures.push(`${strategy.name}: ${String(error)}`)
      continue
    }
    const probe = ['/bin/sh', '-c', PROBE, 'sh', dataDir, socketDir, binaries.initdb]
    const outcome = await runProgram(launcher, probe)
    const majorVersion = /^VERSION=(\d+)/m.exec(outcome.output)?.[1]
    if (outcome.succeeded && majorVersion !== undefined) return { launcher, majorVersion }
    failures.push(`${strategy.name}: ${outcome.complaint}`)
  }
  throw new StartError(describeDeadEnd(failures.join(', ')))
}

function describeDeadEnd(failures: string): string {
  if (readOwnIds().uid === 0) {
    return `PostgreSQL refuses to run as root and no way to run it as another user works here (${failures}); start Florin as an ordinary user or set DATABASE_URL to a PostgreSQL server.`
  }
  return `The PostgreSQL that comes with Florin does not run here (${failures}); set DATABASE_URL to a PostgreSQL server.`
}
