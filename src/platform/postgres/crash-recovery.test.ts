// The files that a killed Florin or server leaves behind must not stop the next start, and must not cost a committed
// row.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { someOf } from '../../../test/harness/rounds.ts'
import { nameCluster } from './data-dir.ts'
import { findServerProcesses } from './orphaned-server.ts'
import { readStartStamp } from './process-identity.ts'
import {
  cleanUp,
  makeFolder,
  makeUsedFolder,
  query,
  readServerPid,
  start,
  startFlorin,
  waitFor,
} from './test-support.ts'

afterEach(cleanUp)

async function countProcesses(dataDir: string): Promise<number> {
  const { mains, helpers } = await findServerProcesses(nameCluster(dataDir))
  return mains.length + helpers.length
}

describe('files of a dead process', () => {
  it('do not stop a start, whatever they hold', async () => {
    const dataDir = await makeUsedFolder()
    const earlier = await start({ dataDir })
    const { socketDir } = earlier
    await earlier.stop()
    const stamp = await readStartStamp(process.pid)
    const locks = ['', 'rubbish', '\0\0\0\0', `${process.pid} another life\n`, `4194300 ${stamp}\n`]
    const pids = ['', 'rubbish', '\0\0\0\0', `${process.pid}\n`, '4194300\n/elsewhere\n']
    for (const [index, lock] of locks.entries()) {
      await mkdir(socketDir, { mode: 0o700 })
      await writeFile(join(dataDir, 'florin.lock'), lock)
      await writeFile(join(dataDir, 'florin.lock.4194300.0123abcd'), lock)
      await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), pids[index] ?? '')
      await writeFile(join(socketDir, '.s.PGSQL.5432'), 'rubbish')
      await writeFile(join(socketDir, '.s.PGSQL.5432.lock'), pids[index] ?? '')
      const server = await start({ dataDir })
      expect(await query(server, 'select 1')).toEqual([[1]])
      await server.stop()
    }
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
  })

  it('are distinguished from those of a running one when several starts find them at once', async () => {
    const dataDir = await makeUsedFolder()
    await (await start({ dataDir })).stop()
    await writeFile(join(dataDir, 'florin.lock'), '4194300 dead\n')
    const florins = Array.from({ length: 4 }, () => startFlorin({ dataDir }))
    const outcomes = await Promise.allSettled(florins.map((florin) => florin.started))
    const winner = florins.find((_, index) => outcomes[index]?.status === 'fulfilled')
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [String(outcome.reason)] : [],
    )
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals) expect(refusal).toContain(`(pid ${winner?.process.pid})`)
  })
})

describe('a killed Florin', () => {
  it('leaves a server behind, which the next start ends without losing a row', async () => {
    const dataDir = await makeUsedFolder()
    const florin = startFlorin({ dataDir })
    await query(await florin.started, 'create table kept as select 42 as answer')
    const orphan = await readServerPid(dataDir)
    await florin.kill()
    expect(await readStartStamp(orphan)).toBeDefined()

    const server = await start({ dataDir })
    expect(await query(server, 'select answer from kept')).toEqual([[42]])
    expect(await readServerPid(dataDir)).not.toBe(orphan)
    await server.stop()
    expect(await countProcesses(dataDir)).toBe(0)
  })

  it('ends its server when it ends without stopping it', async () => {
    const dataDir = await makeUsedFolder()
    const florin = startFlorin({ dataDir })
    await florin.started
    florin.process.kill('SIGTERM')
    await waitFor(async () => (await countProcesses(dataDir)) === 0)
  })

  /** Moments of initdb: before, during and at the end of its work. */
  const moments = someOf(['', 'base/1', 'base/5', 'PG_VERSION', 'global/pg_control', 'base/4'], 3)
  it('while making the database, at any moment, leaves nothing that is taken for one', async () => {
    const dataDir = await makeFolder()
    for (const moment of moments) {
      const before = new Set(await readdir(dataDir))
      const florin = startFlorin({ dataDir })
      await waitFor(async () => {
        const names = await readdir(dataDir)
        const draft = names.find((name) => name.includes('.new-') && !before.has(name))
        return draft !== undefined && (await exists(join(dataDir, draft, moment)))
      })
      await florin.kill()
      expect(await readdir(dataDir)).not.toContain('postgres')
    }
    expect(await query(await start({ dataDir }), 'select 1')).toEqual([[1]])
    const names = await readdir(dataDir)
    expect(names.toSorted()).toEqual(['florin.lock', 'postgres', 'postgres.log'])
  })
})

describe('a server that ends by itself', () => {
  it('is replaced, and its rows are there', async () => {
    const dataDir = await makeUsedFolder()
    const crashes: string[] = []
    const server = await start({ dataDir, onCrash: (reason) => crashes.push(reason) })
    await query(server, 'create table kept as select 42 as answer')
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const killed = await readServerPid(dataDir)
      process.kill(killed, signal)
      await waitFor(async () => (await readServerPid(dataDir).catch(() => killed)) !== killed)
      const rows = await waitFor(() =>
        query(server, 'select answer from kept').catch(() => undefined),
      )
      expect(rows).toEqual([[42]])
    }
    expect(crashes).toEqual(['it was killed by SIGKILL', 'it ended with code 0'])
  })

  it('is not replaced when the stop comes first', async () => {
    const dataDir = await makeUsedFolder()
    const crashed = Promise.withResolvers<string>()
    const server = await start({ dataDir, onCrash: crashed.resolve })
    process.kill(await readServerPid(dataDir), 'SIGKILL')
    await crashed.promise
    await server.stop()
    await waitFor(async () => (await countProcesses(dataDir)) === 0)
    expect(await readdir(dataDir)).not.toContain('florin.lock')
    await restart(dataDir)
  })

  it('and one that hangs is ended by force', async () => {
    const dataDir = await makeUsedFolder()
    const server = await start({ dataDir }, { patienceMs: 200 })
    process.kill(await readServerPid(dataDir), 'SIGSTOP')
    await server.stop()
    expect(await countProcesses(dataDir)).toBe(0)
    await restart(dataDir)
  })
})

/** Also lets PostgreSQL give back the shared memory of the server that was killed. */
async function restart(dataDir: string): Promise<void> {
  const server = await start({ dataDir })
  expect(await query(server, 'select 1')).toEqual([[1]])
  await server.stop()
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
