// What a migration declares about itself is in the comment before its first statement, and nowhere else.
import { expect, it } from 'vitest'
import { readHeader, readSince } from './migration-header.ts'

it('reads entries, with the lines that continue them', () => {
  const { contract, rewrites, exempt } = readHeader(`-- Phone numbers are gone.
-- contract: drops identity.users.phone,
--   which nothing uses since 1.2.0
-- Other lines explain.
--   This one, too.
-- rewrites: ledger.moves, ledger.holds: more digits

-- exempt: zoo.f(uuid, text): never called
-- exempt: zoo.animals.name: unused
drop table zoo.animals;
-- contract: too late
`)
  expect(contract).toBe('drops identity.users.phone, which nothing uses since 1.2.0')
  expect(rewrites).toEqual(['ledger.moves', 'ledger.holds'])
  expect([...exempt]).toEqual([
    ['zoo.f(uuid, text)', 'never called'],
    ['zoo.animals.name', 'unused'],
  ])
  expect(readSince(contract!)).toBe('1.2.0')
})

it('most migrations declare nothing', () => {
  expect(readHeader('-- Disputes: a customer objects.\ncreate schema disputes;')).toEqual({
    contract: undefined,
    rewrites: [],
    exempt: new Map(),
  })
  expect(readSince('drops a column')).toBeUndefined()
})
