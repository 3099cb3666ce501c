// Where backups go: a folder in which nothing incomplete has the name of a backup, and a command that may fail.
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  keepNewest,
  nameBackup,
  removeAbandoned,
  writeToCommand,
  writeToFolder,
} from './targets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-targets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* give(...pieces: readonly (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield piece
  }
}

const text = (...pieces: string[]) => give(...pieces.map((piece) => Buffer.from(piece)))
/** More than a pipe holds. */
const large = (count: number) => Array.from({ length: count }, () => Buffer.alloc(1_000_000))

describe('a folder', () => {
  it('gets the file whole, for its owner only', async () => {
    expect(await writeToFolder(folder, 'a.backup', text('one ', 'two'))).toBe(7)
    expect(await readFile(join(folder, 'a.backup'), 'utf8')).toBe('one two')
    expect((await stat(join(folder, 'a.backup'))).mode & 0o777).toBe(0o600)
  })

  it('has nothing of a backup that failed, and keeps the one that is being made', async () => {
    const failing = give(Buffer.from('one'), new Error('lost'))
    await expect(writeToFolder(folder, 'b.backup', failing)).rejects.toThrow('lost')
    await writeFile(join(folder, 'c.backup.part'), 'of another process')
    await expect(writeToFolder(folder, 'c.backup', text('x'))).rejects.toThrow(/EEXIST/)
    expect((await readdir(folder)).toSorted()).toEqual(['a.backup', 'c.backup.part'])
  })

  it('that does not exist is an error of one sentence', async () => {
    await expect(writeToFolder(join(folder, 'none'), 'a.backup', text('x'))).rejects.toThrow(
      /^The backup could not be written to .*none \(ENOENT\); check that the folder exists [^\n]*\.$/,
    )
  })

  it('is freed of what a killed backup has left for an hour', async () => {
    const now = new Date('2026-03-01T12:00:00Z')
    for (const [name, minutes] of [
      ['old.backup.part', 61],
      ['new.backup.part', 59],
      ['other.part', 600],
    ] as const) {
      await writeFile(join(folder, name), '')
      const at = new Date(now.getTime() - minutes * 60_000)
      await utimes(join(folder, name), at, at)
    }
    await utimes(join(folder, 'c.backup.part'), now, now)
    await removeAbandoned(folder, now)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part')).toSorted()).toEqual([
      'c.backup.part',
      'new.backup.part',
      'other.part',
    ])
  })

  it('keeps the newest backups of one bank, and all that is not of it', async () => {
    const own = ['2026-03-01', '2026-03-03', '2026-02-28'].map((day) =>
      nameBackup('bank.example', `${day}T01:02:03.456Z`),
    )
    expect(own[0]).toBe('florin-bank.example-2026-03-01T01-02-03Z.backup')
    const others = [
      nameBackup('bank.example-2', '2026-01-01T00:00:00.000Z'),
      'florin-bank.example-mine.backup',
    ]
    for (const name of [...own, ...others]) await writeFile(join(folder, name), '')
    expect(await keepNewest(folder, 'bank.example', 2)).toEqual([own[2]])
    expect(await keepNewest(folder, 'bank.example', 2)).toEqual([])
    const left = await readdir(folder)
    expect(left).toEqual(expect.arrayContaining([own[0], own[1], ...others]))
    expect(left).not.toContain(own[2])
  })
})

describe('a command', () => {
  const run = (command: string, sealed: AsyncIterable<Buffer>) =>
    writeToCommand(command, sealed, { PATH: process.env.PATH, OUT: folder })

  it('reads the file from its input', async () => {
    expect(await run('cat > "$OUT/taken"', text('one ', 'two'))).toBe(7)
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('one two')
  })

  it('that fails, or ends before it has read all, fails the backup', async () => {
    await expect(run('cat > /dev/null; exit 3', text('one'))).rejects.toThrow(
      /^The command that takes the backup ended with code 3, so there is no backup\.$/,
    )
    await expect(run('no-such-program-here 2> /dev/null', text('one'))).rejects.toThrow(/code 127/)
    await expect(run('exit 3', give(...large(5)))).rejects.toThrow(/code 3/)
    await expect(run('head -c 10 > /dev/null', give(...large(5)))).rejects.toThrow(
      /^The command that takes the backup ended before it had read all of it, so there is no backup\.$/,
    )
  })

  it('is ended, and never sees the end of its input, when the backup fails', async () => {
    const failing = give(Buffer.from('one'), new Error('lost'))
    await expect(run('cat > /dev/null && touch "$OUT/complete"', failing)).rejects.toThrow('lost')
    expect(await readdir(folder)).not.toContain('complete')
  })
})
