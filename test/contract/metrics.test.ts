import { afterAll, beforeAll, it } from 'vitest'
import { type Bank, startBank } from '../harness/bank.ts'
let bank: Bank
beforeAll(async () => { bank = await startBank() })
afterAll(() => bank.stop())
it('x', async () => {
  await bank.call('GET /api/accounts')
  const { body, status } = await bank.call('GET /metrics')
  console.log(status, body)
})
