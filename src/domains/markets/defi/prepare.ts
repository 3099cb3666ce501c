// Before the examples of decentralized finance: tokens to pay with, positions, and two exchanges with different prices.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'
import { makeHolder, raisePriceAtOne } from './test-support.ts'

async function withTokens(scene: Scene): Promise<void> {
  const account = await openAccount(scene)
  for (const [asset_code, amount] of Object.entries({ USDC: '5000', ETH: '5' }))
    await scene.bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount, asset_code },
      scene.person,
    )
}

const tokens: Prepare = async (scene) => {
  await withTokens(scene)
  return {}
}

const quoteOf = async ({ make }: Scene): Promise<string> =>
  (await make('defi_quote.create')).data.quote_id

export const preparations: Preparations = {
  'defi_swap.execute': async (scene) => {
    await withTokens(scene)
    return { quote_id: await quoteOf(scene) }
  },
  'defi_swap.create': tokens,
  'defi_swap.list': having('defi_swap.create'),
  'defi_swap.get': async ({ make }) => ({
    swap_id: (await make('defi_swap.create')).data.swap_id,
  }),
  'defi_flash_loan.create': async ({ bank }) => {
    await raisePriceAtOne(bank, await makeHolder(bank, { USDC: '1000000' }), 2)
    return {}
  },
  'defi_portfolio.get': having('defi_lending.supply'),
  'defi_position.list': having('defi_lending.supply'),
  'defi_yield.list': having('defi_lending.supply'),
  'defi_staking.get': having('defi_staking.stake'),
  'defi_lending.supply': tokens,
  'defi_lending.withdraw': having('defi_lending.supply', { amount: '500' }),
  'defi_lending.borrow': having('defi_lending.supply', { amount: '500' }),
  'defi_lending.repay': having('defi_lending.borrow'),
  'defi_staking.stake': tokens,
  'defi_staking.unstake': having('defi_staking.stake'),
}
