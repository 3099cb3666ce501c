// Asks of every operation that there is: a price at any of its addresses counts at all of them, in any case.
import { expect, it } from 'vitest'
import { describeForTests } from '../../../../../test/harness/describe.ts'
import { addressesOf } from '../../../../operation/paywall.ts'
import { parseRoute } from '../../../../operation/operation.ts'
import { isSellable } from './sellable-paths.ts'
import type { Price } from './price.ts'
import { PriceList } from './price-list.ts'

const ID = 'Ab0'

const priceAt = (method: string, path: string): Price =>
  ({ environment: 'live', method, path, seller: 'operator' }) as Price

it('a price at one address of an operation is found by each of them', async () => {
  const { operations } = describeForTests()
  const free: string[] = []
  for (const op of operations.filter(({ rest }) => rest.length > 1)) {
    const params = op.rest.flatMap(({ route }) => parseRoute(route).params)
    const input = Object.fromEntries(params.map((name) => [name, ID]))
    const asked = addressesOf(op, { ...input, more: {} })
    for (const { method, path } of asked) {
      if (!isSellable(path, 'operator')) continue
      const prices = new PriceList(undefined as never, async () => [priceAt(method, path)])
      const spelled = asked.map((one) => ({ ...one, path: one.path.toUpperCase() }))
      for (const own of spelled)
        if (!(await prices.find('live', [own, ...spelled]))) free.push(`${op.name}: ${own.path}`)
    }
  }
  expect(free).toEqual([])
})
