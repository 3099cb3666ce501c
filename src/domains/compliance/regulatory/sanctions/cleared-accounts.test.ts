// Accounts whose owners were screened are screened again only when the result may have changed.
import { expect, it } from 'vitest'
import { ClearedAccounts } from './cleared-accounts.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

it('an account is cleared for one version of the list, and for as long as its owner’s name is trusted', () => {
  const cleared = new ClearedAccounts()
  expect(cleared.has('a', 'v1', now)).toBe(false)
  cleared.add('a', 'v1', now)
  expect(cleared.has('a', 'v1', later(59))).toBe(true)
  expect(cleared.has('b', 'v1', now)).toBe(false)
  expect(cleared.has('a', 'v2', now)).toBe(false)
  expect(cleared.has('a', null, now)).toBe(false)
  expect(cleared.has('a', 'v1', later(60))).toBe(false)
})
