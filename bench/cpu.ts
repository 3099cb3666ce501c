// The processor time that a case costs. On a shared machine calls per second say little, because others take turns
// on its processors; the time that a call keeps them busy says more. Linux shows it in /proc; elsewhere it is unknown.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In microseconds per unit of the case, such as one transfer. */
export interface Cpu {
  readonly bank: number
  /** All processes of PostgreSQL together. */
  readonly postgres: number
  /** Undefined where the load generator had no part in it. */
  readonly load?: number
}

/** A server of the bench: its processes, with or without a PostgreSQL of its own. */
export interface Watched {
  readonly pid: number
  /** The folder in which PostgreSQL keeps the number of its first process. */
  readonly clusterDir?: string
}

/** Microseconds since the processes began. */
export interface CpuReading {
  readonly bank: number
  readonly postgres: number
}

const watched = new Map<string, Watched>()

/** From now on readings count this server. */
export const watchCpu = (url: string, server: Watched): void => void watched.set(url, server)
export const unwatchCpu = (url: string): void => void watched.delete(url)

/**
 * Reads the servers at these addresses, or all that run. The time of PostgreSQL is that of all servers, because nodes
 * on one database have only one of them, which belongs to the first.
 */
export function readCpu(urls: Iterable<string> = watched.keys()): CpuReading | undefined {
  const processes = readProcesses()
  if (processes === undefined) return undefined
  const all = [...watched.values()]
  const postmasters = all.flatMap(({ clusterDir }) => readPostmaster(clusterDir) ?? [])
  const banks = [...urls].flatMap((url) => watched.get(url)?.pid ?? [])
  return {
    bank: sumFamilies(processes, banks, new Set(postmasters)),
    postgres: sumFamilies(processes, postmasters, new Set()),
  }
}

export function perUnit(
  before: CpuReading | undefined,
  after: CpuReading | undefined,
  units: number,
): Cpu | undefined {
  if (before === undefined || after === undefined || units === 0) return undefined
  return {
    bank: (after.bank - before.bank) / units,
    postgres: (after.postgres - before.postgres) / units,
  }
}

/** For a call that holds several units, such as a bulk of transfers. */
export const divideCpu = (cpu: Cpu | undefined, units: number): Cpu | undefined =>
  cpu && {
    bank: cpu.bank / units,
    postgres: cpu.postgres / units,
    ...(cpu.load === undefined ? {} : { load: cpu.load / units }),
  }

interface Process {
  readonly parent: number
  readonly micros: number
}

/** The kernel counts in hundredths of a second for programs, whatever its own clock does. */
const MICROS_PER_TICK = 10_000

function readProcesses(): Map<number, Process> | undefined {
  if (process.platform !== 'linux') return undefined
  const found = new Map<number, Process>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const one = readProcess(pid)
    if (one !== undefined) found.set(pid, one)
  }
  return found
}

/** Undefined when it ended meanwhile; its time then stands with its parent. */
function readProcess(pid: number): Process | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name in brackets may hold anything, even spaces and brackets.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [, parent = 0] = fields
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11)
  return { parent, micros: (user + system + childrenUser + childrenSystem) * MICROS_PER_TICK }
}

/** These processes and all that descend from them, without the branches that begin with one of the others. */
function sumFamilies(
  processes: ReadonlyMap<number, Process>,
  roots: readonly number[],
  without: ReadonlySet<number>,
): number {
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)!.parent)
  const left = [...roots]
  let micros = 0
  for (let pid = left.pop(); pid !== undefined; pid = left.pop()) {
    if (without.has(pid)) continue
    micros += processes.get(pid)?.micros ?? 0
    left.push(...(children.get(pid) ?? []))
  }
  return micros
}

function readPostmaster(clusterDir: string | undefined): number | undefined {
  if (clusterDir === undefined) return undefined
  try {
    return Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}
