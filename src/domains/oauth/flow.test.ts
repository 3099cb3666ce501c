// smoke
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../test/harness/bank.ts'
import { authorize } from './test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())
describe('x', () => {
  it('works', async () => {
    const person = await bank.person()
    const tokens = await authorize(bank, person, { scopes: ['accounts:read', 'payments:write'] })
    console.log(tokens)
    expect(tokens.scope).toBe('accounts:read payments:write')
  })
})
