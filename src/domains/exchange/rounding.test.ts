// Nobody gets rich by rounding: the pump that was found, and random ways there and back over HTTP. The
// same over many more sizes, without a bank, is in no-cycle-gains.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../test/harness/bank.ts'
import { findBroken, type Floor, floorOf, market } from './test-support.ts'

let bank: Bank
let floor: Floor
beforeAll(async () => {
  bank = await startBank()
  floor = floorOf(bank)
})
afterAll(() => bank.stop())

describe('the pump', () => {
  it('of many small purchases and one conversion ends with less than it began with', async () => {
    const trader = await floor.trader({ GBP: '1000.00' })
    const pair = { base_currency: 'ETH', quote_currency: 'GBP' }
    for (let time = 0; time < 201; time++) {
      const { status } = await floor.order(trader, market('buy', '0.001268675652', pair))
      if (status !== 200) break
    }
    const { available: amount } = await floor.balance(trader, 'ETH')

    const body = { account_uuid: trader.account, from_currency: 'ETH', to_currency: 'GBP', amount }
    expect((await bank.call('POST /api/exchange/convert', body, trader)).status).toBe(200)
    expect(Number((await floor.balance(trader, 'GBP')).available)).toBeLessThan(1000)
    expect(await findBroken(bank)).toEqual({})
  })
})
