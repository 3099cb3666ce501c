// The switch of transfers while the database cannot be read.
import { expect, it } from 'vitest'
import { transferSwitch } from './transfer-switch.ts'

it('asks about every transfer while its state is unknown, without starting a read of its own', async () => {
  let reads = 0
  const guard = transferSwitch('transfers', {
    knownOff: () => undefined,
    off: () => {
      reads++
      return Promise.reject(new Error('the database is in recovery'))
    },
  })
  // A read that it started and did not wait for would end the process when it fails.
  expect(guard.isOn('live', 'USD')).toBe(true)
  expect(reads).toBe(0)
  const ctx = { caller: { scopes: new Set<string>() } } as never
  await expect(guard.judge(ctx, {} as never, true)).rejects.toThrow('in recovery')
})
