// Before the examples of bridges: tokens to bridge, a quote, bridges and swaps in progress.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

const depositTokens = async (scene: Scene): Promise<void> => {
  const uuid = await openAccount(scene)
  await scene.send('account.deposit', { uuid, amount: '5000', asset_code: 'USDC' })
}

const withTokens: Prepare = async (scene) => {
  await depositTokens(scene)
  return {}
}

export const preparations: Preparations = {
  async 'bridge.initiate'(scene) {
    await depositTokens(scene)
    return { quote_id: (await scene.make('bridge.quote')).data.quote_id }
  },
  'bridge.start': withTokens,
  'bridge.status': async ({ make }) => ({ id: (await make('bridge.start')).data.bridge_tx_id }),
  'bridge.list': having('bridge.start'),
  'cross_chain_swap.start': withTokens,
  'cross_chain_swap.execute': withTokens,
  'cross_chain_swap.status': async ({ make }) => ({
    id: (await make('cross_chain_swap.start')).data.swap_id,
  }),
  'cross_chain_swap.list': having('cross_chain_swap.start'),
}
