// Before the examples of the GCU: an account that buys it, or has bought it.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'gcu.buy': async (scene) => ({ account_uuid: await openAccount(scene, 50_000) }),
  async 'gcu.sell'(scene) {
    const account_uuid = await openAccount(scene, 50_000)
    await scene.send('gcu.buy', { account_uuid })
    return { account_uuid }
  },
}
