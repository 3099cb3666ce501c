// Checks whether the bank's memory stays flat in a long run: compares its first part with its last. While the bank's
// caches fill, its memory must grow; those minutes are left out.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import type { Case, MemoryUse, Sample } from './case.ts'
import { measureDirect, type GetBank } from './transfer-cases.ts'

const FULL_SECONDS = 600
const QUICK_SECONDS = 10
const SAMPLES = 100
const CONNECTIONS = 256
/** The part of the run in which the caches of replies and accounts fill. */
const FILLING = 0.2

export function makeMemoryCase(bench: Bench, getBank: GetBank, quick: boolean): Case {
  const seconds = quick ? QUICK_SECONDS : FULL_SECONDS
  const name = 'memory'
  return {
    name,
    title: `transfers for ${seconds} s, ${CONNECTIONS} connections`,
    bars: [{ kind: 'memory', growsBelow: 0.1 }],
    prepare: async () => void (await getBank()),
    async measure(): Promise<Sample> {
      const bank = await getBank()
      const watch = watchMemory(bench.florin.pid, (seconds * 1000) / SAMPLES)
      const long = { ...bench, pace: { ...bench.pace, seconds } }
      const measured = measureDirect(long, bank, name, CONNECTIONS, 'spread')
      const sample = await measured.finally(() => watch.stop())
      return { ...sample, memory: compareEnds(await watch.read(), FILLING) }
    },
  }
}

interface Watch {
  stop(): void
  /** In MiB, in order of time. */
  read(): Promise<readonly number[]>
}

export function watchMemory(pid: number, everyMs: number): Watch {
  const readings: Promise<number>[] = []
  const timer = setInterval(() => readings.push(readResidentMiB(pid)), everyMs)
  return {
    stop: () => clearInterval(timer),
    read: () => Promise.all(readings),
  }
}

async function readResidentMiB(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

export function compareEnds(readings: readonly number[], leftOut = 0): MemoryUse {
  const compared = readings.slice(Math.floor(readings.length * leftOut))
  const fifth = Math.ceil(compared.length / 5)
  const average = (values: readonly number[]): number =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    firstMiB: average(compared.slice(0, fifth)),
    lastMiB: average(compared.slice(-fifth)),
    readingsMiB: readings.map(Math.round),
  }
}
