// Before the examples of decentralized finance: tokens to pay with, positions, and two exchanges that disagree.
import type { Bank, Person } from '../../../../test/harness/bank.ts'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  having,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

async function deposit(
  { bank, person }: Pick<Scene, 'bank' | 'person'>,
  account: string,
  tokens: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [asset_code, amount] of Object.entries(tokens))
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code }, person)
}

const withTokens = async (scene: Scene): Promise<void> =>
  deposit(scene, await openAccount(scene), { USDC: '5000', ETH: '5' })

const tokens: Prepare = async (scene) => {
  await withTokens(scene)
  return {}
}

const quoteOf = async ({ make }: Scene): Promise<string> =>
  (await make('defi_quote.create')).data.quote_id

/** A customer buys ether at one exchange until it is expensive there. */
async function disagree(bank: Bank, person: Person): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const quote = await bank.call(
      'POST /api/v1/defi/swap/quote',
      {
        chain: 'ethereum',
        token_in: 'USDC',
        token_out: 'WETH',
        amount_in: '150000',
        dex_sources: ['sushiswap'],
      },
      person,
    )
    const { quote_id } = quote.body.data
    const wallet_address = `0x${'a'.repeat(40)}`
    await bank.call('POST /api/v1/defi/swap/execute', { quote_id, wallet_address }, person)
    bank.clock.advance(13)
    await bank.runJob('defi.settle')
  }
}

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
    const other = await bank.person()
    const opened = await bank.call(
      'POST /api/accounts',
      { user_uuid: other.uuid, name: 'Whale' },
      other,
    )
    await deposit({ bank, person: other }, opened.body.data.uuid, { USDC: '1000000' })
    await disagree(bank, other)
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
