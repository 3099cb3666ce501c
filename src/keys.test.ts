// Tests what `florin keys` takes; what it does is tested with the keys themselves (src/operation/keys).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../test/harness/bank.ts'
import { readKeysCommand, runKeysCommand } from './keys.ts'
import { openKeys } from './operation/keys/service.ts'
import { openDatabase } from './platform/database.ts'

const FIRST = { secret: 'the first secret of this test of the keys', previous: '' }
const SECOND = { secret: 'the second secret of this test of the keys', previous: FIRST.secret }

let home: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  home = await createDatabase()
})
afterAll(() => home.drop())

const run = (line: string, secrets = FIRST) =>
  runKeysCommand(readKeysCommand(line.split(' ')), home.address, secrets)

describe('florin keys', () => {
  it('changes nothing before the bank has keys', async () => {
    expect(await run('status')).toBe('The bank has no keys yet; it makes them at its first start.')
    await expect(run('renew')).rejects.toThrow('start it once')
  })

  it('adds a secret, retires the other, and renews the keys', async () => {
    const database = openDatabase(home.address, { connectionsMax: 1, onError: () => {} })
    await openKeys(database.write, FIRST, new Date('2026-03-01T12:00:00Z'))
    await database.close()
    await expect(run('add', { ...SECOND, previous: '' })).rejects.toThrow(/FLORIN_SECRET differs/)
    expect(await run('add', SECOND)).toContain('2 secrets do')
    await expect(run('renew', SECOND)).rejects.toThrow(/run "florin keys retire" first/)
    expect(await run('retire', SECOND)).toContain('FLORIN_SECRET alone opens the keys now')
    await expect(run('retire')).rejects.toThrow(/FLORIN_SECRET differs/)
    expect(await run('renew --compromised', SECOND)).toContain('Generation 2 of the key "root"')
    expect(await run('renew-signing', SECOND)).toContain('Generation 2 of the key "sign mandates"')
    await expect(run('revoke-signing', SECOND)).rejects.toThrow(/run this again then/)
    const status = await run('status')
    expect(status).toMatch(/^root {2}generation 2 {2}used from /m)
    expect(status).toContain('One secret opens them.')
    expect(status).toContain('Rows are not sealed anew yet')
    expect(status).not.toContain(SECOND.secret)
  })

  it('says what it takes', () => {
    for (const line of [
      '',
      'forget',
      'status now',
      'retire --compromised',
      'renew --compromised x',
    ])
      expect(() => readKeysCommand(line.split(' ')), line).toThrow(/Say what to do/)
  })
})
