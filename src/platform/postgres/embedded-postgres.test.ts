// Starting and stopping: what a start gives, which folders it takes, and how it refuses.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { locatePackage } from './binaries.ts'
import { plain } from './privilege.ts'
import { StartError } from './start-error.ts'
import {
  cleanUp,
  makeFolder,
  makeUsedFolder,
  ordinaryIds,
  query,
  start,
  startFlorin,
} from './test-support.ts'

afterEach(cleanUp)

async function explain(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  return error instanceof Error ? error.message : ''
}

describe('a start', () => {
  it('gives a durable server that only its owner can reach, and stops without a trace', async () => {
    const dataDir = join(await makeFolder(), 'made', 'on demand')
    const server = await start({ dataDir, settings: {} })
    const names = ['fsync', 'synchronous_commit', 'data_checksums', 'TimeZone', 'server_encoding']
    const settings = await query(
      server,
      `select name, setting from pg_settings where name in ('listen_addresses', 'lc_messages', ${names.map((name) => `'${name}'`).join()})`,
    )
    expect(Object.fromEntries(settings)).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      TimeZone: 'UTC',
      server_encoding: 'UTF8',
      listen_addresses: '',
      lc_messages: 'C',
    })
    expect((await stat(server.socketDir)).mode & 0o777).toBe(0o700)
    expect((await stat(server.socketDir)).uid).toBe(process.getuid?.())
    expect((await readdir(dataDir)).toSorted()).toEqual(['florin.lock', 'postgres', 'postgres.log'])

    await Promise.all([server.stop(), server.stop()])
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
    await expect(stat(server.socketDir)).rejects.toThrow('ENOENT')
  })

  it('keeps what was committed before the last stop', async () => {
    const dataDir = await makeUsedFolder()
    const first = await start({ dataDir })
    await query(first, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await start({ dataDir })
    expect(await query(second, 'select answer from kept')).toEqual([[42]])
  })

  it('takes a path that is long and full of special characters', async () => {
    const strange = `it's "a" $HOME \\ folder, größer & 銀行 ${'long '.repeat(30)}`
    const dataDir = join(await makeFolder(), strange, 'x'.repeat(100))
    const server = await start({ dataDir })
    expect(await query(server, 'select 1')).toEqual([[1]])
  })

  it('runs beside another one on another folder', async () => {
    const dirs = [await makeUsedFolder(), await makeUsedFolder()]
    const servers = await Promise.all(dirs.map((dataDir) => start({ dataDir })))
    const answers = await Promise.all(servers.map((server) => query(server, 'select 1')))
    expect(answers).toEqual([[[1]], [[1]]])
    expect(servers[0]?.socketDir).not.toBe(servers[1]?.socketDir)
  })

  it('passes the log lines on when asked to', async () => {
    const dataDir = await makeUsedFolder()
    const lines: string[] = []
    await (await start({ dataDir, log: (line) => lines.push(line) })).stop()
    expect(lines.join('\n')).toContain('database system is ready')
    expect(await readdir(dataDir)).toEqual(['postgres'])
  })
})

describe('a start is refused in one sentence', () => {
  it('when the data folder is a file or below a file', async () => {
    const file = join(await makeFolder(), 'file')
    await writeFile(file, 'mine')
    for (const dataDir of [file, join(file, 'x')]) {
      const refusal = await explain(start({ dataDir }))
      expect(refusal).toContain(`${dataDir} cannot be made because a file is in its place`)
      expect(refusal).toContain('DATA_DIR')
    }
    expect(await readFile(file, 'utf8')).toBe('mine')
  })

  it.skipIf(ordinaryIds === undefined)(
    'when the data folder cannot be written (needs a world-readable checkout)',
    async () => {
      const dataDir = join(await makeFolder(), 'closed')
      await mkdir(dataDir, { mode: 0o500 })
      await expect(startFlorin({ dataDir }, ordinaryIds).started).rejects.toThrow(
        /^StartError: The data folder .* cannot be read and written/,
      )
    },
  )

  it('when the data is of another PostgreSQL version, which stays as it is', async () => {
    const dataDir = await makeFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    expect(await explain(start({ dataDir }))).toContain('made by PostgreSQL 15')
    expect(await readdir(dataDir)).toEqual(['postgres'])
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  it('when something else lies where the database should', async () => {
    const dataDir = await makeFolder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')
    expect(await explain(start({ dataDir }))).toContain('is not a PostgreSQL database')
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['notes.txt'])
  })

  it('when another Florin runs on the folder, here or in another process', async () => {
    const dataDir = await makeUsedFolder()
    const florin = startFlorin({ dataDir })
    await florin.started
    expect(await explain(start({ dataDir }))).toContain(`(pid ${florin.process.pid})`)
    await florin.kill()
    const server = await start({ dataDir })
    expect(await explain(start({ dataDir }))).toContain(`(pid ${process.pid})`)
    expect(await query(server, 'select 1')).toEqual([[1]])
  })

  it('when there is no PostgreSQL for the platform', () => {
    expect(() => locatePackage('plan9-mips')).toThrow(StartError)
    expect(() => locatePackage('plan9-mips')).toThrow('DATABASE_URL')
  })

  it('when no way of running the server works, and the folders made are gone again', async () => {
    const parent = await makeFolder()
    const strategies = [{ ...plain, prefix: ['/no/such/program'] }]
    const refusal = await explain(start({ dataDir: join(parent, 'a', 'b') }, { strategies }))
    expect(refusal).toMatch(/\/no\/such\/program.*DATABASE_URL/)
    expect(await readdir(parent)).toEqual([])
  })

  it('when PostgreSQL itself refuses, with its own words', async () => {
    const dataDir = await makeUsedFolder()
    const settings = { fsync: 'off', max_connections: 'plenty' }
    const refusal = await explain(start({ dataDir, settings }))
    expect(refusal).toContain('FATAL:  invalid value for parameter "max_connections": "plenty"')
    expect(await readdir(dataDir)).not.toContain('florin.lock')
    expect(await query(await start({ dataDir }), 'select 1')).toEqual([[1]])
  })
})
