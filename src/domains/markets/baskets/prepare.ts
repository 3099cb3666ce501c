// Before the examples of baskets: a code for a new one, an account with the parts of the GCU.
import { ofAccount, openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'
import { nextCode } from '../../core/assets/prepare.ts'

/** An account with some of every part of the GCU. */
async function openBasketAccount(scene: Scene): Promise<string> {
  const uuid = await openAccount(scene, 1_000_000)
  const parts = { EUR: '1000.00', GBP: '1000.00', CHF: '1000.00', JPY: '100000', XAU: '1.000000' }
  for (const [asset_code, amount] of Object.entries(parts))
    await scene.send('account.deposit', { uuid, asset_code, amount })
  return uuid
}

export const preparations: Preparations = {
  'basket.create': () => ({ code: nextCode() }),
  'account.baskets': ofAccount,
  'account.compose_basket': async (scene) => ({ uuid: await openBasketAccount(scene) }),
  async 'account.decompose_basket'(scene) {
    const uuid = await openBasketAccount(scene)
    await scene.send('account.compose_basket', { uuid })
    return { uuid }
  },
}
