// Archives of old moves: what they hold, and that a reader without the bank sees every change of them.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import { readArchiveCommand } from '../../../../archive.ts'
import { checkArchive, proofOf, writeArchive } from './archive.ts'
import { hash, type Manifest, NO_PROOF, proofAfter } from './files.ts'

let bank: Bank
let home: string
let folder: string
let folders = 0

beforeAll(async () => {
  bank = await startBank()
  home = await mkdtemp(join(tmpdir(), 'florin-archive-'))
  const person = await bank.person({ name: 'Secret Name' })
  const [{ uuid } = { uuid: '' }] = await bank.sql<{ uuid: string }>(
    'select uuid from accounts.accounts where user_uuid = $1',
    [person.uuid],
  )
  for (const day of [1, 2, 3]) {
    const deposit = { amount: `${day}.00`, asset_code: 'USD', reference: 'Secret text' }
    const { status } = await bank.call(`POST /api/accounts/${uuid}/deposit`, deposit, person)
    expect(status).toBeLessThan(300)
    if (day === 2) bank.clock.advance(12 * 3_600)
  }
})
afterAll(async () => {
  await bank.stop()
  await rm(home, { recursive: true, force: true })
})

const write = (day: string) =>
  writeArchive(bank.app.bank.database.read, {
    before: new Date(`${day}T00:00:00.000Z`),
    folder,
    now: bank.clock.now(),
  })
const pathOf = (name: string): string => join(folder, name)
const FIRST = 'moves-00001.jsonl.gz'
const linesOf = async (name: string): Promise<string[]> =>
  gunzipSync(await readFile(pathOf(name)))
    .toString()
    .trimEnd()
    .split('\n')

/** Writes other lines, and a manifest whose hashes fit them. */
async function forge(change: (lines: string[]) => string[]): Promise<void> {
  const manifest = JSON.parse(await readFile(pathOf('manifest.json'), 'utf8')) as Manifest
  const lines = change(await linesOf(FIRST))
  const packed = gzipSync(lines.map((line) => `${line}\n`).join(''))
  await writeFile(pathOf(FIRST), packed)
  const sha256 = hash(packed)
  const proof = proofAfter(NO_PROOF, sha256)
  const file = { ...manifest.files[0]!, rows: lines.length, sha256, proof }
  const closings = { ...manifest.closings, proof: proofAfter(proof, manifest.closings.sha256) }
  const forged = { ...manifest, moves: lines.length, files: [file], closings }
  await writeFile(pathOf('manifest.json'), JSON.stringify(forged))
}

beforeEach(() => {
  folder = join(home, String(++folders))
})

describe('an archive', () => {
  it('has the moves before a day, without texts and users, and is sound', async () => {
    const manifest = await write('2026-03-02')
    const all = await bank.sql<{ at: Date }>('select created_at as at from ledger.moves')
    const earlier = all.filter(({ at }) => at < new Date('2026-03-02'))
    expect(earlier.length).toBeLessThan(all.length)
    expect(manifest.moves).toBe(earlier.length)
    const text = (await linesOf(FIRST)).join()
    expect(text).not.toMatch(/Secret|user_uuid|metadata|reference/)
    expect(proofOf(await checkArchive(folder))).toBe(proofOf(manifest))
  })

  it('ends with the balances of all books', async () => {
    await write('2026-03-03')
    const closings = (await linesOf('closings.jsonl.gz')).map((line) => JSON.parse(line))
    const balances = await bank.sql<{ book: string; seq: number; units: string }>(
      `select account_id || ' ' || asset as book, seq::int, units::text from ledger.balances
       where seq > 0 order by account_id::text || ' ' || asset collate "C"`,
    )
    expect(balances.length).toBeGreaterThan(1)
    expect(closings).toEqual(balances)
  })

  it('may be empty', async () => {
    expect((await write('2026-01-01')).moves).toBe(0)
    expect((await checkArchive(folder)).first_position).toBeNull()
  })

  it('is not written into a folder that has files', async () => {
    await write('2026-03-02')
    await expect(write('2026-03-02')).rejects.toThrow('is not empty')
  })
})

describe('the check', () => {
  it('finds a changed byte, a missing file and an unfinished archive', async () => {
    await write('2026-03-03')
    const packed = await readFile(pathOf(FIRST))
    await writeFile(pathOf(FIRST), Buffer.concat([packed, gzipSync('\n')]))
    await expect(checkArchive(folder)).rejects.toThrow('is not the file that the manifest names')
    await rm(pathOf(FIRST))
    await expect(checkArchive(folder)).rejects.toThrow('is missing')
    await rm(pathOf('manifest.json'))
    await expect(checkArchive(folder)).rejects.toThrow('it is no archive, or an unfinished one')
  })

  const change = (line: string, by: object): string =>
    JSON.stringify({ ...(JSON.parse(line) as object), ...by })

  it.each<[what: string, forgery: (lines: string[]) => string[], says: string]>([
    [
      'an amount',
      ([first, ...rest]) => [change(first!, { units: '1' }), ...rest],
      'the balance of',
    ],
    ['a move that was taken out', ([, ...rest]) => rest, 'follows move 0'],
    ['the order', (lines) => lines.toReversed(), 'follows'],
    ['the end', (lines) => lines.slice(0, -1), 'closing balances do not follow'],
  ])('finds a forgery of %s, though all hashes fit', async (_what, forgery, says) => {
    const { files } = await write('2026-03-03')
    expect(files).toHaveLength(1)
    await forge(forgery)
    await expect(checkArchive(folder)).rejects.toThrow(says)
  })

  it('shows by its proof that an archive was replaced as a whole', async () => {
    const sound = proofOf(await write('2026-03-03'))
    await forge((lines) => lines.map((line) => change(line, { created_at: '2020-01-01' })))
    expect(proofOf(await checkArchive(folder))).not.toBe(sound)
  })
})

describe('the command line', () => {
  const now = new Date('2026-03-03T12:00:00Z')
  it('reads what to write and what to check', () => {
    const words = ['--to', 'x', '--before', '2026-03-01']
    const before = new Date('2026-03-01T00:00:00Z')
    expect(readArchiveCommand(words, now)).toEqual({ action: 'write', folder: 'x', before })
    expect(readArchiveCommand(['--check', 'x'], now)).toEqual({ action: 'check', folder: 'x' })
  })

  it.each([
    [[], 'Say what to do'],
    [['--check'], 'Say what to do'],
    [['--to', 'x', '--before'], 'Say what to do'],
    [['--to', 'x', '--before', 'May'], 'must be a day'],
    [['--to', 'x', '--before', '2026-03-04'], 'a day that has begun'],
  ])('refuses %j', (words, says) => {
    expect(() => readArchiveCommand(words, now)).toThrow(says)
  })
})
