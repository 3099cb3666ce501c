// Before the examples of rates: a moment for a new rate, an account to convert from.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'rate.set'({ bank }) {
    // One rate for each instant.
    bank.clock.advance(1)
    return {}
  },
  'rate_provider.history'({ bank }) {
    const today = bank.clock.now().toISOString().slice(0, 10)
    return { start_date: today, end_date: today }
  },
  'exchange.convert': async (scene) => ({ account_uuid: await openAccount(scene) }),
}
