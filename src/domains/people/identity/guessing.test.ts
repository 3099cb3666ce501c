// Guessing from many addresses of one IPv6 network.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => bank.stop())

describe('ten wrong passwords', () => {
  it('are ten from all addresses of one /64 together, and none from another', async () => {
    const { email } = await bank.person()
    const guessFrom = async (address: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': address }
      return (await bank.call('POST /api/auth/login', { email, password: 'wrong' }, { headers }))
        .status
    }
    for (let n = 1; n <= 10; n++) expect(await guessFrom(`2001:db8:7:7::${n}`)).toBe(401)
    expect(await guessFrom('2001:db8:7:7:ffff::1')).toBe(429)
    expect(await guessFrom('2001:db8:7:8::1')).toBe(401)
  })
})
