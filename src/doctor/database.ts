// The database: whether it can be reached, what the server and the role allow, which migrations it has, and whether it
// belongs to these settings.
import { listOpeners } from '../operation/keys/store.ts'
import { findSetting } from '../operation/store.ts'
import { type DatabaseFacts, readDatabaseFacts } from '../platform/database-facts.ts'
import { type DatabaseAddress, openDatabase, statementsOf } from '../platform/database.ts'
import { compareMigrations, describeNewer } from '../platform/migrations.ts'
import { findSecret } from '../platform/secret-key.ts'
import { makeWrapper } from '../platform/key-ring.ts'
import { StartError } from '../platform/start-error.ts'
import { reasonOf } from '../platform/reason.ts'
import { type Check, type Finding, ok, problem, type Situation, skipped, warning } from './check.ts'

const VERSION_MIN = 15

export const serverCheck: Check = {
  name: 'database',
  needs: ['DATABASE_URL', 'DATA_DIR'],
  async run({ database, config }) {
    if (!database)
      return [
        skipped(
          'The embedded database does not run; it is started by "florin start", not for this check.',
        ),
      ]
    try {
      return judgeServer(await readDatabaseFacts(database), {
        processes: config.WORKERS,
        connections: config.DATABASE_CONNECTIONS,
      })
    } catch (error) {
      return [
        problem(
          `The database cannot be reached (${reasonOf(error)}); check DATABASE_URL, and that the server runs and lets this user in.`,
        ),
      ]
    }
  },
}

interface Wanted {
  readonly processes: number
  /** DATABASE_CONNECTIONS. */
  readonly connections: number
}

export function judgeServer(facts: DatabaseFacts, wanted: Wanted): Finding[] {
  const findings = [
    ...judgeAccess(facts),
    ...judgeDurability(facts),
    ...judgeConnections(facts, wanted),
    ...judgeClock(facts),
  ]
  const reached = `PostgreSQL ${facts.version} is reached as "${facts.role}".`
  return [ok(reached), ...findings]
}

function judgeAccess(facts: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (Number.parseInt(facts.version, 10) < VERSION_MIN)
    findings.push(
      problem(
        `PostgreSQL ${facts.version} is too old: upgrade the server to ${VERSION_MIN} or newer.`,
      ),
    )
  if (facts.inRecovery)
    findings.push(
      problem(
        'The server is a standby, which accepts no writes; point DATABASE_URL at the primary.',
      ),
    )
  else if (facts.readOnly)
    findings.push(
      problem(
        `Transactions of "${facts.role}" are read-only: unset default_transaction_read_only of the server, the database or the role.`,
      ),
    )
  if (!facts.mayCreate)
    findings.push(
      problem(
        `The role "${facts.role}" may not create schemas, which migrations need: grant create on database … to "${facts.role}".`,
      ),
    )
  const [first, ...more] = facts.unwritable
  if (first !== undefined)
    findings.push(
      problem(
        `The role "${facts.role}" may not read and write ${first}${more.length > 0 ? ` and ${more.length} more tables` : ''}: use the role that owns them, or grant it those rights.`,
      ),
    )
  if (facts.encoding !== 'UTF8')
    findings.push(
      problem(
        `The database has the encoding ${facts.encoding}, and names need UTF8: create another with "encoding 'UTF8' template template0".`,
      ),
    )
  return findings
}

function judgeDurability({ fsync, fullPageWrites, synchronousCommit }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (!fsync)
    findings.push(problem('fsync is off: a power failure can destroy the database; turn it on.'))
  if (!fullPageWrites)
    findings.push(problem('full_page_writes is off: a crash can destroy the database; turn it on.'))
  if (synchronousCommit === 'off')
    findings.push(
      problem(
        'synchronous_commit is off: a crash loses payments that were answered as done; turn it on.',
      ),
    )
  return findings
}

/** Beside its two pools: pages 4, heartbeats and jobs some 8, the ledger, notices, metrics and threads. */
const CONNECTIONS_BESIDE = 20

function judgeConnections(facts: DatabaseFacts, wanted: Wanted): Finding[] {
  const needed = wanted.processes * (2 * wanted.connections + CONNECTIONS_BESIDE)
  const limits = facts.connectionLimits.filter((limit) => limit >= 0)
  const room = Math.min(facts.connectionsMax - facts.connectionsReserved, ...limits)
  if (needed <= room) return []
  const own = wanted.processes === 1 ? 'a process' : `${wanted.processes} processes`
  return [
    warning(
      `The server gives "${facts.role}" up to ${room} connections, and ${own} with DATABASE_CONNECTIONS=${wanted.connections} may need ${needed}, every node as many: raise max_connections, or lower DATABASE_CONNECTIONS.`,
    ),
  ]
}

const CLOCK_WARNING_MS = 1_000
const CLOCK_PROBLEM_MS = 30_000

/** Expiry is judged by the clock of the machine, jobs and leases by that of the server. */
function judgeClock({ clockAheadMs, clockErrorMs }: DatabaseFacts): Finding[] {
  const off = Math.max(0, Math.abs(clockAheadMs) - clockErrorMs)
  if (off < CLOCK_WARNING_MS) return []
  const say = off < CLOCK_PROBLEM_MS ? warning : problem
  const seconds = (Math.abs(clockAheadMs) / 1_000).toFixed(1)
  const where = clockAheadMs > 0 ? 'ahead of' : 'behind'
  return [
    say(
      `The clock of the database server is ${seconds} s ${where} that of this machine: let both follow NTP, or leases and codes end at the wrong time.`,
    ),
  ]
}

export const migrationsCheck: Check = {
  name: 'migrations',
  needs: ['DATABASE_URL', 'DATA_DIR'],
  run: ({ database }) =>
    database === undefined ? [] : unlessUnreachable(database, () => checkMigrations(database)),
}

async function checkMigrations(database: DatabaseAddress): Promise<Finding[]> {
  try {
    return judgeMigrations(await compareMigrations(database))
  } catch (error) {
    if (error instanceof StartError) return [problem(error.message)]
    return [problem(`The migrations of the database cannot be read (${reasonOf(error)}).`)]
  }
}

export function judgeMigrations({
  missing,
  newer,
}: {
  readonly missing: readonly string[]
  readonly newer: readonly string[]
}): Finding[] {
  if (missing.length > 0)
    return [
      warning(
        `The database lacks ${missing.length} migration(s), from ${missing[0]} on: "florin start" applies them, or "florin migrate" beforehand.`,
      ),
    ]
  const note = describeNewer(newer)
  return [
    note === undefined
      ? ok('The database has the schema of this version.')
      : warning(`${note.charAt(0).toUpperCase()}${note.slice(1)}; upgrade this program as well.`),
  ]
}

/** Whose database it is: the key that sealed its secrets, and the mode that it was set up in. */
export const ownershipCheck: Check = {
  name: 'key and mode of the database',
  needs: ['DATABASE_URL', 'DATA_DIR', 'FLORIN_SECRET', 'FLORIN_MODE'],
  run: (situation) =>
    situation.database === undefined
      ? []
      : unlessUnreachable(situation.database, () => checkOwnership(situation.database!, situation)),
}

async function checkOwnership(address: DatabaseAddress, { config }: Situation): Promise<Finding[]> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  try {
    const [openers, mode] = await Promise.all([
      listOpeners(statementsOf(database.read)),
      findSetting(database.read, 'mode'),
    ])
    const secret = await findSecret(config.FLORIN_SECRET, config.DATA_DIR)
    return judgeOwnership({
      openers,
      own: secret === undefined ? undefined : makeWrapper(secret).fingerprint,
      mode,
      wanted: config.FLORIN_MODE,
    })
  } catch {
    // It has no tables yet, or may not be read, which the other checks say.
    return []
  } finally {
    await database.close()
  }
}

interface Ownership {
  /** The fingerprints of the secrets that open its keys. */
  readonly openers: readonly string[]
  /** That of FLORIN_SECRET; undefined if there is none yet. */
  readonly own: string | undefined
  readonly mode: string | undefined
  readonly wanted: string
}

export function judgeOwnership({ openers, own, mode, wanted }: Ownership): Finding[] {
  if (openers.length === 0) return [ok('No bank has used this database yet.')]
  const findings: Finding[] = []
  if (own === undefined)
    findings.push(
      problem(
        'The keys of this database are opened by a FLORIN_SECRET, and there is none here: set it.',
      ),
    )
  else if (!openers.includes(own))
    findings.push(
      problem(
        'FLORIN_SECRET does not open the keys of this database: set it to the value that does.',
      ),
    )
  if (mode !== undefined && mode !== wanted)
    findings.push(
      problem(
        `FLORIN_MODE is ${wanted}, but this database belongs to a bank in ${mode} mode: set FLORIN_MODE=${mode}, or use another database.`,
      ),
    )
  return findings.length > 0
    ? findings
    : [ok('FLORIN_SECRET and FLORIN_MODE belong to this database.')]
}

/** The check of the server has said already that it cannot be reached. */
async function unlessUnreachable(
  address: DatabaseAddress,
  work: () => Promise<Finding[]>,
): Promise<Finding[]> {
  const isReached = await readDatabaseFacts(address).then(
    () => true,
    () => false,
  )
  return isReached ? work() : []
}
