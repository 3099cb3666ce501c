// Describes the machine, without which the figures mean little; above all the cost of a durable write.
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { FLORIN_DATABASE, withClient } from './database.ts'
import { findPgbench } from './pgbench.ts'
import type { RunningFlorin } from './processes.ts'

export interface Machine {
  readonly cpus: number
  readonly cpu_model: string
  readonly arch: string
  readonly platform: string
  readonly memory_mib: number
  readonly node: string
  readonly postgres: string
  /** Undefined when the pg driver was used instead. */
  readonly pgbench: string | undefined
  readonly fdatasync_microseconds: number
}

export async function describeMachine({ dataDir, postgres }: RunningFlorin): Promise<Machine> {
  return {
    cpus: availableParallelism(),
    cpu_model: cpus()[0]?.model ?? 'unknown',
    arch: arch(),
    platform: platform(),
    memory_mib: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
    postgres: await withClient(postgres, FLORIN_DATABASE, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]!.server_version
    }),
    pgbench: await findPgbench(),
    fdatasync_microseconds: await timeFdatasync(dataDir),
  }
}

const SYNCS = 300
const PAGE = Buffer.alloc(8192, 1)

/** The median time to flush one page to a file, on the disk that holds the database. */
async function timeFdatasync(folder: string): Promise<number> {
  const path = join(folder, 'fdatasync.probe')
  const file = openSync(path, 'w')
  try {
    const times = Array.from({ length: SYNCS }, () => {
      writeSync(file, PAGE, 0, PAGE.length, 0)
      const startedAt = performance.now()
      fdatasyncSync(file)
      return performance.now() - startedAt
    })
    return Math.round(times.toSorted((a, b) => a - b)[SYNCS / 2]! * 1000)
  } finally {
    closeSync(file)
    await rm(path)
  }
}
